import { planningRate } from '#core/revisit/change-rate.ts';
import type { RevisitPolicy } from '#core/revisit/revisit-policy.ts';
import { shareOf } from '#core/revisit/share-search.ts';
import { withinBounds } from '#core/revisit/visit-bounds.ts';

/**
 * A page that changes twice as often is visited twice as often. The share is the number of visits
 * per change. Intuitive, and less fresh than `uniform` at the same budget: most visits go to pages
 * that have changed again before anybody reads them.
 */
export const proportional: RevisitPolicy = {
  source: 'Cho and Garcia-Molina, "Effective Page Refresh Policies for Web Crawlers", TODS 2003',
  share: (budget) => shareOf(budget, (rate, share) => rate * share),
  intervalDays: (page, share, bounds) =>
    withinBounds(1 / (planningRate(page.history, page.intervalDays) * share), bounds),
};
