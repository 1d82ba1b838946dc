import type { LinkGraph } from '#engine/importance/link-graph.ts';

/** Share of the rank that follows links; the rest is spread over all pages (Brin, Page 1998). */
const DAMPING = 0.85;
/** The ranks are final when all changes of a round are less than this, together. */
const ENOUGH = 1e-9;
/** Each round leaves at most 0.85 of the change: 1e-10 after 140 rounds, below `ENOUGH`. */
const MOST_ROUNDS = 150;
/** Rounds in which depths are found: each finds all that are one link farther, and mostly all. */
const MOST_DEPTH = 100;

export interface PageRanks {
  /** Ranks by place, all together 1; 0 where there is no page. */
  readonly ranks: Float64Array;
  readonly rounds: number;
}

/**
 * PageRank by power iteration. A page without links gives its rank to all pages.
 * @param isPage by place: 1 for a page
 * @param graph links between pages
 */
export async function pageRanks(graph: LinkGraph, isPage: Uint8Array): Promise<PageRanks> {
  const pages = isPage.reduce((sum, one) => sum + one, 0);
  const hasLinks = new Uint8Array(isPage.length);
  await graph.each((from, to) => {
    if (to.length > 0) hasLinks[from] = 1;
  });
  let ranks = Float64Array.from(isPage, (one) => (one === 1 ? 1 / pages : 0));
  let rounds = 0;
  for (let change = 1; change > ENOUGH && rounds < MOST_ROUNDS && pages > 0; rounds++) {
    const next = new Float64Array(isPage.length);
    await graph.each((from, to) => {
      const share = ((ranks[from] ?? 0) * DAMPING) / to.length;
      for (const place of to) next[place] = (next[place] ?? 0) + share;
    });
    change = settle(next, { before: ranks, isPage, hasLinks, pages });
    ranks = next;
  }
  return { ranks, rounds };
}

interface Round {
  readonly before: Float64Array;
  readonly isPage: Uint8Array;
  readonly hasLinks: Uint8Array;
  readonly pages: number;
}

/** Spreads what links do not carry. @returns the sum of all changes */
function settle(next: Float64Array, { before, isPage, hasLinks, pages }: Round): number {
  let dangling = 0;
  for (let place = 0; place < before.length; place++) if (hasLinks[place] === 0) dangling += before[place] ?? 0;
  const base = (1 - DAMPING + DAMPING * dangling) / pages;
  let change = 0;
  for (let place = 0; place < before.length; place++) {
    if (isPage[place] === 0) continue;
    const rank = (next[place] ?? 0) + base;
    next[place] = rank;
    change += Math.abs(rank - (before[place] ?? 0));
  }
  return change;
}

/**
 * Fewest links from a seed, by place; -1: no way of at most 100 links leads there.
 * @param seeds places
 */
export async function depthsFrom(graph: LinkGraph, seeds: Iterable<number>, places: number): Promise<Int32Array> {
  const depths = new Int32Array(places).fill(-1);
  for (const seed of seeds) depths[seed] = 0;
  let isChanged = true;
  for (let round = 0; isChanged && round < MOST_DEPTH; round++) {
    isChanged = false;
    await graph.each((from, to) => {
      const depth = depths[from] ?? -1;
      if (depth < 0 || depth >= MOST_DEPTH) return;
      for (const place of to) {
        const known = depths[place] ?? -1;
        if (known >= 0 && known <= depth + 1) continue;
        depths[place] = depth + 1;
        isChanged = true;
      }
    });
  }
  return depths;
}
