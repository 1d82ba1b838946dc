/**
 * Shortest and longest time between two visits to a page. They bind every policy. Days, above 0.
 */
export interface VisitBounds {
  readonly minIntervalDays: number;
  readonly maxIntervalDays: number;
}

/** The interval that lies within the bounds and nearest to a number of days. */
export const withinBounds = (days: number, bounds: VisitBounds): number =>
  Math.min(bounds.maxIntervalDays, Math.max(bounds.minIntervalDays, days));
