import { costOf, LIST_PRICES, type Prices } from '#core/cost/prices.ts';
import { type CrawlPace, crawlPace, withNights } from '#core/estimate/crawl-pace.ts';
import { crawlUsage } from '#core/estimate/crawl-usage.ts';
import type { Estimate } from '#core/estimate/estimate.ts';
import { firstLimit, limitBounds, withinLimits } from '#core/estimate/limit-bounds.ts';
import { estimateNotes } from '#core/estimate/notes.ts';
import { pageRange } from '#core/estimate/page-range.ts';
import { type Bounds, type EstimateRange, mappedRange, NOTHING_KNOWN, timesRange } from '#core/estimate/range.ts';
import { meanInterval, quantile, shareInterval } from '#core/estimate/sample-statistics.ts';
import type { SiteSample } from '#core/estimate/site-sample.ts';
import { remedyOf, summaryOf } from '#core/estimate/summary.ts';
import { openSeconds } from '#core/politeness/visits/visit-window.ts';
import { limitsInForce } from '#core/workflow/limits-in-force.ts';
import type { Workflow } from '#core/workflow/workflow.ts';

/** The metered crawls differ from `crawlUsage` by less. */
const USAGE_ERROR: Bounds = { low: 0.75, high: 1.25 };
/** Bytes per page of a row of the table, and of the lines of a chunk. */
const ROW_BYTES = 400;

/**
 * Estimates a crawl of the workflow from a sample of its sites: ranges, each bound with its source.
 *
 * @param prices of the region; null: a machine of the user's own crawls
 */
export function estimateCrawl(workflow: Workflow, sample: SiteSample, prices: Prices | null): Estimate {
  const limits = limitsInForce(workflow, {});
  const free = pageRange(sample, limits.depth);
  const pace = paces(workflow, sample);
  const perPage = requestsPerPage(sample);
  const secondsPerPage = secondsOf(pace, perPage);
  const pageBytes = meanInterval(sample.pages.map(({ bytes }) => bytes));
  const usdOf = usdFor(workflow, {
    hosts: sample.hosts.length,
    perPage,
    secondsPerPage,
    prices: prices ?? LIST_PRICES,
  });
  const bounds = limitBounds(
    { ...workflow, limits },
    {
      bytes: pageBytes,
      seconds: secondsPerPage,
      usdOf,
      hosts: workflow.scope.mode === 'any' ? null : sample.hosts.length,
    },
  );
  const pages = withinLimits(free, bounds);
  const isBlind = sample.pages.length === 0;
  const tooDeep = sample.links.tooDeep > 0 ? { limit: 'depth' as const, certain: true } : null;
  const limit = firstLimit(free, bounds);
  const figures = {
    pages,
    requests: isBlind ? NOTHING_KNOWN : whole(timesRange(pages, perPage)),
    pageBytes: spread(sample.pages.map(({ bytes }) => bytes)),
    bytes: whole(timesRange(pages, pageBytes)),
    storedBytes: whole(timesRange(pages, stored(sample, workflow))),
    seconds: secondsRange(pages, secondsPerPage, workflow),
    pace: pace === null ? null : { cause: pace.low.cause, host: pace.low.host, seconds: pace.low.spacingSeconds },
    costUsd: prices === null ? null : isBlind ? NOTHING_KNOWN : mappedRange(pages, usdOf),
    region: prices?.region ?? null,
    limitedBy: limit?.certain === true ? limit : (tooDeep ?? limit),
    sample: {
      requests: sample.requests,
      seconds: sample.ms / 1_000,
      pages: sample.pages.length,
      hosts: sample.hosts.length,
      sitemaps: sample.sitemaps?.files ?? 0,
      sitemapsUnread: sample.sitemaps?.unread ?? 0,
      unreadLinks: [...sample.unreadLinks],
    },
    notes: estimateNotes(workflow, sample),
  };
  const summary = summaryOf(figures, { fault: sample.fault, endIsKnown: free.high !== null });
  return { summary, remedy: isBlind ? remedyOf(sample.fault) : null, ...figures };
}

/** Paces with the fastest and the slowest mean answer that the sample allows. */
function paces(workflow: Workflow, { hosts, pages }: SiteSample): { low: CrawlPace; high: CrawlPace } | null {
  const latency = meanInterval(pages.map(({ ms }) => ms));
  if (latency === null) return null;
  const bytes = meanInterval(pages.map(({ storedBytes }) => storedBytes)) ?? { low: 0, high: 0 };
  const paceAt = (bound: keyof Bounds) => crawlPace(hosts, workflow, { ms: latency[bound], bytes: bytes[bound] });
  const [low, high] = [paceAt('low'), paceAt('high')];
  return low === null || high === null ? null : { low, high };
}

/** Addresses that are not pages take requests, too. */
function requestsPerPage({ pages, tried, links }: SiteSample): Bounds {
  if (pages.length === 0) return { low: 1, high: 1 };
  if (links.unasked === 0) return { low: tried / pages.length, high: tried / pages.length };
  const share = shareInterval(pages.length, tried);
  return { low: Math.max(1, 1 / share.high), high: 1 / share.low };
}

const secondsOf = (pace: { low: CrawlPace; high: CrawlPace } | null, perPage: Bounds): Bounds | null =>
  pace === null
    ? null
    : { low: perPage.low * pace.low.secondsPerRequest, high: perPage.high * pace.high.secondsPerRequest };

function secondsRange(pages: EstimateRange, each: Bounds | null, { politeness }: Workflow): EstimateRange {
  const { window } = politeness;
  const range = mappedRange(timesRange(pages, each), (seconds) => Number(seconds.toFixed(3)));
  return window === null ? range : mappedRange(range, (seconds) => withNights(seconds, openSeconds(window)));
}

interface UsdParts {
  readonly hosts: number;
  readonly perPage: Bounds;
  readonly secondsPerPage: Bounds | null;
  readonly prices: Prices;
}

const usdFor =
  (workflow: Workflow, { hosts, perPage, secondsPerPage, prices }: UsdParts) =>
  (pages: number, bound: keyof Bounds): number => {
    const size = { pages, requests: pages * perPage[bound], seconds: pages * (secondsPerPage?.[bound] ?? 0), hosts };
    return costOf(crawlUsage(size, workflow), prices).total * USAGE_ERROR[bound];
  };

function stored({ pages }: SiteSample, { output }: Workflow): Bounds | null {
  const each = meanInterval(pages.map(({ storedBytes }) => (output.warc ? storedBytes : 0)));
  return each === null ? null : { low: each.low + ROW_BYTES, high: each.high + ROW_BYTES };
}

function spread(values: readonly number[]): { median: number; p90: number } | null {
  const [median, p90] = [quantile(values, 0.5), quantile(values, 0.9)];
  return median === null || p90 === null ? null : { median, p90 };
}

const whole = (range: EstimateRange): EstimateRange =>
  mappedRange(range, (value, bound) => (bound === 'low' ? Math.floor(value) : Math.ceil(value)));
