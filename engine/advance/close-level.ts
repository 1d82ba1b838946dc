import type { ListRef } from '#core/frontier/frontier.ts';
import { hostKeyOf } from '#core/politeness/host-key.ts';
import { hasPatterns } from '#core/scope/matched-patterns.ts';
import { createUrlJudge, type UrlJudge } from '#core/scope/url-judge.ts';
import { sitemapKey } from '#core/sitemap/sitemap-key.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import type { CrawlState } from '#engine/advance/crawl-state.ts';
import { mergeLevel, type Rejudge } from '#engine/advance/merge-level.ts';
import { layOut } from '#engine/advance/plan-wave.ts';
import { seedLevel } from '#engine/advance/seed-level.ts';
import { settleLosers } from '#engine/advance/settle-digests.ts';
import { giveSitemaps, takeSitemaps } from '#engine/advance/take-sitemaps.ts';

/** Begins a crawl: the seeds, and behind them the sitemaps that the workflow gives. */
export async function openCrawl(state: CrawlState, workflow: Workflow): Promise<void> {
  const judge = judgeOf(state, workflow);
  const seeds = await seedLevel(state, workflow, (url) => judge.judge(url, { nofollow: false, seed: true }));
  if (hasPatterns(workflow)) state.head.matched = judge.matched();
  if (seeds !== null) addLists(state, workflow, { lists: [seeds], behind: false });
  if (!Array.isArray(workflow.sitemaps)) return;
  await giveSitemaps(state, workflow.sitemaps.map(givenSitemap));
  addLists(state, workflow, { lists: await takeSitemaps(state, judge), behind: true });
}

const givenSitemap = (text: string, position: number) => {
  const url = text as CrawlUrl;
  const key = sitemapKey(url);
  const sitemap = { depth: 0, host: hostKeyOf(url) as string, given: true as const };
  return { key, url, by: key, level: 0, rank: 0, position, reason: null, sitemap };
};

/** Takes up what a level has left: first sitemaps and entries that are its own, which keep it open; then its links, which are the next level. */
export async function closeLevel(state: CrawlState, workflow: Workflow): Promise<void> {
  const judge = judgeOf(state, workflow);
  const rejudge: Rejudge | null = state.head.widened
    ? (url, nofollow) => judge.judge(url, { nofollow: nofollow && workflow.links.nofollow === 'obey', seed: false })
    : null;
  const { pagesPerPattern } = workflow.traps;
  if (state.head.sitemaps.length > 0) {
    addLists(state, workflow, { lists: await takeSitemaps(state, judge), behind: true });
  } else if (state.head.entries.length > 0) {
    addLists(state, workflow, {
      lists: await mergeLevel(state, { rejudge, pagesPerPattern, kind: 'entries' }),
      behind: true,
    });
  } else {
    await settleLosers(state, true);
    state.barren?.closeLevel();
    // Depth-first there is a level for each page: nothing is gained by waiting for the next.
    const lists = await mergeLevel(state, { rejudge, pagesPerPattern, shares: workflow.order !== 'depth-first' });
    addLists(state, workflow, { lists, behind: false });
    state.head.level = lists.reduce((deepest, list) => Math.max(deepest, list.level), state.head.level);
  }
}

/** Breadth-first lists are in the order of their levels. Depth-first they are a stack: the last is on top, and what is `behind` lies at the bottom. */
function addLists(
  state: CrawlState,
  workflow: Workflow,
  { lists, behind }: { lists: ListRef[]; behind: boolean },
): void {
  const stack = workflow.order === 'depth-first';
  const all = stack && behind ? [...lists, ...state.head.lists] : [...state.head.lists, ...lists];
  layOut(state, stack ? all : all.sort((a, b) => a.level - b.level));
}

const judgeOf = (state: CrawlState, workflow: Workflow): UrlJudge =>
  createUrlJudge(workflow, state.head.scopeSeeds, {
    allowPrivateNetwork: state.execution.settings.allowPrivateNetwork,
  });
