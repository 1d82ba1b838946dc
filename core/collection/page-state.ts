import * as z from 'zod';
import { areComparable, PageVisit } from '#core/collection/page-visit.ts';
import { type ChangeHistory, NO_HISTORY, withVisit } from '#core/revisit/change-history.ts';
import { planningRate } from '#core/revisit/change-rate.ts';
import type { RevisitPolicy } from '#core/revisit/revisit-policy.ts';
import { type VisitBounds, withinBounds } from '#core/revisit/visit-bounds.ts';

export const DAY_MS = 86_400_000;
/** A tombstone is set by so many answers 404 or 410 in a row. */
const GONE_TWICE = 2;

/**
 * A line of `pages-<i>.jsonl`, sorted by key: a collection's facts about an address between two
 * executions. Times are epoch ms.
 */
export const PageState = PageVisit.omit({ at: true, gone: true }).extend({
  /** Time when it is due. */
  dueAt: z.number(),
  /** Time when it was due before a sitemap made it due earlier. Absent: none did. */
  plannedAt: z.number().optional(),
  /** Time of the last request, and of the last answer that shows what is there. */
  askedAt: z.number(),
  seenAt: z.number().optional(),
  /** Time when it was last found changed; at first, when it was found. */
  changedAt: z.number().optional(),
  /** Number of requests, and of those that found it changed. */
  asked: z.int().positive(),
  changed: z.int().nonnegative(),
  /** The interval that ends at `dueAt`, as the policy planned it, and the rate that it is from. */
  intervalDays: z.number().positive(),
  rate: z.number().positive(),
  /**
   * Its ChangeHistory: unchangedDays, unchangedVisits, outcomes, outcomeCount, and three numbers
   * for each change. Absent: nothing was compared yet.
   */
  history: z.array(z.number()).optional(),
  /** Requests in a row that failed, and among them answers 404 or 410 in a row. Absent: none. */
  failures: z.int().positive().optional(),
  gone: z.int().positive().optional(),
  /** Time since which the page is gone: a tombstone. */
  goneAt: z.number().optional(),
});
export type PageState = z.infer<typeof PageState>;

/** Plan for the visits of one execution, by the policy of its workflow. */
export interface RevisitPlan {
  readonly policy: RevisitPolicy;
  readonly share: number;
  readonly bounds: VisitBounds;
  /** The interval of a page that was requested once. */
  readonly firstDays: number;
  /**
   * No page is due later than so many days after its last request, which holds at once when a
   * workflow asks for shorter intervals. Tombstones wait as long as the bounds allow.
   */
  readonly latestDays: number;
  /** Fixed times between two visits, by the keys of seeds. ms. */
  readonly periods: ReadonlyMap<string, number>;
}

/** The collection's facts about an address after a visit. Pure: it makes the same line again. */
export function stateAfter(before: PageState | null, visit: PageVisit, plan: RevisitPlan): PageState {
  return underPlan(plannedState(before, visit, plan), plan);
}

/**
 * The state when it is due under a plan that may have changed since it was written. A seed with a
 * period is due when that is over: policy, bounds and answers do not count.
 */
export function underPlan(state: PageState, { periods, latestDays, bounds }: RevisitPlan): PageState {
  const period = periods.get(state.key);
  if (period !== undefined) return { ...state, dueAt: state.askedAt + period };
  const latest = dueAfter(state.askedAt, state.goneAt === undefined ? latestDays : bounds.maxIntervalDays);
  return state.dueAt <= latest ? state : { ...state, dueAt: latest };
}

function plannedState(before: PageState | null, visit: PageVisit, plan: RevisitPlan): PageState {
  if (visit.found === undefined) return afterFailure(before, visit, plan);
  const { key, url, level, depthLeft, at, found, page, digest } = visit;
  const known = before?.found !== undefined && before.seenAt !== undefined ? before : null;
  const compared = known !== null && hasChanged(known, visit) !== null ? known : null;
  const changes = changesAfter(before, visit);
  const changed = changes.changed > (before?.changed ?? 0);
  const old = historyOf(before);
  const days = compared === null ? 0 : daysBetween(compared.seenAt ?? at, changed ? endOf(compared, at) : at);
  const history = compared === null ? old : withVisit(old, days, changed);
  const planned = before?.intervalDays ?? plan.firstDays;
  const intervalDays =
    compared === null
      ? withinBounds(planned, plan.bounds)
      : rounded(plan.policy.intervalDays({ history, intervalDays: planned }, plan.share, plan.bounds));
  return {
    key,
    url,
    level,
    found,
    ...(depthLeft !== undefined && { depthLeft }),
    ...(page !== undefined && { page }),
    ...(digest !== undefined && { digest }),
    dueAt: dueAfter(at, known === null ? spread(intervalDays, key, plan) : intervalDays),
    askedAt: at,
    seenAt: at,
    ...changes,
    intervalDays,
    rate: rounded(planningRate(history, planned)),
    ...(history.outcomeCount > 0 && { history: numbersOf(history) }),
  };
}

/**
 * Counts a visit: the page's changes by then, and the time of the last one.
 * @param before null: nothing was known of it
 */
export function changesAfter(
  before: PageState | null,
  visit: PageVisit,
): { readonly changedAt: number; readonly asked: number; readonly changed: number } {
  const known = before?.found !== undefined && before.seenAt !== undefined ? before : null;
  const changed = known !== null && hasChanged(known, visit) === true;
  return {
    changedAt: known === null || changed ? visit.at : (known.changedAt ?? visit.at),
    asked: (before?.asked ?? 0) + 1,
    changed: (before?.changed ?? 0) + Number(changed),
  };
}

/**
 * True if a visit found another page than the previous one.
 * @returns null: it cannot tell
 */
export function hasChanged({ found: before }: PageState, { found }: PageVisit): boolean | null {
  if (before === undefined || found === undefined || !areComparable(before, found)) return null;
  return before !== found;
}

/**
 * End of the interval in which a change was found. A visit that a sitemap had made earlier counts
 * as the planned one, which would have found the change, too: else a page that is visited just when
 * it changes would seem to change always.
 */
const endOf = ({ plannedAt }: PageState, at: number): number => Math.max(at, plannedAt ?? at);

/**
 * A failure teaches nothing about changes. A page that is gone twice is requested as rarely as the
 * bounds allow.
 */
function afterFailure(before: PageState | null, visit: PageVisit, { bounds, firstDays }: RevisitPlan): PageState {
  const { key, url, level, depthLeft, at } = visit;
  const { gone: goneBefore = 0, goneAt: since, failures = 0, plannedAt: _, ...known } = before ?? EMPTY;
  const gone = visit.gone === true ? goneBefore + 1 : 0;
  const goneAt = gone >= GONE_TWICE ? (since ?? at) : undefined;
  const intervalDays = before?.intervalDays ?? withinBounds(firstDays, bounds);
  const wait = goneAt === undefined ? intervalDays : bounds.maxIntervalDays;
  const found = { key, url, level };
  return {
    ...found, // first, as a stored row has them; again, as the page may have moved
    ...known,
    ...found,
    ...(depthLeft !== undefined && { depthLeft }),
    dueAt: dueAfter(at, wait),
    askedAt: at,
    asked: known.asked + 1,
    intervalDays,
    rate: before?.rate ?? rounded(planningRate(NO_HISTORY, intervalDays)),
    failures: failures + 1,
    ...(gone > 0 && { gone }),
    ...(goneAt !== undefined && { goneAt }),
  };
}

const EMPTY: Pick<PageState, 'asked' | 'changed' | 'gone' | 'goneAt' | 'failures' | 'plannedAt'> = {
  asked: 0,
  changed: 0,
};

/**
 * The first visits of pages that were found together are spread over the interval, by their keys:
 * else a collection would request all of them on one day.
 */
function spread(intervalDays: number, key: string, { bounds }: RevisitPlan): number {
  const part = (Number.parseInt(key.slice(0, 8), 16) + 1) / 2 ** 32;
  return Math.max(bounds.minIntervalDays, intervalDays * part);
}

const dueAfter = (at: number, days: number): number => Math.round(at + days * DAY_MS);

/** Days between two instants, at least as many as a line can express. */
const daysBetween = (from: number, to: number): number => Math.max(LEAST_DAYS, rounded((to - from) / DAY_MS));
const LEAST_DAYS = 1e-6;

/** Six digits behind the point: a tenth of a second. */
const trimmed = (days: number): number => Math.round(days * 1e6) / 1e6;
/** Days as a line has them. */
export const rounded = (days: number): number => Math.max(LEAST_DAYS, trimmed(days));

/** Numbers before the changes, and numbers of each change. */
const HEAD = 4;
const CHANGE = 3;

function numbersOf({ changes, unchangedDays, unchangedVisits, outcomes, outcomeCount }: ChangeHistory): number[] {
  const each = changes.flatMap((change) => [
    trimmed(change.unchangedDays),
    change.unchangedVisits,
    change.intervalDays,
  ]);
  return [trimmed(unchangedDays), unchangedVisits, outcomes, outcomeCount, ...each];
}

function historyOf(page: PageState | null): ChangeHistory {
  const numbers = page?.history;
  if (numbers === undefined) return NO_HISTORY;
  const [unchangedDays = 0, unchangedVisits = 0, outcomes = 0, outcomeCount = 0] = numbers;
  const changes: ChangeHistory['changes'][number][] = [];
  for (let at = HEAD; at + CHANGE <= numbers.length; at += CHANGE) {
    const [unchanged = 0, visits = 0, interval = LEAST_DAYS] = numbers.slice(at, at + CHANGE);
    changes.push({ unchangedDays: unchanged, unchangedVisits: visits, intervalDays: interval });
  }
  return { unchangedDays, unchangedVisits, outcomes, outcomeCount, changes };
}

/**
 * Probability that the page is as it was last seen, by its rate; 0 if it was never seen or is gone.
 */
export function probablyFresh({ rate, seenAt, goneAt }: PageState, at: number): number {
  if (seenAt === undefined || goneAt !== undefined) return 0;
  return Math.exp((-rate * Math.max(0, at - seenAt)) / DAY_MS);
}
