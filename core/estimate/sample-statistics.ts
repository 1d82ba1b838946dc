import type { Bounds } from '#core/estimate/range.ts';

/** Standard errors that an interval has on each side: 95 % of samples have the truth in it. */
const ERRORS = 1.96;
/** Bounds around a single value: nobody knows how far it is from the mean. */
const ONE_VALUE: Bounds = { low: 0.5, high: 2 };

/**
 * Interval of a share by Wilson's score: also for few tries, and for none or all of them.
 * @param hits of `tries`
 * @see https://doi.org/10.1080/01621459.1927.10502953
 */
export function shareInterval(hits: number, tries: number): Bounds {
  if (tries === 0) return { low: 0, high: 1 };
  const share = hits / tries;
  const square = ERRORS ** 2 / tries;
  const middle = share + square / 2;
  const half = ERRORS * Math.sqrt((share * (1 - share)) / tries + square / (4 * tries));
  // Rounding leaves 1e-17 where the interval ends at 0.
  const low = hits === 0 ? 0 : Math.max(0, (middle - half) / (1 + square));
  return { low, high: Math.min(1, (middle + half) / (1 + square)) };
}

/** Interval of the mean, inside of what was measured; null: nothing was. */
export function meanInterval(values: readonly number[]): Bounds | null {
  const [first] = values;
  if (first === undefined) return null;
  if (values.length === 1) return { low: first * ONE_VALUE.low, high: first * ONE_VALUE.high };
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const error = Math.sqrt(squares / (values.length - 1) / values.length);
  return {
    low: Math.max(Math.min(...values), mean - ERRORS * error),
    high: Math.min(Math.max(...values), mean + ERRORS * error),
  };
}

/** With fewer members met twice, the number of members never met cannot be estimated. */
const LEAST_TWICE = 3;

/**
 * Least number of members never met: the lower end of the interval around Chao's estimate from
 * those that were met once and twice. Where some are met more easily than others, which is so for
 * pages and their links, many more were never met; there is no upper end.
 *
 * @see https://doi.org/10.2307/2531532
 */
export function leastUnseen(once: number, twice: number): number {
  if (once === 0 || twice < LEAST_TWICE) return 0;
  const unseen = once ** 2 / (2 * twice);
  const ratio = once / twice;
  const variance = twice * (ratio ** 4 / 4 + ratio ** 3 + ratio ** 2 / 2);
  return unseen / Math.exp(ERRORS * Math.sqrt(Math.log(1 + variance / unseen ** 2)));
}

/** Last values of a series that tell how it continues; fewer tell nothing. */
const LAST_VALUES = 10;

/**
 * The most new ones that each further member of a series brings, by its last values; null: nothing
 * bounds it. By the rule of three, ten members without a new one may hide three of ten.
 */
export function mostGrowth(growth: readonly number[]): number | null {
  const last = growth.slice(-LAST_VALUES);
  if (last.length < LAST_VALUES) return null;
  const mean = last.reduce((sum, value) => sum + value, 0) / LAST_VALUES;
  const squares = last.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const error = Math.sqrt(squares / (LAST_VALUES - 1) / LAST_VALUES);
  return Math.max(3 / LAST_VALUES, mean + ERRORS * error);
}

/** The value that so large a share of the others does not pass (nearest rank); null: of none. */
export function quantile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}
