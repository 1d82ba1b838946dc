import * as z from 'zod';

/**
 * Source of a bound of an estimate: the count of addresses in sitemaps, a limit of the workflow,
 * the sampled pages, or nothing.
 */
export const EstimateSource = z.enum(['sitemap', 'limit', 'sample', 'unknown']);
export type EstimateSource = z.infer<typeof EstimateSource>;

/** A figure that is not known exactly. Its bounds can be equal. */
export const EstimateRange = z.object({
  low: z.number().describe('At least this.'),
  lowFrom: EstimateSource.describe('What `low` is derived from; `unknown`: nothing, and it is 0.'),
  high: z.number().nullable().describe('At most this; null: nothing bounds it.'),
  highFrom: EstimateSource.describe('What `high` is derived from; `unknown` where it is null.'),
});
export type EstimateRange = z.infer<typeof EstimateRange>;

/** Two bounds of a measured value. */
export interface Bounds {
  readonly low: number;
  readonly high: number;
}

export const NOTHING_KNOWN: EstimateRange = { low: 0, lowFrom: 'unknown', high: null, highFrom: 'unknown' };

/** The range with each bound times that of the factor. @param by null: the factor is not known */
export function timesRange(range: EstimateRange, by: Bounds | null): EstimateRange {
  if (by === null) return NOTHING_KNOWN;
  return { ...range, low: range.low * by.low, high: range.high === null ? null : range.high * by.high };
}

/** The range with each bound changed in the same way. @param change rises with its value */
export const mappedRange = (range: EstimateRange, change: (value: number, bound: keyof Bounds) => number) => ({
  ...range,
  low: change(range.low, 'low'),
  high: range.high === null ? null : change(range.high, 'high'),
});
