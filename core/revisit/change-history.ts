/** A change that a visit found, with the time before it. */
interface ChangeFound {
  /** Days that visits confirmed as unchanged, since the change before. */
  readonly unchangedDays: number;
  /** The visits that confirmed them. */
  readonly unchangedVisits: number;
  /** Days between the last of these visits and the one that found the change. */
  readonly intervalDays: number;
}

/**
 * Observations of a page's changes by its visits, in a bounded form: visits without a change add up
 * to two numbers, and only the last changes are kept.
 */
export interface ChangeHistory {
  /** The oldest first, at most {@link MAX_CHANGES}. */
  readonly changes: readonly ChangeFound[];
  /** Days since the last change that visits confirmed as unchanged. */
  readonly unchangedDays: number;
  /** The visits that confirmed them. */
  readonly unchangedVisits: number;
  /**
   * Outcomes of the last {@link MAX_OUTCOMES} visits: a bit a visit, 1 for a change, the last visit
   * lowest.
   */
  readonly outcomes: number;
  /** Number of visits that the bits cover. */
  readonly outcomeCount: number;
}

/**
 * Visits whose outcome a history keeps as a bit: a safe integer of JSON and a 32-bit word hold
 * them.
 */
export const MAX_OUTCOMES = 30;

/**
 * Changes that a history keeps. Surf drops older ones together with the time before them, so that
 * recent habits of a page count. More of them do not make a collection fresher (`npm run
 * simulate:revisit`).
 */
export const MAX_CHANGES = 8;

/** The history of a page that was fetched once: nothing to compare yet. */
export const NO_HISTORY: ChangeHistory = {
  changes: [],
  unchangedDays: 0,
  unchangedVisits: 0,
  outcomes: 0,
  outcomeCount: 0,
};

/**
 * The history with one visit more.
 * @param intervalDays since the visit before, above 0
 * @param changed true if the page differs from its state at that visit
 */
export function withVisit(history: ChangeHistory, intervalDays: number, changed: boolean): ChangeHistory {
  const { changes, unchangedDays, unchangedVisits } = history;
  const bits = {
    outcomes: ((history.outcomes << 1) | Number(changed)) & (2 ** MAX_OUTCOMES - 1),
    outcomeCount: Math.min(MAX_OUTCOMES, history.outcomeCount + 1),
  };
  if (!changed) {
    return { ...bits, changes, unchangedDays: unchangedDays + intervalDays, unchangedVisits: unchangedVisits + 1 };
  }
  const found: ChangeFound = { unchangedDays, unchangedVisits, intervalDays };
  return { ...bits, changes: [...changes, found].slice(-MAX_CHANGES), unchangedDays: 0, unchangedVisits: 0 };
}

/** Number of the last visits that found a change. */
export function changesIn(history: ChangeHistory, lastVisits: number): number {
  let changes = 0;
  for (let i = 0; i < Math.min(lastVisits, history.outcomeCount); i++) changes += (history.outcomes >> i) & 1;
  return changes;
}

/** Number of visits that a history covers, and the days that they span. */
export function observed(history: ChangeHistory): { visits: number; days: number; unchangedDays: number } {
  const { changes } = history;
  const unchangedDays = changes.reduce((sum, change) => sum + change.unchangedDays, history.unchangedDays);
  return {
    visits: changes.reduce((sum, change) => sum + change.unchangedVisits + 1, history.unchangedVisits),
    days: changes.reduce((sum, change) => sum + change.intervalDays, unchangedDays),
    unchangedDays,
  };
}
