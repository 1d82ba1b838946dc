import { sha1Hex } from '#core/bytes/digest.ts';

/**
 * A row of the table `crawl` of a university course (CIS 5550, homework 8; H7): one for each URL
 * that was requested.
 */
export interface CrawlTableRow {
  /** SHA-1 of `url`, hex. */
  readonly key: string;
  readonly url: string;
  /** HTTP status; null when no answer came; 304: the page is as it was archived before. */
  readonly responseCode: number | null;
  /** Content-Type as received; of pages, other answers 200, and every answer to a HEAD. */
  readonly contentType: string | null;
  /**
   * Bytes of the page; else the length that the server named. Of pages, other answers 200, and
   * every answer to a HEAD.
   */
  readonly length: number | null;
  /** For an exact copy, the page that it copies; `page` is null then (H8). */
  readonly canonicalURL: string | null;
  /** Base64 of the page's bytes as the server sent them. */
  readonly page: string | null;
}

/** Facts that a row is made of. */
export interface CrawlTableFacts extends Omit<CrawlTableRow, 'key' | 'page'> {
  readonly page: Uint8Array | null;
  /** Did Surf send HEAD first? Then the type and length of any answer count. */
  readonly head: boolean;
}

/** @param options.explicitPorts URLs as the course writes them: `http://host:80/path` */
export function crawlTableRow(facts: CrawlTableFacts, options: { readonly explicitPorts: boolean }): CrawlTableRow {
  const shown = (url: string): string => (options.explicitPorts ? withPort(url) : url);
  const url = shown(facts.url);
  const isTold = facts.head || facts.responseCode === 200 || facts.page !== null;
  return {
    key: sha1Hex(url),
    url,
    responseCode: facts.responseCode,
    contentType: isTold ? facts.contentType : null,
    length: isTold ? facts.length : null,
    canonicalURL: facts.canonicalURL === null ? null : shown(facts.canonicalURL),
    page: facts.page === null ? null : Buffer.from(facts.page).toString('base64'),
  };
}

/** The URL with its scheme's port spelled out where it has none. */
export function withPort(url: string): string {
  const site = /^(https?):\/\/[^/?#]*/.exec(url)?.[0] ?? '';
  if (site === '' || /:\d+$/.test(site)) return url;
  return `${site}:${site.startsWith('https') ? 443 : 80}${url.slice(site.length)}`;
}
