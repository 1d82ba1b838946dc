import { sha256Prefix } from '#core/bytes/digest.ts';
import { type Commit, WorkflowVersion } from '#core/execution/catalog.ts';
import { Execution, Step } from '#core/execution/execution.ts';
import { type RowsOfWave, TaskRow } from '#core/execution/task-index.ts';
import { ExecutionId } from '#core/model/ids.ts';
import { UrlKey } from '#core/url/url-key.ts';
import { Workflow } from '#core/workflow/workflow.ts';

/** Rows that the contract suites write. All are parsed, so a sample that is none fails here. */

export const EXECUTION = ExecutionId.parse('xcontract0001');
export const OTHER_EXECUTION = ExecutionId.parse('xcontract0002');

export const sampleKey = (n: number): UrlKey => UrlKey.parse(sha256Prefix(`https://example.org/${n}`));

export const sampleTask = (n: number, change: Partial<TaskRow> = {}): TaskRow =>
  TaskRow.parse({
    v: 1,
    key: sampleKey(n),
    url: `https://example.org/${n}`,
    level: 2,
    rank: n + 1,
    via: sampleKey(n + 1_000_000),
    outcome: { type: 'stored' },
    status: 200,
    contentType: 'text/html',
    bytes: 12_345,
    title: `Page ${n} – «Überschrift» 日本`,
    attempts: 1,
    startedAt: 1_763_700_000_000 + n,
    endedAt: 1_763_700_000_500 + n,
    errors: [{ code: 'timeout', message: 'no answer within 30 s', at: 1_763_699_999_000 }],
    archived: {
      object: `executions/${EXECUTION}/chunks/000003/000012/abc-000001.warc.gz`,
      offset: n * 5_000,
      length: 4_800,
    },
    ...change,
  });

/** What a wave settled, as `project` gives it: in the order of the keys, in parts of 500 rows. */
export function waveOf(rows: readonly TaskRow[], wave = 1): RowsOfWave {
  const sorted = rows.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const parts = Array.from({ length: Math.ceil(sorted.length / 500) }, (_, i) => sorted.slice(i * 500, (i + 1) * 500));
  return { wave, count: rows.length, parts: asyncOf(parts) };
}

async function* asyncOf<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values;
}

export const sampleWorkflow = (version: number, seed = 'https://example.org/'): WorkflowVersion =>
  WorkflowVersion.parse({
    v: 1,
    id: 'wcontract0001',
    version,
    createdAt: 1_763_700_000_000,
    definition: Workflow.parse({ seeds: [seed] }),
  });

export const sampleExecution = (change: Partial<Execution> = {}): Execution =>
  Execution.parse({
    v: 1,
    id: EXECUTION,
    workflowId: 'wcontract0001',
    workflowVersion: 1,
    name: 'contract',
    createdAt: 1_763_700_000_000,
    status: 'running',
    reason: null,
    desired: 'run',
    settings: { allowPrivateNetwork: false, connectTo: [] },
    base: OTHER_EXECUTION,
    limits: {},
    run: 1,
    lastRun: 1,
    wave: 3,
    plannedBy: 1,
    answer: null,
    frontier: 'executions/x/waves/3/r/frontier.json',
    plan: 'executions/x/waves/3/r/plan.json',
    manifest: 'executions/x/waves/3/r/manifest.json',
    projected: 3,
    deadlineAt: 1_763_700_600_000,
    ranMs: 0,
    secondsBaseMs: 0,
    runningSince: 1_763_700_000_000,
    startedAt: 1_763_700_000_000,
    endedAt: null,
    counts: {
      discovered: 10,
      stored: 4,
      notModified: 0,
      duplicate: 1,
      redirected: 0,
      skipped: { robots: 2 },
      failed: { dns: 1 },
      pending: 2,
    },
    bytes: 4_000,
    costUsd: 0.001,
    ...change,
  });

const T0 = 1_763_700_000_000;

/** The commit of a wave that follows `sampleExecution`. */
export function sampleCommit(wave: number, change: Partial<Commit> = {}): Commit {
  return {
    status: 'running',
    reason: null,
    wave,
    plannedBy: 1,
    answer: Step.parse({ type: 'wait', until: T0 + 60_000, cause: `host ${wave}.example` }),
    frontier: `frontier-${wave}`,
    plan: `plan-${wave}`,
    manifest: `manifest-${wave}`,
    deadlineAt: T0 + 700_000,
    ranMs: 10,
    runningSince: T0 + 1,
    startedAt: T0,
    endedAt: null,
    counts: { ...sampleExecution().counts, stored: 6, pending: 0 },
    bytes: 5_000,
    costUsd: 0.002,
    ...change,
  };
}

/** Numbers of so many units, from 0. */
export const unitNumbers = (count: number): number[] => Array.from({ length: count }, (_, unit) => unit);
