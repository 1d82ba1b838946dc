import type { CandidateLine } from '#core/archive/chunk/chunk-lines.ts';
import { hostKeyOf } from '#core/politeness/hosts/host-key.ts';
import { createScopeFilter } from '#core/scope/filter/scope-filter.ts';
import { admitsSitemap } from '#core/sitemap/admits-sitemap.ts';
import { sitemapKey } from '#core/sitemap/sitemap-key.ts';
import { MOST_SITEMAPS, MOST_SITEMAPS_OF_HOST } from '#core/sitemap/sitemap-place.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import type { Audit } from '#engine/verify/audit/audit.ts';
import type { KnownTask } from '#engine/verify/audit/known-task.ts';
import type { MergedLevel } from '#engine/verify/audit/merged-level.ts';
import type { Replay } from '#engine/verify/audit/replay.ts';
import { bestOf, byOrderKey, finalRank } from '#engine/verify/tasks/merge-candidates.ts';

/** The sitemaps that the workflow gives, as found ones. */
export function givenSitemaps({ workflow, replay }: Audit): void {
  if (!Array.isArray(workflow.sitemaps)) return;
  const lines = workflow.sitemaps.map((text, position): CandidateLine => {
    const url = text as CrawlUrl;
    const key = sitemapKey(url);
    const sitemap = { depth: 0, host: hostKeyOf(url), given: true as const };
    return { kind: 'candidate', key, url, by: key, level: 0, rank: 0, position, reason: null, sitemap };
  });
  if (lines.length > 0) replay.sitemaps.push(new Map(lines.map((line) => [line.key, line])));
}

/**
 * Takes up the sitemaps that were found: new and admitted ones, in order, as many as a host and an
 * execution may have.
 */
export function admitSitemaps({ replay, workflow, row }: Audit): Map<number, MergedLevel> {
  const { allowPrivateNetwork } = row.settings;
  const scopeFilter = createScopeFilter(workflow, [...replay.scopeSeeds], { allowPrivateNetwork });
  const lines = [...bestOf(replay.sitemaps, finalRank(replay)).values()].filter(
    ({ key, url, sitemap }) =>
      sitemap !== undefined && !replay.seen.has(key) && admitsSitemap(scopeFilter, url as CrawlUrl, sitemap),
  );
  replay.sitemaps = [];
  const levels = new Map<number, MergedLevel>();
  for (const line of lines.sort(byOrderKey)) {
    const task = take(replay, line);
    if (task === null) continue;
    const level: MergedLevel = levels.get(task.level) ?? { admitted: [], skipped: new Map() };
    levels.set(task.level, level);
    level.admitted.push(task);
  }
  return levels;
}

function take(replay: Replay, { key, url, by, level, sitemap }: CandidateLine): KnownTask | null {
  const { hostSitemaps, ranks } = replay;
  const all = [...hostSitemaps.values()].reduce((sum, count) => sum + count, 0);
  if (sitemap === undefined || all >= MOST_SITEMAPS) return null;
  if ((hostSitemaps.get(sitemap.host) ?? 0) >= MOST_SITEMAPS_OF_HOST) return null;
  const rank = (ranks[level] ?? 0) + 1;
  ranks[level] = rank;
  return replay.admitSitemap({ key, url, level, rank, via: by === key ? null : by }, sitemap);
}
