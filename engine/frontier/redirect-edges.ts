import type { CrawlState, RedirectEdge } from '#engine/frontier/crawl-state.ts';
import { readLines } from '#engine/frontier/lines/line-files.ts';

/** The level's redirects so far. */
export async function loadEdges({ archive, head }: Pick<CrawlState, 'archive' | 'head'>): Promise<RedirectEdge[]> {
  const edges: RedirectEdge[] = [];
  for (const file of head.redirects) edges.push(...(await readLines<RedirectEdge>(archive, file)));
  return edges;
}
