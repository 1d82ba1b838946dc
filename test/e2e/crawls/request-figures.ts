import type { RequestEntry } from '#test/site/request-log.ts';

/**
 * The time between the arrivals of two requests; the longest that it can have been, as far as the
 * server's process read late.
 */
export const gapBetween = (first: RequestEntry, second: RequestEntry): number => second.monotonicMs - first.afterMs;

/**
 * The shortest time between two requests for different URLs at one host, robots.txt left out; ms.
 * Infinity: there are no two.
 */
export function closestPair(log: readonly RequestEntry[]): number {
  let closest = Number.POSITIVE_INFINITY;
  for (const entries of Map.groupBy(pagesOf(log), ({ host }) => host).values()) {
    const inOrder = entries.toSorted((a, b) => a.monotonicMs - b.monotonicMs);
    for (const [i, entry] of inOrder.entries()) {
      const before = inOrder[i - 1];
      if (before !== undefined && before.path !== entry.path) {
        closest = Math.min(closest, gapBetween(before, entry));
      }
    }
  }
  return closest;
}

/** Requests for each page, by URL. */
export function requestCounts(log: readonly RequestEntry[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { origin, path } of pagesOf(log))
    counts.set(`${origin}${path}`, (counts.get(`${origin}${path}`) ?? 0) + 1);
  return counts;
}

export const pagesOf = (log: readonly RequestEntry[]): RequestEntry[] =>
  log.filter(({ path }) => path !== '/robots.txt');
