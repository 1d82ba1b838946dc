import type { ChangingPage } from '#bench/revisit/changing-pages.ts';
import { type ChangeHistory, NO_HISTORY, withVisit } from '#core/revisit/change-history.ts';
import { planningRate } from '#core/revisit/change-rate.ts';
import { RateHistogram } from '#core/revisit/rate-histogram.ts';
import type { RevisitPolicy } from '#core/revisit/revisit-policy.ts';
import type { VisitBounds } from '#core/revisit/visit-bounds.ts';

export interface CollectionRun {
  readonly policy: RevisitPolicy;
  /**
   * Each page is visited so often at the start, before anything is known of it, and so often on
   * average.
   */
  readonly intervalDays: number;
  readonly bounds: VisitBounds;
  /** How often the budget is divided again. */
  readonly planDays: number;
  readonly days: number;
  /** Freshness and visits count from this day on. */
  readonly countFromDay: number;
}

export interface CollectionResult {
  /** The share of time that a copy equalled its page, over all pages. */
  readonly freshness: number;
  /** How old a copy was, over time and pages. */
  readonly ageDays: number;
  readonly visitsPerDay: number;
}

interface Copy {
  readonly page: ChangingPage;
  history: ChangeHistory;
  visitedAt: number;
  intervalDays: number;
  dueAt: number;
  /** The number of changes of the page that the copy has. */
  changes: number;
}

/** Visits pages as the policy says, by virtual time, and measures how fresh the copies were. */
export function simulateCollection(pages: readonly ChangingPage[], run: CollectionRun): CollectionResult {
  const copies = pages.map((page, i) => firstCopy(page, (run.intervalDays * i) / pages.length, run.intervalDays));
  const total = { freshDays: 0, age: 0, visits: 0 };
  for (let from = 0; from < run.days; from += run.planDays) {
    const share = shareFor(copies, run);
    const until = Math.min(run.days, from + run.planDays);
    for (const copy of copies) {
      while (copy.dueAt < until) visit(copy, run, share, total);
    }
  }
  for (const copy of copies) settle(copy, run.days, run.countFromDay, total);
  const days = (run.days - run.countFromDay) * pages.length;
  return {
    freshness: total.freshDays / days,
    ageDays: total.age / days,
    visitsPerDay: (total.visits / days) * pages.length,
  };
}

/** The crawl that finds a page is not a visit: it has nothing to compare with. */
const firstCopy = (page: ChangingPage, foundAt: number, intervalDays: number): Copy => ({
  page,
  history: NO_HISTORY,
  visitedAt: foundAt,
  intervalDays,
  dueAt: foundAt + intervalDays,
  changes: changesBefore(page, foundAt, 0),
});

function shareFor(copies: readonly Copy[], run: CollectionRun): number {
  const rates = new RateHistogram();
  for (const { history, intervalDays } of copies) rates.add(planningRate(history, intervalDays));
  return run.policy.share({ rates, visitsPerDay: copies.length / run.intervalDays, bounds: run.bounds });
}

interface Total {
  freshDays: number;
  age: number;
  visits: number;
}

function visit(copy: Copy, run: CollectionRun, share: number, total: Total): void {
  const at = copy.dueAt;
  settle(copy, at, run.countFromDay, total);
  if (at >= run.countFromDay) total.visits++;
  const changes = changesBefore(copy.page, at, copy.changes);
  copy.history = withVisit(copy.history, at - copy.visitedAt, changes > copy.changes);
  copy.changes = changes;
  copy.visitedAt = at;
  copy.intervalDays = run.policy.intervalDays(copy, share, run.bounds);
  copy.dueAt = at + copy.intervalDays;
}

/** Counts the time since the last visit, as far as it counts. */
function settle(copy: Copy, until: number, countFrom: number, total: Total): void {
  const from = Math.max(copy.visitedAt, countFrom);
  if (until <= from) return;
  const staleAt = copy.page.changes[copy.changes] ?? Number.POSITIVE_INFINITY;
  total.freshDays += Math.max(0, Math.min(until, staleAt) - from);
  if (staleAt < until) {
    const start = Math.max(from, staleAt);
    total.age += ((until - start) * (until + start - 2 * staleAt)) / 2;
  }
}

function changesBefore(page: ChangingPage, at: number, known: number): number {
  let changes = known;
  while ((page.changes[changes] ?? Number.POSITIVE_INFINITY) <= at) changes++;
  return changes;
}
