import { planningRate } from '#core/revisit/change-rate.ts';
import type { RevisitPolicy } from '#core/revisit/revisit-policy.ts';
import { shareOf } from '#core/revisit/share-search.ts';
import { withinBounds } from '#core/revisit/visit-bounds.ts';

/**
 * The visits that keep a collection freshest within its budget: each page is visited so often that
 * one visit more would gain the same freshness everywhere. A page that changes too fast for the
 * budget gets fewer visits, not more: its copy is stale again before anybody reads it.
 *
 * The share is 1 / the gain of the last visit, in changes a day: a page that changes faster than
 * that is not worth a visit, and only the upper bound of intervals brings one.
 */
export const adaptive: RevisitPolicy = {
  source:
    'Cho and Garcia-Molina, TODS 2003 (allocation at known rates); Azar, Horvitz, Lubetzky, Peres and Shahaf, ' +
    '"Tractable near-optimal policies for crawling", PNAS 2018',
  share: (budget) => shareOf(budget, bestVisits),
  intervalDays: (page, share, bounds) =>
    withinBounds(1 / bestVisits(planningRate(page.history, page.intervalDays), share), bounds),
};

/**
 * The visits a day of a page of that rate at which one visit more gains 1 / share: the root of
 * 1 − exp(−r) (1 + r) = rate / share, where r = rate / visits are the changes between two visits.
 * 0 where no number of visits gains so much.
 */
export function bestVisits(rate: number, share: number): number {
  if (rate >= share) return 0;
  return rate / changesBetweenVisits(rate / share);
}

const STEPS = 60;
/** 1 − exp(−r) (1 + r) is 1 in doubles from here on. */
const MOST_CHANGES = 50;

/** The r at which 1 − exp(−r) (1 + r) has that value, from 0 to 1: the expression grows with r. */
function changesBetweenVisits(value: number): number {
  // For small r the expression is r²/2, below the digits of the difference.
  if (value < 1e-10) return Math.sqrt(2 * value);
  let [low, high] = [0, MOST_CHANGES];
  for (let i = 0; i < STEPS; i++) {
    const r = (low + high) / 2;
    if (-Math.expm1(-r) - r * Math.exp(-r) < value) low = r;
    else high = r;
  }
  return (low + high) / 2;
}
