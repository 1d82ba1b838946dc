import type { Archive } from '#core/archive/archive.ts';
import type { PlanTask } from '#core/archive/plan.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import { firstLines, type LevelIndex } from '#core/frontier/wave/level-index.ts';
import { numbers } from '#engine/frontier/crawl-state.ts';
import { listObjects, openList } from '#engine/frontier/lines/level-list.ts';
import { parseLines } from '#engine/frontier/lines/line-files.ts';

export interface CutQuestion {
  readonly level: number;
  /** Among its tasks only; null: among all of the level. */
  readonly host: string | null;
}

/**
 * Cash of the last task in rank order that had a slot, of a level list that has tasks without one;
 * null: none had. Reads the index of the list and one line.
 */
export async function cashAtCut(
  archive: Archive,
  head: Frontier,
  { level, host }: CutQuestion,
): Promise<number | null> {
  const ref = head.lists.findLast((list) => list.level === level && list.taken > 0 && list.sitemaps !== true);
  if (ref === undefined || head.cursors === null) return null;
  const { index, hosts, taken } = await openList(archive, ref, numbers(await archive.get(head.cursors)));
  const line = lastTaken(index, taken, host === null ? null : hosts.indexOf(host));
  if (line === null) return null;
  const offset = index.length.subarray(0, line).reduce((sum, bytes) => sum + bytes, 0);
  const bytes = await archive.range(listObjects(ref.list).tasks, offset, index.length[line] ?? 0);
  const [task] = parseLines<PlanTask>(bytes);
  return task?.cash ?? 0;
}

/** Line of the last task that was taken, of one host or of all. */
function lastTaken({ order, length }: LevelIndex, taken: Uint32Array, only: number | null): number | null {
  const first = firstLines({ order, length }, taken.length);
  const met = new Uint32Array(taken.length);
  let last: number | null = null;
  for (const host of order) {
    const nth = met[host] ?? 0;
    met[host] = nth + 1;
    if (nth < (taken[host] ?? 0) && (only === null || host === only)) last = (first[host] ?? 0) + nth;
  }
  return last;
}
