import type { LimitName } from '#core/estimate/estimate.ts';
import type { Bounds, EstimateRange } from '#core/estimate/range.ts';
import type { Workflow } from '#core/workflow/workflow.ts';

/** Pages at which a limit ends the crawl. */
export interface LimitBound extends Bounds {
  readonly limit: LimitName;
}

/** Costs of pages, as far as they are known. */
export interface PageCosts {
  readonly bytes: Bounds | null;
  readonly seconds: Bounds | null;
  /** USD of a crawl of so many pages, at least or at most. Rises with the pages. */
  readonly usdOf: (pages: number, bound: keyof Bounds) => number;
  /** Hosts that belong to the crawl; null: others may be found. */
  readonly hosts: number | null;
}

/** More pages than any limit allows. */
const MOST_PAGES = 1e12;

/** The bounds of all limits of a workflow except depth, whose effect is in the sample. */
export function limitBounds(
  workflow: Pick<Workflow, 'limits' | 'order' | 'sample' | 'seeds'>,
  costs: PageCosts,
): LimitBound[] {
  const { limits, order, sample, seeds } = workflow;
  const { hosts } = costs;
  const levels = limits.depth === null ? null : limits.depth + 1;
  const found: (LimitBound | null)[] = [
    exactly('pages', limits.pages),
    exactly('pagesPerHost', hosts === null ? null : product(limits.pagesPerHost, hosts)),
    exactly('pagesPerLevel', levels === null ? null : product(limits.pagesPerLevel, levels)),
    exactly('sample', order === 'sample' ? Math.max(sample.walks * sample.steps, seeds.length) : null),
    divided('totalBytes', limits.totalBytes, costs.bytes),
    divided('seconds', limits.seconds, costs.seconds),
    limits.budgetUsd === null ? null : affordable(limits.budgetUsd, costs.usdOf),
  ];
  return found.filter((bound) => bound !== null);
}

/** The limit that ends the crawl first, and whether it does so in any case; null: none does. */
export function firstLimit(
  free: EstimateRange,
  bounds: readonly LimitBound[],
): { limit: LimitName; certain: boolean } | null {
  const binding = bounds.filter(({ low }) => free.high === null || low < free.high);
  const [first] = binding.toSorted((a, b) => a.high - b.high);
  return first === undefined ? null : { limit: first.limit, certain: first.high < free.low };
}

/** The range that the limits leave. */
export function withinLimits(free: EstimateRange, bounds: readonly LimitBound[]): EstimateRange {
  const low = Math.min(...bounds.map((bound) => bound.low));
  const high = Math.min(...bounds.map((bound) => bound.high));
  return {
    ...(low < free.low ? { low, lowFrom: 'limit' } : { low: free.low, lowFrom: free.lowFrom }),
    ...(high < (free.high ?? Number.POSITIVE_INFINITY)
      ? { high, highFrom: 'limit' }
      : { high: free.high, highFrom: free.highFrom }),
  };
}

const product = (limit: number | null, times: number): number | null => (limit === null ? null : limit * times);

const exactly = (limit: LimitName, pages: number | null): LimitBound | null =>
  pages === null ? null : { limit, low: pages, high: pages };

function divided(limit: LimitName, all: number | null, each: Bounds | null): LimitBound | null {
  if (all === null || each === null || each.high === 0) return null;
  const high = each.low === 0 ? MOST_PAGES : all / each.low;
  return { limit, low: Math.floor(all / each.high), high: Math.ceil(Math.min(MOST_PAGES, high)) };
}

const affordable = (usd: number, usdOf: PageCosts['usdOf']): LimitBound => ({
  limit: 'budgetUsd',
  low: mostPages((pages) => usdOf(pages, 'high') <= usd),
  high: mostPages((pages) => usdOf(pages, 'low') <= usd),
});

/** The largest number that fits, to one in a thousand. @param fits not above some number */
function mostPages(fits: (pages: number) => boolean): number {
  if (!fits(1)) return 0;
  let [least, most] = [1, MOST_PAGES];
  while (most / least > 1.001) {
    const middle = Math.sqrt(least * most);
    if (fits(middle)) least = middle;
    else most = middle;
  }
  return Math.floor(least);
}
