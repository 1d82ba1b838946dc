import type { EstimateRange } from '#core/estimate/range.ts';
import { leastUnseen, mostGrowth, shareInterval } from '#core/estimate/sample-statistics.ts';
import type { SiteSample } from '#core/estimate/site-sample.ts';

/** Growth per page from which on nobody can say where the site ends. */
const MOST_GROWTH = 0.8;
/** Links lead to most of what a sitemap lists within so many clicks. */
const DEEP_ENOUGH = 3;

const isComplete = ({ links }: SiteSample): boolean => links.unasked === 0;

/**
 * Pages of the crawl, before any limit but that of depth.
 *
 * @param depth of the workflow; null: no limit
 */
export function pageRange(sample: SiteSample, depth: number | null): EstimateRange {
  const found = sample.pages.length;
  if (found === 0) return { low: 0, lowFrom: 'unknown', high: null, highFrom: 'unknown' };
  if (isComplete(sample)) return { low: found, lowFrom: 'sample', high: found, highFrom: 'sample' };
  const addresses = addressRange(sample, depth);
  const share = shareInterval(found, sample.tried);
  return {
    ...addresses,
    low: Math.max(found, Math.floor(addresses.low * share.low)),
    high: addresses.high === null ? null : Math.max(found, Math.ceil(addresses.high * share.high)),
  };
}

/** Addresses of the crawl, pages or not. */
function addressRange(sample: SiteSample, depth: number | null): EstimateRange {
  const { sitemaps, links } = sample;
  const byLinks = linkedRange(sample);
  if (sitemaps === null || sitemaps.high === 0) return byLinks;
  const found = links.known - links.seeds;
  const unlisted = Math.max(0, found - sitemaps.linked);
  const listedShare = shareInterval(Math.min(found, sitemaps.linked), found).low;
  const reaches = sitemaps.areRead || depth === null || depth >= DEEP_ENOUGH;
  const low: EstimateRange = reaches ? { ...byLinks, low: sitemaps.low + unlisted, lowFrom: 'sitemap' } : byLinks;
  if (listedShare === 0) return { ...low, high: byLinks.high === null ? null : byLinks.high + sitemaps.high };
  const high = Math.max(sitemaps.high + unlisted, sitemaps.high / listedShare);
  return { ...low, high, highFrom: 'sitemap' };
}

/**
 * Addresses that links lead to. At least: the known addresses, and those that the sampled pages
 * happen not to link; of the requested ones nobody counts who links them, as a page links its
 * parent. At most: by a branching process, in which each address that is not requested yet leads to
 * as many new ones as the last of the sample, and so do these. Below one for each their sum is
 * finite.
 */
function linkedRange({ links, hosts }: SiteSample): EstimateRange {
  const { known, unasked, once, twice, growth } = links;
  const low = { low: known + leastUnseen(once, twice), lowFrom: 'sample' } as const;
  const rate = mostGrowth(growth);
  // A host that the sample did not ask may have any number of pages.
  const isOpen = rate === null || rate >= MOST_GROWTH || hosts.some(({ address }) => address === null);
  if (isOpen) return { ...low, high: null, highFrom: 'unknown' };
  return { ...low, high: known + (unasked * rate) / (1 - rate), highFrom: 'sample' };
}
