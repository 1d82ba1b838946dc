import type { Manifest } from '#core/archive/manifest.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/execution/ids.ts';
import { type Outcome, stateOfOutcome, type TaskState } from '#core/execution/outcome.ts';
import type { TaskError, TaskRow } from '#core/execution/task-index.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import { readJson } from '#engine/advance/crawl-state.ts';
import { type PendingPorts, type PendingTask, pendingTasks } from '#engine/list-tasks/pending-tasks.ts';
import { type RefusedTask, refusedTasks } from '#engine/list-tasks/refused-tasks.ts';
import { type SettledPorts, SettledRows } from '#engine/list-tasks/settled-rows.ts';
import { SitemapAddresses } from '#engine/list-tasks/sitemap-addresses.ts';

/** One URL of an execution as users see it. Times are ISO 8601 UTC. */
export interface TaskView {
  readonly url: string;
  readonly state: TaskState;
  /** Null while it is pending. */
  readonly outcome: Outcome['type'] | null;
  /** Why it was skipped or failed. */
  readonly reason: string | null;
  /** HTTP status of the last answer. */
  readonly status: number | null;
  readonly level: number;
  readonly contentType: string | null;
  /** Decoded body bytes. */
  readonly bytes: number | null;
  readonly title: string | null;
  /** URL of the page or sitemap that it was found on first, or that redirected to it; null for seeds. */
  readonly via: string | null;
  readonly attempts: number;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly errors: readonly { readonly code: string; readonly message: string; readonly at: string }[];
}

/** Only what matches all that is given. */
export interface TaskFilter {
  readonly state?: TaskState;
  readonly reason?: string;
  readonly level?: number;
  /** Host name, with or without port. */
  readonly host?: string;
}

export interface ListTasksPorts extends SettledPorts, PendingPorts {
  readonly catalog: Catalog;
}

/** A view whose `via` is still a key. */
type Draft = Omit<TaskView, 'via'> & { readonly via: UrlKey | null };

/** Tasks whose discoverers are looked up together. */
const BATCH = 500;
/** How far the clocks of worker and planner may differ. */
const SKEW_MS = 60_000;

/**
 * Every URL that an execution has discovered, each once: settled tasks, then refused URLs, then pending ones; as the execution stands when
 * the call begins, with what settles meanwhile shown as settled. Holds a wave's plan in memory at most, whatever the size of the crawl.
 *
 * @throws SurfError EXECUTION_NOT_FOUND
 */
export async function* listTasks(
  ports: ListTasksPorts,
  id: ExecutionId,
  filter: TaskFilter = {},
): AsyncGenerator<TaskView> {
  const row = await ports.catalog.execution(id);
  const settled = await SettledRows.open(ports, row);
  const discoverers = { settled, sitemaps: new SitemapAddresses(ports.archive, row) };
  let batch: Draft[] = [];
  for await (const draft of drafts(ports, { row, settled, filter })) {
    if (!matches(draft, filter)) continue;
    batch.push(draft);
    if (batch.length < BATCH) continue;
    yield* await withDiscoverers(discoverers, batch);
    batch = [];
  }
  yield* await withDiscoverers(discoverers, batch);
}

const SETTLED_STATES: readonly TaskState[] = ['succeeded', 'failed', 'timedOut', 'skipped'];

async function* drafts(
  ports: ListTasksPorts,
  from: { row: Execution; settled: SettledRows; filter: TaskFilter },
): AsyncGenerator<Draft> {
  const { row, settled, filter } = from;
  /** Rows that may have been settled after `row` was read: those are pending in what `row` names, and must not come twice. */
  const late = new Set<string>();
  const isLate = await lateness(ports, row);
  for await (const task of settled.all()) {
    if (isLate(task)) late.add(task.key);
    yield settledDraft(task);
  }
  if (filter.state === undefined || filter.state === 'skipped') {
    for await (const refused of refusedTasks(ports.archive, row)) {
      if (!late.has(refused.candidate.key)) yield refusedDraft(refused);
    }
  }
  if (filter.state !== undefined && SETTLED_STATES.includes(filter.state) && row.plan === null) return;
  for await (const group of groupsOf(pendingTasks(ports, row))) {
    const rows = row.plan === null ? [] : await settled.get(group.map(({ task }) => task.key));
    for (const [i, pending] of group.entries()) {
      if (late.has(pending.task.key)) continue;
      const now = rows[i] ?? null;
      yield now === null ? pendingDraft(pending) : settledDraft(now);
    }
  }
}

/** Tells of a settled task whether it may have ended after the commit that `row` stands for. */
async function lateness(ports: ListTasksPorts, row: Execution): Promise<(task: TaskRow) => boolean> {
  if (row.manifest === null) return () => true;
  const { closedAt } = await readJson<Manifest>(ports.archive, row.manifest);
  return ({ endedAt }) => endedAt === null || endedAt > closedAt - SKEW_MS;
}

async function* groupsOf(tasks: AsyncIterable<PendingTask>): AsyncGenerator<PendingTask[]> {
  let group: PendingTask[] = [];
  for await (const task of tasks) {
    group.push(task);
    if (group.length < BATCH) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

function matches(draft: Draft, filter: TaskFilter): boolean {
  if (filter.state !== undefined && draft.state !== filter.state) return false;
  if (filter.reason !== undefined && draft.reason !== filter.reason) return false;
  if (filter.level !== undefined && draft.level !== filter.level) return false;
  if (filter.host === undefined) return true;
  const url = URL.parse(draft.url);
  const host = filter.host.toLowerCase();
  return url !== null && (url.host === host || url.hostname === host);
}

interface Discoverers {
  readonly settled: SettledRows;
  readonly sitemaps: SitemapAddresses;
}

async function withDiscoverers({ settled, sitemaps }: Discoverers, batch: readonly Draft[]): Promise<TaskView[]> {
  const keys = [...new Set(batch.flatMap(({ via }) => (via === null ? [] : [via])))];
  const rows = await settled.get(keys);
  const urls = new Map<string, string | null>();
  for (const [i, key] of keys.entries()) urls.set(key, rows[i]?.url ?? (await sitemaps.get(key)));
  return batch.map((draft) => viewOf(draft, draft.via === null ? null : (urls.get(draft.via) ?? null)));
}

/** With its fields in one order, whatever it comes from. */
const viewOf = (draft: Draft, via: string | null): TaskView => ({
  url: draft.url,
  state: draft.state,
  outcome: draft.outcome,
  reason: draft.reason,
  status: draft.status,
  level: draft.level,
  contentType: draft.contentType,
  bytes: draft.bytes,
  title: draft.title,
  via,
  attempts: draft.attempts,
  startedAt: draft.startedAt,
  endedAt: draft.endedAt,
  errors: draft.errors,
});

const NOTHING_FETCHED = {
  status: null,
  contentType: null,
  bytes: null,
  title: null,
  attempts: 0,
  startedAt: null,
  endedAt: null,
  errors: [],
} as const;

function settledDraft(row: TaskRow): Draft {
  const { url, outcome, status, level, contentType, bytes, title, via, attempts } = row;
  return {
    url,
    state: stateOfOutcome(outcome),
    outcome: outcome.type,
    reason: 'reason' in outcome ? outcome.reason : null,
    status,
    level,
    contentType,
    bytes,
    title,
    via,
    attempts,
    startedAt: isoTime(row.startedAt),
    endedAt: isoTime(row.endedAt),
    errors: errorViews(row.errors),
  };
}

const refusedDraft = ({ level, candidate }: RefusedTask): Draft => ({
  ...NOTHING_FETCHED,
  url: candidate.url,
  state: 'skipped',
  outcome: 'skipped',
  reason: candidate.reason,
  level,
  via: candidate.by === candidate.key ? null : candidate.by,
});

const pendingDraft = ({ task, state }: PendingTask): Draft => ({
  ...NOTHING_FETCHED,
  url: task.url,
  state,
  outcome: null,
  reason: null,
  level: task.level,
  via: task.via ?? null,
  attempts: task.attempts ?? 0,
  errors: errorViews(task.errors ?? []),
});

const isoTime = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

const errorViews = (errors: readonly TaskError[]): TaskView['errors'] =>
  errors.map(({ code, message, at }) => ({ code, message, at: new Date(at).toISOString() }));
