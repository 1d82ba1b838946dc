import { CANDIDATE_KINDS } from '#engine/frontier/candidates/candidate-kinds.ts';
import type { CrawlState } from '#engine/frontier/crawl-state.ts';

/** Admitted sitemaps that Surf has not yet read or given up. */
export function unreadSitemaps({ carry, parked, head }: Pick<CrawlState, 'carry' | 'parked' | 'head'>): number {
  const left = [...carry, ...parked].filter((task) => task.sitemap !== undefined).length;
  return head.lists.reduce((sum, { sitemaps, tasks, taken }) => sum + (sitemaps ? tasks - taken : 0), left);
}

/** Can the walks of a sample make a step? They do when all pages to which they came are settled. */
export const walksWait = ({ carry, parked, head }: Pick<CrawlState, 'carry' | 'parked' | 'head'>): boolean =>
  head.walks?.done !== true && head.counts.pending + unreadSitemaps({ carry, parked, head }) === 0;

/** Runs that are not merged yet, of all kinds. */
export const waitingRuns = ({ head }: Pick<CrawlState, 'head'>): number =>
  CANDIDATE_KINDS.reduce((sum, kind) => sum + head[kind].length, 0);
