import { SurfError } from '#core/error.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import { decodeCursor, encodeCursor, FIRST_PAGE, type TaskCursor, type TaskWalk } from '#core/execution/task-cursor.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import { lateStep } from '#engine/list-tasks/late-step.ts';
import { pendingStep } from '#engine/list-tasks/pending-step.ts';
import type { PendingPorts } from '#engine/list-tasks/pending-tasks.ts';
import { refusedStep } from '#engine/list-tasks/refused-step.ts';
import { reportedStep } from '#engine/list-tasks/reported-step.ts';
import { type SettledPorts, SettledRows } from '#engine/list-tasks/settled-rows.ts';
import { settledStep, unprojectedStep } from '#engine/list-tasks/settled-step.ts';
import { SitemapNames } from '#engine/list-tasks/sitemap-names.ts';
import type { PlacedTask, StepSource, TaskStep } from '#engine/list-tasks/task-step.ts';
import { matches, type TaskFilter, type TaskView, withDiscoverers } from '#engine/list-tasks/task-view.ts';
import { ReadBudget } from '#engine/page-chunks/read-budget.ts';
import { RunningWave } from '#engine/running/running-wave.ts';

export interface PageTasksPorts extends SettledPorts, PendingPorts {
  readonly catalog: Pick<Catalog, 'execution'>;
}

export interface TaskPageRequest {
  readonly filter?: TaskFilter;
  /** At most 1,000. */
  readonly limit: number;
  /** `next` of the previous page. */
  readonly next?: string;
}

/** Steps of one call: each is a few reads, however large the crawl is. */
const MOST_STEPS = 8;
/**
 * Reads after which no further step is begun; what one takes grows with the logarithm of the waves.
 */
const MOST_READS = 20;

/**
 * A page of an execution's URLs: settled ones, then refused ones, then those of the running wave,
 * unit by unit: what its chunks say, then what has no outcome; then those of later waves. Each
 * comes once while no wave is settled between two pages. When one is, its URLs come before what is
 * pending: a URL that the walk gave before can come again, settled; none is left out.
 *
 * The number of reads is bounded for any size of the crawl: with a filter that hardly anything
 * matches a page may be short, or empty, and have a `next` all the same.
 *
 * @throws SurfError EXECUTION_NOT_FOUND; REQUEST_INVALID for a cursor that is none
 */
export async function pageTasks(
  ports: PageTasksPorts,
  id: ExecutionId,
  { filter = {}, limit, next }: TaskPageRequest,
): Promise<{ items: TaskView[]; next: string | null }> {
  const row = await ports.catalog.execution(id);
  const budget = new ReadBudget(MOST_READS);
  const from = { archive: budget.archive(ports.archive), tasks: budget.tasks(ports.tasks) };
  const settled = await SettledRows.open(from, row);
  const running = new RunningWave(from.archive, row);
  const source: StepSource = { archive: from.archive, units: ports.units, row, settled, running, filter };
  const found: PlacedTask[] = [];
  const walk = next === undefined ? FIRST_PAGE : given(next);
  let cursor: TaskCursor | null = walk.cursor;
  let since = walk.since ?? (isPending(cursor) ? cursor.wave : row.wave);
  for (let steps = 0; cursor !== null && found.length < limit && steps < MOST_STEPS && !budget.isSpent; steps += 1) {
    if (isPending(cursor) && since < row.wave) cursor = { phase: 'late', wave: since, at: 0 };
    const step: TaskStep = await stepFrom(source, cursor);
    if (cursor.phase === 'late' && step.next !== null && isPending(step.next)) since = row.wave;
    cursor = step.next;
    for (const task of step.tasks) {
      if (!matches(task.draft, filter)) continue;
      found.push(task);
      if (found.length < limit) continue;
      cursor = task.next;
      break;
    }
  }
  const names = { settled: remembering(settled), sitemaps: new SitemapNames(from.archive, row) };
  const most = await affordable(found, { ...names, budget });
  const shown = found.slice(0, most);
  if (most < found.length) cursor = shown.at(-1)?.next ?? cursor;
  const items = await withDiscoverers(
    { execution: id, ...names },
    shown.map(({ draft }) => draft),
  );
  return { items, next: cursor === null ? null : encodeCursor({ cursor, since }) };
}

const isPending = (cursor: TaskCursor): cursor is Extract<TaskCursor, { phase: 'reported' | 'pending' }> =>
  cursor.phase === 'reported' || cursor.phase === 'pending';

/** Reads each row once. */
function remembering(settled: SettledRows): Pick<SettledRows, 'get'> {
  const known = new Map<UrlKey, TaskRow | null>();
  return {
    async get(keys) {
      const open = keys.filter((key) => !known.has(key));
      const rows = await settled.get(open);
      for (const [i, key] of open.entries()) known.set(key, rows[i] ?? null);
      return keys.map((key) => known.get(key) ?? null);
    },
  };
}

/**
 * Number of tasks, from the first on, with discoverers that can be looked up: each sitemap takes a
 * few reads. One always has.
 */
async function affordable(
  found: readonly PlacedTask[],
  from: { readonly settled: Pick<SettledRows, 'get'>; readonly sitemaps: SitemapNames; readonly budget: ReadBudget },
): Promise<number> {
  const { settled, sitemaps, budget } = from;
  const keys = [...new Set(found.flatMap(({ draft }) => draft.via ?? []))];
  const rows = await settled.get(keys);
  const open = new Set<string>(keys.filter((_, i) => (rows[i] ?? null) === null));
  for (const [i, { draft }] of found.entries()) {
    if (draft.via === null || !open.has(draft.via) || sitemaps.knows(draft.via)) continue;
    if (i > 0 && budget.isSpent) return i;
    await sitemaps.get(draft.via);
  }
  return found.length;
}

function stepFrom(source: StepSource, cursor: TaskCursor): Promise<TaskStep> | TaskStep {
  switch (cursor.phase) {
    case 'settled':
      return settledStep(source, cursor);
    case 'unprojected':
      return unprojectedStep(source, cursor);
    case 'refused':
      return refusedStep(source, cursor);
    case 'late':
      return lateStep(source, cursor);
    case 'reported':
      return reportedStep(source, cursor);
    case 'pending':
      return pendingStep(source, cursor);
  }
}

function given(text: string): TaskWalk {
  const walk = decodeCursor(text);
  if (walk !== null) return walk;
  throw new SurfError('REQUEST_INVALID', `next: ${JSON.stringify(text.slice(0, 50))} is not a cursor of this list`, {
    remedy: 'give `next` as the previous answer had it, or leave it out',
  });
}
