import type { ChangeHistory } from '#core/revisit/change-history.ts';
import type { RateHistogram } from '#core/revisit/rate-histogram.ts';
import type { VisitBounds } from '#core/revisit/visit-bounds.ts';

/**
 * Values that all pages of a collection share: their change rates, and the visits to spend on them.
 */
export interface VisitBudget {
  readonly rates: RateHistogram;
  /** Visits a day of all pages together, above 0. */
  readonly visitsPerDay: number;
  readonly bounds: VisitBounds;
}

/** A page at the end of a visit. */
export interface VisitedPage {
  readonly history: ChangeHistory;
  /** The interval that this visit ended, as it was planned. Days. */
  readonly intervalDays: number;
}

/**
 * Schedules the next visit of a page. Pure: the same page and the same share yield the same
 * interval.
 */
export interface RevisitPolicy {
  /** Source of the rule. */
  readonly source: string;
  /**
   * Divides a budget: one number that all pages share, which `intervalDays` understands. The visits
   * that follow from it add up to the budget, unless the bounds do not allow that.
   */
  share(budget: VisitBudget): number;
  /** Days until the next visit, within the bounds. */
  intervalDays(page: VisitedPage, share: number, bounds: VisitBounds): number;
}
