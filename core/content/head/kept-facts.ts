import type { PageScan } from '#core/extraction/page-scan.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';
import { MAX_URL_LENGTH } from '#core/url/url-length.ts';

/**
 * What an HTML page says of itself, as far as a crawl keeps it with the page
 * (docs/adr/0102-a-page-keeps-what-it-says-of-itself.md). What it does not say is absent.
 */
export interface KeptFacts {
  /** At most 1,000 characters. */
  readonly description?: string | undefined;
  /** Language tag (BCP 47) of the `html` element. */
  readonly language?: string | undefined;
  /** Address that the page prefers, absolute; the first in its head. */
  readonly canonical?: string | undefined;
  /** Dates as the page has them, ISO 8601. */
  readonly published?: string | undefined;
  readonly modified?: string | undefined;
  /** Text of the first `h1` that has some, at most 500 characters. */
  readonly h1?: string | undefined;
}

/**
 * @param base address that a relative canonical address starts from
 * @returns null for what is no HTML
 */
export function keptFacts(
  { facts, canonical }: Pick<PageScan, 'facts' | 'canonical'>,
  base: CrawlUrl,
): KeptFacts | null {
  if (facts === null) return null;
  const address = canonical === null ? null : parseCrawlUrl(canonical, base);
  return address === null || address.length > MAX_URL_LENGTH ? facts : { ...facts, canonical: address };
}
