import type { Manifest } from '#core/archive/manifest.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { isSettledState } from '#core/model/outcome.ts';
import { readJson } from '#engine/frontier/crawl-state.ts';
import { type PendingPorts, type PendingTask, pendingTasks } from '#engine/list-tasks/pending-tasks.ts';
import { refusedTasks } from '#engine/list-tasks/refused-tasks.ts';
import { type SettledPorts, SettledRows } from '#engine/list-tasks/settled-rows.ts';
import { SitemapAddresses } from '#engine/list-tasks/sitemap-addresses.ts';
import {
  type Draft,
  matches,
  pendingDraft,
  refusedDraft,
  settledDraft,
  type TaskFilter,
  type TaskView,
  withDiscoverers,
} from '#engine/list-tasks/task-view.ts';

export interface ListTasksPorts extends SettledPorts, PendingPorts {
  readonly catalog: Catalog;
}

/** Tasks whose discoverers are looked up together. */
const BATCH = 500;
/** Most skew between the clocks of worker and planner. */
const SKEW_MS = 60_000;

/**
 * Every URL that an execution has discovered, each once: settled tasks, then refused URLs, then
 * pending ones; in the state of the execution when the call begins, with what settles meanwhile
 * shown as settled, and what the running wave's chunks say of its tasks. Holds a wave's plan and
 * the outcomes of one of its units in memory at most, for any size of the crawl.
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
  const discoverers = { execution: id, settled, sitemaps: new SitemapAddresses(ports.archive, row) };
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

async function* drafts(
  ports: ListTasksPorts,
  from: { row: Execution; settled: SettledRows; filter: TaskFilter },
): AsyncGenerator<Draft> {
  const { row, settled, filter } = from;
  /**
   * Rows that may have been settled after `row` was read: those are pending in what `row` names,
   * and must not come twice.
   */
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
  if (filter.state !== undefined && isSettledState(filter.state) && row.plan === null) return;
  for await (const group of groupsOf(pendingTasks(ports, row))) {
    const rows = row.plan === null ? [] : await settled.get(group.map(({ task }) => task.key));
    for (const [i, pending] of group.entries()) {
      if (late.has(pending.task.key)) continue;
      const now = rows[i] ?? null;
      yield now === null ? unsettledDraft(pending) : settledDraft(now);
    }
  }
}

const unsettledDraft = (pending: PendingTask): Draft =>
  pending.reported === undefined ? pendingDraft(pending) : settledDraft(pending.reported, true);

/** Tells of a settled task whether it may have ended after the commit that `row` represents. */
async function lateness(ports: ListTasksPorts, row: Execution): Promise<(task: TaskRow) => boolean> {
  if (row.manifest === null) return () => true;
  const { closedAt } = await readJson<Manifest>(ports.archive, row.manifest, 'chunks');
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
