import { type ChangingPage, changingPages } from '#bench/revisit/changing-pages.ts';
import { type CollectionResult, simulateCollection } from '#bench/revisit/simulated-collection.ts';
import { SITEMAPS, simulateSitemap } from '#bench/revisit/sitemap-collection.ts';
import { freshness } from '#core/revisit/freshness.ts';
import { bestVisits } from '#core/revisit/policies/adaptive.ts';
import { REVISIT_POLICIES } from '#core/revisit/policies/revisit-policies.ts';
import { RateHistogram } from '#core/revisit/rate-histogram.ts';
import { shareOf } from '#core/revisit/share-search.ts';
import { seededRandom } from '#test/site/random.ts';

/**
 * `npm run simulate:revisit [SEED…]` (default 1 2 3): how fresh each revisit policy keeps 2,000
 * pages that change at random, at a budget of one visit a page and week, against the best that the
 * visits it made could reach. Prints a table; ends with 1 when `adaptive` misses its line: 0.985 of
 * that optimum, with visits within 2 % of the budget. A second table has honest and lying sitemaps,
 * which date the last change of each page, in daily ticks of the same budget. The command ends with
 * 1 when an honest sitemap does not help, or a lying one hurts.
 */
const PAGES = 2_000;
const INTERVAL_DAYS = 7;
const BOUNDS = { minIntervalDays: 1 / 24, maxIntervalDays: 60 };
const WINDOWS = [
  { countFromDay: 30, days: 60 },
  { countFromDay: 180, days: 365 },
];

const UNBOUND = { minIntervalDays: 1e-9, maxIntervalDays: 1e9 };

const seeds = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1, 2, 3];
process.stdout.write(
  '| seed | days | policy | freshness | of the optimum at its visits | visits / budget | age in days |\n',
);
process.stdout.write('| --- | --- | --- | --- | --- | --- | --- |\n');
for (const seed of seeds) {
  const pages = changingPages({ pages: PAGES, medianRate: 1 / 20, sigma: 1.5, seed }, 365);
  const rates = new RateHistogram();
  for (const { rate } of pages) rates.add(rate);
  for (const window of WINDOWS) {
    for (const [name, policy] of Object.entries(REVISIT_POLICIES)) {
      const run = { policy, intervalDays: INTERVAL_DAYS, bounds: BOUNDS, planDays: 7, ...window };
      report(name, { seed, ...window }, { rates, result: simulateCollection(pages, run) });
    }
  }
}

process.stdout.write(
  '\n| seed | policy | dates in the sitemap | freshness | visits / budget |\n| --- | --- | --- | --- | --- |\n',
);
for (const seed of seeds) {
  const pages = changingPages({ pages: PAGES, medianRate: 1 / 20, sigma: 1.5, seed }, 120);
  for (const policy of ['adaptive', 'uniform'] as const) reportSitemaps(policy, seed, pages);
}

function reportSitemaps(policy: 'adaptive' | 'uniform', seed: number, pages: readonly ChangingPage[]): void {
  let without = 0;
  for (const [name, sitemap] of Object.entries(SITEMAPS)) {
    const run = { policy: REVISIT_POLICIES[policy], sitemap, random: seededRandom(seed), bounds: BOUNDS };
    const visitsPerDay = PAGES / INTERVAL_DAYS;
    const result = simulateSitemap(pages, { ...run, visitsPerDay, tickDays: 1, days: 120, countFromDay: 60 });
    const visits = result.visitsPerDay / visitsPerDay;
    process.stdout.write(`| ${[seed, policy, name, result.freshness.toFixed(3), visits.toFixed(3)].join(' | ')} |\n`);
    if (sitemap === null) without = result.freshness;
    const isRight = name === 'honest' ? result.freshness > without + 0.05 : result.freshness > without - 0.005;
    if (!isRight) process.exitCode = 1;
  }
}

/** The freshness that known rates would allow with so many visits. */
function optimum(rates: RateHistogram, visitsPerDay: number): number {
  const share = shareOf({ rates, visitsPerDay, bounds: UNBOUND }, bestVisits);
  return rates.visits((rate) => freshness(rate, bestVisits(rate, share))) / PAGES;
}

function report(
  name: string,
  at: { seed: number; countFromDay: number; days: number },
  { rates, result }: { rates: RateHistogram; result: CollectionResult },
): void {
  const part = result.freshness / optimum(rates, result.visitsPerDay);
  const visits = (result.visitsPerDay * INTERVAL_DAYS) / PAGES;
  const figures = [result.freshness.toFixed(3), part.toFixed(3), visits.toFixed(3), result.ageDays.toFixed(2)];
  process.stdout.write(`| ${[at.seed, `${at.countFromDay}–${at.days}`, name, ...figures].join(' | ')} |\n`);
  if (name !== 'adaptive' || at.countFromDay < 180) return;
  if (part < 0.985 || Math.abs(visits - 1) > 0.02) process.exitCode = 1;
}
