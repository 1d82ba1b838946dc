import type { RevisitPolicy } from '#core/revisit/revisit-policy.ts';
import { withinBounds } from '#core/revisit/visit-bounds.ts';

/** Every page equally often. The share is the interval of all pages, in days. */
export const uniform: RevisitPolicy = {
  source: 'Cho and Garcia-Molina, "Effective Page Refresh Policies for Web Crawlers", TODS 2003',
  share: ({ rates, visitsPerDay }) => Math.max(1, rates.pages) / visitsPerDay,
  intervalDays: (_page, share, bounds) => withinBounds(share, bounds),
};
