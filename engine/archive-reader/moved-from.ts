import type { TaskRow } from '#core/execution/task-index.ts';
import type { SettledRows } from '#engine/list-tasks/settled-rows.ts';

/** Redirects that say that the page has moved for good: its record moves with it (I1, RFC 9110 §15.4.2, §15.4.9). */
const PERMANENT = new Set([301, 308]);

/**
 * The addresses that pages have moved from: of each page that a permanent redirect led to, the one at which that chain of permanent redirects
 * began. A temporary redirect (302, 303, 307) on the way ends it: what is behind it keeps its own record.
 *
 * @param rows settled tasks @returns URL of the old address by the page's key
 */
export async function movedFrom(settled: SettledRows, rows: readonly TaskRow[]): Promise<Map<string, string>> {
  const moved = new Map<string, string>();
  /** Each page, with the end of its chain that is looked at. */
  let open = rows.map((row) => ({ page: row.key as string, row }));
  while (open.length > 0) {
    const keys = [...new Set(open.flatMap(({ row }) => (row.via === null ? [] : [row.via])))];
    const known = await settled.get(keys);
    const sources = new Map(keys.map((key, i) => [key as string, known[i] ?? null]));
    open = open.flatMap(({ page, row }) => {
      const source = sources.get(row.via ?? '') ?? null;
      if (source === null || !hasMoved(source, row)) return [];
      moved.set(page, source.url);
      return [{ page, row: source }];
    });
  }
  return moved;
}

/** A chain has no circle: a redirect target's `via` was settled before it. */
const hasMoved = ({ outcome, status }: TaskRow, { key }: TaskRow): boolean =>
  outcome.type === 'redirected' && outcome.to === key && status !== null && PERMANENT.has(status);
