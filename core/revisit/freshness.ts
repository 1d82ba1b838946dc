/**
 * The share of time that a copy equals its page, when the page changes at random with a rate and is
 * visited at equal intervals (Cho and Garcia-Molina, "Effective Page Refresh Policies", TODS 2003,
 * fixed-order policy): (1 − exp(−λI)) / (λI).
 * @param rate λ in changes a day
 * @param visits a day; 0: never visited again
 */
export function freshness(rate: number, visits: number): number {
  if (visits === 0) return 0;
  const changes = rate / visits;
  return changes === 0 ? 1 : -Math.expm1(-changes) / changes;
}

/**
 * Mean age of a copy, in days: 0 while it equals the page, else the time since the first change
 * that it lacks (same paper): I/2 − 1/λ + (1 − exp(−λI)) / (λ²I).
 */
export function ageDays(rate: number, visits: number): number {
  if (visits === 0) return Number.POSITIVE_INFINITY;
  const interval = 1 / visits;
  // For few changes the difference of nearly equal numbers loses its digits: the series says it.
  if (rate * interval < 1e-4) return (rate * interval ** 2) / 6;
  return interval / 2 - (1 - freshness(rate, visits)) / rate;
}
