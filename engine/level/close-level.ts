import { type DeadSeeds, NO_DEAD_SEEDS, withDeadSeed } from '#core/frontier/dead-seeds.ts';
import type { ListRef } from '#core/frontier/frontier.ts';
import { hostKeyOf } from '#core/politeness/hosts/host-key.ts';
import { hasPatterns } from '#core/scope/filter/matched-patterns.ts';
import { createScopeFilter, type ScopeFilter } from '#core/scope/filter/scope-filter.ts';
import { sitemapKey } from '#core/sitemap/sitemap-key.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import type { CrawlState } from '#engine/frontier/crawl-state.ts';
import type { MadeLists, StateChange } from '#engine/frontier/next-state.ts';
import { addGivenSitemaps, admitSitemaps } from '#engine/level/admit-sitemaps.ts';
import { advanceWalks } from '#engine/level/advance-walks.ts';
import { mergeLevel, type Rejudge } from '#engine/level/merge-level.ts';
import { seedLevel } from '#engine/level/seed-level.ts';
import { settleLosers } from '#engine/level/settle-losers.ts';

/** Begins a crawl with its seeds. */
export async function openCrawl(state: CrawlState, workflow: Workflow): Promise<StateChange> {
  const scopeFilter = scopeFilterOf(state, workflow);
  const { lists, change } = await seedLevel(state, workflow, (url) =>
    scopeFilter.decide(url, { nofollow: false, seed: true }),
  );
  return {
    ...change,
    lists: withLists(state, workflow, { lists, behind: false }),
    head: { ...change.head, ...(hasPatterns(workflow) && { matched: scopeFilter.matched() }) },
  };
}

/** Takes up the given sitemaps, after the seeds, and notes those that a rule refuses. */
export async function openSitemaps(state: CrawlState, workflow: Workflow): Promise<StateChange> {
  if (!Array.isArray(workflow.sitemaps) || workflow.sitemaps.length === 0) return {};
  const given = await addGivenSitemaps(state, workflow.sitemaps.map(givenSitemap));
  const files = given === null ? state.head.sitemaps : [...state.head.sitemaps, given];
  const scopeFilter = scopeFilterOf(state, workflow);
  const { lists, change } = await admitSitemaps(state, { files, scopeFilter });
  return {
    ...change,
    lists: withLists(state, workflow, { lists, behind: true }),
    head: { ...change.head, deadSitemaps: refusedSitemaps(workflow.sitemaps, scopeFilter) },
  };
}

function refusedSitemaps(given: readonly string[], scopeFilter: ScopeFilter): DeadSeeds | undefined {
  return given.reduce<DeadSeeds | undefined>((dead, url) => {
    const { reason, rule = '' } = scopeFilter.decide(url as CrawlUrl, { nofollow: false, seed: true });
    return reason === null ? dead : withDeadSeed(dead ?? NO_DEAD_SEEDS, { url, reason, detail: rule, rank: 0 });
  }, undefined);
}

const givenSitemap = (text: string, position: number) => {
  const url = text as CrawlUrl;
  const key = sitemapKey(url);
  const sitemap = { depth: 0, host: hostKeyOf(url) as string, given: true as const };
  return { key, url, by: key, level: 0, rank: 0, position, reason: null, sitemap };
};

/**
 * Takes up what a level has left: first sitemaps and entries that are its own, which keep it open;
 * then its links, which are the next level.
 *
 * @param listTasks most tasks of one list (`LevelLists`)
 */
export async function closeLevel(state: CrawlState, workflow: Workflow, listTasks?: number): Promise<StateChange> {
  const { head, barren } = state;
  const scopeFilter = scopeFilterOf(state, workflow);
  if (head.sitemaps.length > 0) {
    const { lists, change } = await admitSitemaps(state, { files: head.sitemaps, scopeFilter });
    return { ...change, lists: withLists(state, workflow, { lists, behind: true }) };
  }
  if (workflow.order === 'sample') {
    const settled = await settleLosers(state, true);
    const { lists, change } = await advanceWalks(state, workflow, { scopeFilter, listTasks });
    return levelChange(state, workflow, { settled, lists, change });
  }
  const obey = workflow.links.nofollow === 'obey';
  const rejudge: Rejudge | null = head.widened
    ? ({ url, reason, nofollow, offTopic }) =>
        scopeFilter.decide(url as CrawlUrl, {
          nofollow: obey && (reason === 'nofollow' || nofollow === true),
          offTopic,
          seed: false,
        })
    : null;
  const { pagesPerPattern } = workflow.traps;
  if (head.entries.length > 0) {
    const { lists, change } = await mergeLevel(state, { rejudge, pagesPerPattern, kind: 'entries', listTasks });
    return { ...change, lists: withLists(state, workflow, { lists, behind: true }) };
  }
  const settled = await settleLosers(state, true);
  barren?.closeLevel();
  // Depth-first there is a level for each page: nothing is gained by waiting for the next.
  const shares = workflow.order !== 'depth-first';
  const ranksByCash = workflow.order === 'importance';
  const { lists, change } = await mergeLevel(state, { rejudge, pagesPerPattern, shares, ranksByCash, listTasks });
  return levelChange(state, workflow, { settled, lists, change });
}

/** The level that begins, after the one that closes. */
function levelChange(
  state: CrawlState,
  workflow: Workflow,
  { settled, lists, change }: MadeLists & { readonly settled: StateChange },
): StateChange {
  const level = lists.reduce((deepest, list) => Math.max(deepest, list.level), state.head.level);
  return {
    ...settled,
    ...change,
    lists: withLists(state, workflow, { lists, behind: false }),
    head: { ...settled.head, ...change.head, level },
  };
}

/** The crawl ends in the middle of a level: its duplicates get the answer that is right for now. */
export const leaveLevel = (state: CrawlState): Promise<StateChange> => settleLosers(state, false);

/**
 * All lists, with those that a step made. Breadth-first lists are in the order of their levels.
 * Depth-first they are a stack: the last is on top, and `behind` is at the bottom.
 */
function withLists(
  { head }: CrawlState,
  workflow: Workflow,
  { lists, behind }: { lists: readonly ListRef[]; behind: boolean },
): ListRef[] {
  if (workflow.order !== 'depth-first') return [...head.lists, ...lists].sort((a, b) => a.level - b.level);
  // a level of several lists: its first is above the others
  const made = lists.toReversed().sort((a, b) => a.level - b.level);
  return behind ? [...made, ...head.lists] : [...head.lists, ...made];
}

const scopeFilterOf = (state: CrawlState, workflow: Workflow): ScopeFilter =>
  createScopeFilter(workflow, state.head.scopeSeeds, {
    allowPrivateNetwork: state.execution.settings.allowPrivateNetwork,
  });
