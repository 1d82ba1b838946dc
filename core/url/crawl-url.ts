declare const brand: unique symbol;

/**
 * An absolute http(s) URL as it is fetched: WHATWG-parsed, without fragment and user info. Only
 * `parseCrawlUrl` makes one.
 */
export type CrawlUrl = string & { readonly [brand]: 'CrawlUrl' };

/**
 * Parses `text` against `base`.
 *
 * - `ignored`: it is not an http(s) address at all (mailto:, javascript:, data:, unparsable): it
 *   has no URL key and stays outside the ledger.
 * - user info is removed and never sent.
 *
 * Total function: never throws.
 */
export function parseCrawlUrl(text: string, base?: CrawlUrl): CrawlUrl | null {
  const url = URL.parse(text, base);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  if (url.hash !== '' || url.href.endsWith('#')) url.hash = '';
  if (url.username !== '') url.username = '';
  if (url.password !== '') url.password = '';
  return url.href as CrawlUrl;
}
