import { type RevisitPlan, rounded } from '#core/collection/page-state.ts';
import { REVISIT_POLICIES } from '#core/revisit/policies/revisit-policies.ts';
import type { RateHistogram } from '#core/revisit/rate-histogram.ts';
import type { Revisit } from '#core/revisit/revisit-rules.ts';
import { withinBounds } from '#core/revisit/visit-bounds.ts';
import { urlKey } from '#core/url/canonical-url.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { seedPeriodMs, seedUrl } from '#core/url/seed/seed.ts';
import type { Workflow } from '#core/workflow/workflow.ts';

/** The fields of a workflow that say when its pages are due. */
export type CollectionRules = Pick<Workflow, 'revisit' | 'seeds' | 'key'>;

/**
 * Plans the visits of one execution: the workflow's policy, with the budget divided among the pages
 * as the previous execution knew them.
 * @param pages addresses of the collection, where nothing is known of their rates yet
 */
export function revisitPlan(workflow: CollectionRules, rates: RateHistogram, pages: number): RevisitPlan {
  const { revisit } = workflow;
  const { minIntervalDays, maxIntervalDays, intervalDays, requestsPerDay } = revisit;
  const bounds = { minIntervalDays, maxIntervalDays };
  const policy = REVISIT_POLICIES[revisit.policy === 'off' ? 'uniform' : revisit.policy];
  const known = Math.max(1, rates.pages === 0 ? pages : rates.pages);
  const visitsPerDay = requestsPerDay ?? known / intervalDays;
  const share = rates.pages === 0 ? 1 : policy.share({ rates, visitsPerDay, bounds });
  const isUniform = policy === REVISIT_POLICIES.uniform && rates.pages > 0;
  return {
    policy,
    bounds,
    share,
    latestDays: isUniform ? rounded(withinBounds(share, bounds)) : maxIntervalDays,
    firstDays: withinBounds(requestsPerDay === null ? intervalDays : known / requestsPerDay, bounds),
    periods: periodsOf(workflow),
  };
}

/**
 * Most known pages that a tick may request: the budget since the previous tick began.
 * @param days time since then
 */
export const mostDue = ({ requestsPerDay }: Revisit, days: number): number =>
  requestsPerDay === null ? Number.POSITIVE_INFINITY : Math.ceil(requestsPerDay * Math.max(0, days));

/** The periods of a workflow's seeds, by their keys. */
function periodsOf({ seeds, key }: CollectionRules): ReadonlyMap<string, number> {
  const periods = new Map<string, number>();
  for (const seed of seeds) {
    const period = seedPeriodMs(seed);
    if (period !== null) periods.set(urlKey(seedUrl(seed) as CrawlUrl, key), period);
  }
  return periods;
}
