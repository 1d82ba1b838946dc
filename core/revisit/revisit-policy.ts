import type { ChangeHistory } from '#core/revisit/change-history.ts';
import type { RateHistogram } from '#core/revisit/rate-histogram.ts';
import type { VisitBounds } from '#core/revisit/visit-bounds.ts';

/** What the pages of a collection share: how they change, and what may be spent on them. */
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

/** When a page is visited again. Pure: the same page and the same share yield the same interval. */
export interface RevisitPolicy {
  /** Where the rule comes from. */
  readonly source: string;
  /**
   * Divides a budget: one number that all pages share, which `intervalDays` understands. The visits
   * that follow from it add up to the budget, unless the bounds do not allow that.
   */
  share(budget: VisitBudget): number;
  /** Days until the next visit, within the bounds. */
  intervalDays(page: VisitedPage, share: number, bounds: VisitBounds): number;
}
