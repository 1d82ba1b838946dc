import type { KeptFacts } from '#core/content/head/kept-facts.ts';
import type { PageScan } from '#core/extraction/page-scan.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';
import { MAX_URL_LENGTH } from '#core/url/url-length.ts';

/**
 * @param base address that a relative canonical address starts from
 * @returns null for what is not HTML
 */
export function factsOfScan(
  { facts, canonical }: Pick<PageScan, 'facts' | 'canonical'>,
  base: CrawlUrl,
): KeptFacts | null {
  if (facts === null) return null;
  const address = canonical === null ? null : parseCrawlUrl(canonical, base);
  return address === null || address.length > MAX_URL_LENGTH ? facts : { ...facts, canonical: address };
}
