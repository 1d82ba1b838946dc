import type { Archive } from '#core/archive/archive.ts';
import { isParseError, parseFault } from '#core/archive/damaged-object.ts';
import { executionPrefix } from '#core/archive/object-keys.ts';
import { codeOf, SurfError } from '#core/error.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import { type Counts, type Execution, hasEnded, type LevelCounts } from '#core/execution/execution.ts';
import type { TaskIndex } from '#core/execution/task-index.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { recordedPages } from '#core/plugin/recorded-pages.ts';
import type { Audit, BodyDecoder } from '#engine/verify/audit/audit.ts';
import { type Difference, Differences } from '#engine/verify/audit/difference.ts';
import { ObjectReader } from '#engine/verify/audit/object-reader.ts';
import { Replay } from '#engine/verify/audit/replay.ts';
import { checkBarren } from '#engine/verify/checks/check-barren.ts';
import { checkLimits } from '#engine/verify/checks/check-counts.ts';
import { checkExecution } from '#engine/verify/checks/check-execution.ts';
import { checkExternal } from '#engine/verify/checks/check-external.ts';
import { checkPending } from '#engine/verify/checks/check-pending.ts';
import { checkDigests, checkSeen } from '#engine/verify/checks/check-sets.ts';
import { checkDuplicates } from '#engine/verify/checks/check-settled.ts';
import { checkTasks } from '#engine/verify/checks/check-tasks.ts';
import { readManifests } from '#engine/verify/objects/read-manifests.ts';
import type { PlannedWave } from '#engine/verify/objects/read-plan.ts';
import { openBase } from '#engine/verify/open-base.ts';
import { checkPatterns } from '#engine/verify/tasks/count-patterns.ts';
import { WaveReplay } from '#engine/verify/wave-replay.ts';

export interface VerifyPorts {
  readonly catalog: Pick<Catalog, 'execution' | 'workflow'>;
  readonly archive: Archive;
  readonly tasks: Pick<TaskIndex, 'list'>;
  /** Removes a Content-Encoding: the decoder of the fetcher. */
  readonly decodeBody: BodyDecoder;
}

/** The result of a verification. Surf computes every figure in it from the log. */
export interface VerifyReport {
  /** True if there is no difference. */
  readonly holds: boolean;
  /**
   * The first hundred that Surf found, in order: the first one is nearest to the cause.
   */
  readonly differences: readonly Difference[];
  /** All differences. */
  readonly total: number;
  readonly counts: Counts;
  readonly levels: readonly LevelCounts[];
  /** Decoded bytes of pages. */
  readonly bytes: number;
  /**
   * Closed waves, their chunks, pages (stored and notModified), and response records that were read
   * whole.
   */
  readonly waves: number;
  readonly chunks: number;
  readonly pages: number;
  readonly records: number;
}

/** Times that `verify` starts again if the execution continues meanwhile. */
const TRIES = 3;

/**
 * Recomputes an execution from its append-only log (manifests → chunks → lines and WARC records)
 * and compares everything that `advance` committed and projected with it (N3). Independent of
 * `advance`: it imports no file of `engine/advance` and no counting code of `core/frontier` (a test
 * keeps that), so an error in one does not hide in the other. It computes nothing from tables: it
 * only compares rows and frontiers with its result. It reads every archived byte once; with a base
 * also the base's log and the bodies taken from it. Memory: about 400 bytes and the URL for each
 * admitted URL, 500 bytes for each page of the base.
 *
 * @throws SurfError EXECUTION_NOT_FOUND; STATE_CONFLICT when it continues faster than it can be
 * read
 */
export async function verify(ports: VerifyPorts, id: ExecutionId): Promise<VerifyReport> {
  for (let tries = 0; tries < TRIES; tries++) {
    const row = await ports.catalog.execution(id);
    const report = await verifyRow(ports, row);
    const now = await ports.catalog.execution(id);
    if (report.holds || (now.wave === row.wave && now.projected === row.projected)) return report;
  }
  throw new SurfError('STATE_CONFLICT', `execution ${id} is still running and changes during the verification`, {
    remedy: 'pause it, or verify it after its end',
  });
}

async function verifyRow(ports: VerifyPorts, row: Execution): Promise<VerifyReport> {
  const audit = await auditOf(ports, row);
  const { replay, differences, looked } = audit;
  const waves = await readManifests(audit);
  await replayed(audit, ports, waves).catch((error: unknown) => addDamage(differences, row.id, error));
  return {
    holds: differences.total === 0,
    differences: differences.first,
    total: differences.total,
    counts: replay.tally.counts(),
    levels: Array.from({ length: replay.tally.depth }, (_, level) => replay.tally.levelCounts(level)),
    bytes: replay.bytes,
    waves: waves.filter(({ manifest }) => manifest.plan !== null).length,
    chunks: looked.chunks,
    pages: replay.tally.pages(),
    records: looked.records,
  };
}

async function replayed(
  audit: Audit,
  ports: VerifyPorts,
  waves: Awaited<ReturnType<typeof readManifests>>,
): Promise<void> {
  const { row } = audit;
  if (row.base !== undefined) audit.base = await openBase(audit, ports.catalog, waves);
  const wave = new WaveReplay(audit);
  for (const [i, logged] of waves.entries()) {
    const next = waves[i + 1]?.manifest;
    await wave.close(logged, next === undefined ? row.plan : next.plan);
  }
  if (wave.frontier !== null) await checkEnd(audit, wave.frontier, wave.plan);
  checkExecution(audit, waves.at(-1)?.key ?? null);
  await checkTasks(audit, ports.tasks);
}

/**
 * An unreadable object is a difference and ends the comparison: nothing after it can be checked.
 */
function addDamage(differences: Differences, id: ExecutionId, error: unknown): void {
  const isDamage = isParseError(error) || codeOf(error) === 'OBJECT_CORRUPT' || codeOf(error) === 'OBJECT_NOT_FOUND';
  if (!isDamage) throw error;
  const found = parseFault(error);
  differences.add('log-corrupt', executionPrefix(id), { expected: 'objects that can be read', found });
}

async function auditOf(ports: VerifyPorts, row: Execution): Promise<Audit> {
  const { definition } = await ports.catalog.workflow(row.workflowId, row.workflowVersion);
  const differences = new Differences();
  return {
    id: row.id,
    row,
    workflow: definition,
    rules: recordedPages(definition),
    objects: new ObjectReader(ports.archive, row.id, differences),
    archive: ports.archive,
    base: undefined,
    due: new Map(),
    differences,
    replay: new Replay(definition.seeds),
    decodeBody: ports.decodeBody,
    lists: new Map(),
    outside: new Set(),
    looked: { chunks: 0, records: 0 },
  };
}

/** Checks what only the last frontier holds: pending tasks, seen set, digests; and the limits. */
async function checkEnd(audit: Audit, last: Frontier, plan: PlannedWave | null): Promise<void> {
  const { row, workflow } = audit;
  if (hasEnded(row.status)) checkDuplicates(audit);
  checkLimits(audit, 'execution', { ...workflow.limits, ...row.limits });
  await checkPending(audit, last, plan);
  await checkSeen(audit, last);
  await checkDigests(audit, last);
  await checkPatterns(audit, last);
  await checkBarren(audit, last);
  await checkExternal(audit, last);
}
