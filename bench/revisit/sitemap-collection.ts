import type { ChangingPage } from '#bench/revisit/changing-pages.ts';
import { type ChangeHistory, NO_HISTORY, withVisit } from '#core/revisit/change-history.ts';
import { planningRate } from '#core/revisit/change-rate.ts';
import { type ClaimRecord, claimWeight, daysWithClaim, NO_CLAIMS, withClaim } from '#core/revisit/claim-record.ts';
import { RateHistogram } from '#core/revisit/rate-histogram.ts';
import type { RevisitPolicy } from '#core/revisit/revisit-policy.ts';
import type { VisitBounds } from '#core/revisit/visit-bounds.ts';
import type { Random } from '#test/site/random.ts';

/** What the `lastmod` of a sitemap says, read on a day. */
export type Sitemap = (page: ChangingPage, day: number, random: Random) => number;

/** The last change of a page before a day; 0 when there was none. */
const lastChange = (page: ChangingPage, day: number): number => page.changes.findLast((at) => at <= day) ?? 0;

/** A host's sitemap is honest, always says today, says a random day, or says nothing. */
export const SITEMAPS: Readonly<Record<string, Sitemap | null>> = {
  none: null,
  honest: lastChange,
  'half of the changes': (page, day) => page.changes.findLast((at) => at <= day && isEven(at)) ?? 0,
  'always today': (_, day) => day,
  'any day of the last two weeks': (_, day, random) => day - 14 * random.next(),
};

const isEven = (at: number): boolean => Math.floor(at * 1e6) % 2 === 0;

export interface SitemapRun {
  readonly policy: RevisitPolicy;
  readonly sitemap: Sitemap | null;
  readonly random: Random;
  readonly bounds: VisitBounds;
  /** Visits a day of all pages, never exceeded. */
  readonly visitsPerDay: number;
  /** Days between two ticks. */
  readonly tickDays: number;
  readonly days: number;
  readonly countFromDay: number;
}

interface Copy {
  readonly page: ChangingPage;
  history: ChangeHistory;
  rate: number;
  seenAt: number;
  intervalDays: number;
  plannedAt: number;
  dueAt: number;
}

/**
 * A collection in ticks, as the engine runs it: the pages that are due longest first, as many as
 * the budget allows; the dates of one tick count in the next.
 * @returns freshness over time and pages, and visits a day
 */
export function simulateSitemap(
  pages: readonly ChangingPage[],
  run: SitemapRun,
): { freshness: number; visitsPerDay: number } {
  const firstDays = pages.length / run.visitsPerDay;
  const copies = pages.map((page, i) => firstCopy(page, firstDays, i / pages.length));
  let claims = NO_CLAIMS;
  let fresh = 0;
  let visits = 0;
  let ticks = 0;
  for (let day = run.tickDays; day < run.days; day += run.tickDays) {
    const share = shareFor(copies, run);
    const due = copies.filter(({ dueAt }) => dueAt <= day).sort((a, b) => a.dueAt - b.dueAt);
    const asked = due.slice(0, Math.ceil(run.visitsPerDay * run.tickDays));
    const weight = claimWeight(claims);
    for (const copy of asked) claims = visit(copy, { day, share, run, claims });
    if (run.sitemap !== null) for (const copy of copies) hear(copy, { day, weight, run, sitemap: run.sitemap });
    if (day < run.countFromDay) continue;
    ticks++;
    visits += asked.length;
    for (const { page, seenAt } of copies) fresh += freshDays(page, seenAt, day, day + run.tickDays);
  }
  const days = ticks * run.tickDays;
  return { freshness: fresh / days / pages.length, visitsPerDay: visits / days };
}

const firstCopy = (page: ChangingPage, firstDays: number, part: number): Copy => ({
  page,
  history: NO_HISTORY,
  rate: planningRate(NO_HISTORY, firstDays),
  seenAt: 0,
  intervalDays: firstDays,
  plannedAt: firstDays * part,
  dueAt: firstDays * part,
});

function shareFor(copies: readonly Copy[], { policy, visitsPerDay, bounds }: SitemapRun): number {
  const rates = new RateHistogram();
  for (const { rate } of copies) rates.add(rate);
  return policy.share({ rates, visitsPerDay, bounds });
}

interface Visiting {
  readonly day: number;
  readonly share: number;
  readonly run: SitemapRun;
  readonly claims: ClaimRecord;
}

/** @returns the counts of the sitemap, this visit included */
function visit(copy: Copy, { day, share, run, claims }: Visiting): ClaimRecord {
  const changed = lastChange(copy.page, day) > copy.seenAt;
  const said = run.sitemap === null ? null : run.sitemap(copy.page, day, run.random) > copy.seenAt;
  const until = changed ? Math.max(day, copy.plannedAt) : day;
  copy.history = withVisit(copy.history, until - copy.seenAt, changed);
  copy.rate = planningRate(copy.history, copy.intervalDays);
  copy.intervalDays = run.policy.intervalDays(copy, share, run.bounds);
  copy.seenAt = day;
  copy.plannedAt = day + copy.intervalDays;
  copy.dueAt = copy.plannedAt;
  return said === null ? claims : withClaim(claims, said, changed);
}

interface Hearing {
  readonly day: number;
  readonly weight: number;
  readonly run: SitemapRun;
  readonly sitemap: Sitemap;
}

function hear(copy: Copy, { day, weight, run, sitemap }: Hearing): void {
  if (sitemap(copy.page, day, run.random) <= copy.seenAt) return;
  const days = daysWithClaim(copy.plannedAt - copy.seenAt, copy.rate, weight);
  copy.dueAt = Math.min(copy.dueAt, copy.seenAt + Math.max(run.bounds.minIntervalDays, days));
}

/** Days between two instants in which a copy that was made before is as its page. */
function freshDays({ changes }: ChangingPage, seenAt: number, from: number, to: number): number {
  const staleAt = changes.find((at) => at > seenAt) ?? Number.POSITIVE_INFINITY;
  return Math.max(0, Math.min(to, staleAt) - from);
}
