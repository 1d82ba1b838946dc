import type { ArchivedAt } from '#core/archive/chunk/base-page.ts';
import { readRecords, responseOf } from '#core/archive/warc/warc-reader.ts';
import { codeOf } from '#core/error.ts';
import type { BodyDecoder } from '#core/fetch/body-decoder.ts';
import { headerOf, headersOf } from '#core/fetch/headers/response-headers.ts';
import { hostKeyOf } from '#core/politeness/hosts/host-key.ts';
import { entryDate } from '#core/sitemap/entry-date.ts';
import { parseSitemap, SITEMAP_MAX_BYTES, type Sitemap } from '#core/sitemap/parse-sitemap.ts';
import type { Canonicalizer } from '#core/url/canonical-url.ts';
import { parseCrawlUrl } from '#core/url/crawl-url.ts';
import { type UrlKey, urlKeyOf } from '#core/url/url-key.ts';

/** Sitemaps of an execution that Surf reads for their dates: the first by key. */
export const MOST_SITEMAPS_READ = 100;
/** Dates in all of them together: Surf reads no further sitemap once it has so many. */
export const MOST_DATES = 1_000_000;

/** A sitemap that an execution of a collection archived. */
export interface SitemapRead {
  readonly key: string;
  readonly archived: ArchivedAt;
}

/** The sitemaps of an execution whose dates count, in the order in which they are read. */
export const sitemapsToRead = (read: readonly SitemapRead[]): SitemapRead[] =>
  read.toSorted((a, b) => (a.key < b.key ? -1 : 1)).slice(0, MOST_SITEMAPS_READ);

/** Last change of an address, as a sitemap of the same host gives it (`lastmod`, epoch ms). */
export interface SitemapClaim {
  readonly key: UrlKey;
  readonly at: number;
}

/**
 * The dates that an archived sitemap gives for pages on the same host; none when it is an index or
 * is damaged.
 * @param record its response record
 */
export function claimsIn(
  record: Uint8Array,
  { decodeBody, keys }: { readonly decodeBody: BodyDecoder; readonly keys: Canonicalizer },
): SitemapClaim[] {
  const found = sitemapIn(record, decodeBody);
  if (found === null || found.sitemap.isIndex) return [];
  return found.sitemap.urls.flatMap(({ loc, lastmod }): SitemapClaim[] => {
    const at = entryDate(lastmod);
    const url = at === null ? null : parseCrawlUrl(loc);
    if (at === null || url === null || hostKeyOf(url) !== found.host) return [];
    return [{ key: urlKeyOf(keys.form(url)), at }];
  });
}

function sitemapIn(bytes: Uint8Array, decodeBody: BodyDecoder): { sitemap: Sitemap; host: string } | null {
  try {
    const [record] = readRecords(bytes);
    const url = parseCrawlUrl(record?.headers.get('warc-target-uri') ?? '');
    if (record === undefined || url === null) return null;
    const answer = responseOf(record);
    const coding = headersOf(answer, 'content-encoding').join(',');
    const decoded = decodeBody(coding, answer.wireBody, { maxBytes: SITEMAP_MAX_BYTES });
    if (!decoded.ok) return null;
    const file = { url, contentType: headerOf(answer, 'content-type'), body: decoded.body };
    return { sitemap: parseSitemap(file), host: hostKeyOf(url) };
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return null;
  }
}
