import type { VisitBudget } from '#core/revisit/revisit-policy.ts';
import { withinBounds } from '#core/revisit/visit-bounds.ts';

const STEPS = 80;

/** The range of the search: 24 orders of magnitude, so that a share of any unit is in it. */
const RANGE = { low: 1e-12, high: 1e12 } as const;

/**
 * The share at which the visits of all pages add up to the budget. Where the bounds allow no such
 * share, it is the one that comes nearest.
 * @param visitsOf visits a day of a page of that rate, growing with the share
 */
export function shareOf(budget: VisitBudget, visitsOf: (rate: number, share: number) => number): number {
  const { rates, visitsPerDay, bounds } = budget;
  let [low, high]: [number, number] = [RANGE.low, RANGE.high];
  for (let i = 0; i < STEPS; i++) {
    const share = Math.sqrt(low * high);
    const visits = rates.visits((rate) => 1 / withinBounds(1 / visitsOf(rate, share), bounds));
    if (visits < visitsPerDay) low = share;
    else high = share;
  }
  return Math.sqrt(low * high);
}
