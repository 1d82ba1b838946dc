import type { RedirectEdge } from '#engine/frontier/crawl-state.ts';

/**
 * Pages that a redirect found have the lowest rank of all redirects that lead to them, whenever
 * those were followed: as in a crawl one by one. Edges are taken from the lowest rank on, so each
 * page is reached once, however redirects run into each other.
 *
 * @returns `<level>/<key>` of each target → its rank
 */
export function lowestRanks(edges: readonly RedirectEdge[]): Map<string, number> {
  const ranks = new Map<string, number>();
  const byFrom = Map.groupBy(edges, ({ level, from }) => `${level}/${from}`);
  for (const { to, rank, level } of [...edges].sort((a, b) => a.rank - b.rank)) {
    const reached = [`${level}/${to}`];
    for (let place = reached.pop(); place !== undefined; place = reached.pop()) {
      if (ranks.has(place)) continue;
      ranks.set(place, rank);
      for (const next of byFrom.get(place) ?? []) reached.push(`${next.level}/${next.to}`);
    }
  }
  return ranks;
}
