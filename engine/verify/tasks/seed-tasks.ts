import type { CandidateLine } from '#core/archive/chunk/chunk-lines.ts';
import { createScopeFilter } from '#core/scope/filter/scope-filter.ts';
import { urlKey } from '#core/url/canonical-url.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { seedDepth, seedUrl } from '#core/url/seed/seed.ts';
import type { Audit } from '#engine/verify/audit/audit.ts';
import type { MergedLevel } from '#engine/verify/audit/merged-level.ts';

/**
 * Level 0: the seeds in the order of the workflow, each key once, those that a rule refuses
 * skipped.
 */
export function seedTasks({ replay, workflow, row }: Audit): Map<number, MergedLevel> {
  const { allowPrivateNetwork } = row.settings;
  const scopeFilter = createScopeFilter(workflow, [...replay.scopeSeeds], { allowPrivateNetwork });
  const level: MergedLevel = { admitted: [], skipped: new Map() };
  const known = replay.ranks[0] ?? 0; // due pages of a tick come first
  for (const [position, given] of workflow.seeds.entries()) {
    const url = seedUrl(given) as CrawlUrl;
    const depthLeft = seedDepth(given);
    const key = urlKey(url, workflow.key);
    if (replay.seen.has(key)) continue;
    const { reason, rule } = scopeFilter.decide(url, { nofollow: false, seed: true });
    replay.discover(key, 0, reason);
    if (reason === null) {
      const rank = known + level.admitted.length + 1;
      level.admitted.push(replay.admit({ key, url, level: 0, rank, via: null, hop: 0, seed: true, depthLeft }));
      continue;
    }
    const refused: CandidateLine = { kind: 'candidate', key, url, by: key, level: 0, rank: 0, position, reason };
    level.skipped.set(key, rule === undefined ? refused : { ...refused, rule });
  }
  replay.ranks[0] = known + level.admitted.length;
  return new Map([[0, level]]);
}
