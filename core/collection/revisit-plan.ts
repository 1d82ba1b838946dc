import type { RevisitPlan } from '#core/collection/page-state.ts';
import { REVISIT_POLICIES } from '#core/revisit/policies/revisit-policies.ts';
import type { RateHistogram } from '#core/revisit/rate-histogram.ts';
import type { Revisit } from '#core/revisit/revisit-rules.ts';
import { withinBounds } from '#core/revisit/visit-bounds.ts';

/**
 * How a workflow plans the visits of one execution: its policy, with the budget divided among the
 * pages as the execution before knew them.
 * @param pages addresses of the collection, where nothing is known of their rates yet
 */
export function revisitPlan(revisit: Revisit, rates: RateHistogram, pages: number): RevisitPlan {
  const { minIntervalDays, maxIntervalDays, intervalDays, requestsPerDay } = revisit;
  const bounds = { minIntervalDays, maxIntervalDays };
  const policy = REVISIT_POLICIES[revisit.policy === 'off' ? 'uniform' : revisit.policy];
  const known = Math.max(1, rates.pages === 0 ? pages : rates.pages);
  const visitsPerDay = requestsPerDay ?? known / intervalDays;
  return {
    policy,
    bounds,
    share: rates.pages === 0 ? 1 : policy.share({ rates, visitsPerDay, bounds }),
    firstDays: withinBounds(requestsPerDay === null ? intervalDays : known / requestsPerDay, bounds),
  };
}

/**
 * How many known pages a tick may ask for: what the budget allows since the tick before began.
 * @param days since then
 */
export const mostDue = ({ requestsPerDay }: Revisit, days: number): number =>
  requestsPerDay === null ? Number.POSITIVE_INFINITY : Math.ceil(requestsPerDay * Math.max(0, days));
