import { gunzipWhatIsThere, isGzip } from '#core/bytes/gzip.ts';
import { SurfError } from '#core/error.ts';
import { charsetOf, toUtf8 } from '#core/extraction/encoding/charset.ts';
import type { LanguageLink } from '#core/facts/page-facts.ts';
import { type RawEntry, SitemapReader } from '#core/sitemap/sitemap-reader.ts';
import { readXml } from '#core/sitemap/xml-tokens.ts';

/** sitemaps.org: a file has at most 50 MB, unpacked, and 50,000 addresses. */
export const SITEMAP_MAX_BYTES = 50 * 1024 * 1024;
export const SITEMAP_MAX_URLS = 50_000;

/** An address as written, without white space around it; one that begins with `/` is resolved. */
export interface SitemapEntry {
  readonly loc: string;
  /** As written, at most 100 characters. Never trusted. */
  readonly lastmod?: string;
  /** Its language versions with addresses as written, at most 300, if they are read. */
  readonly versions?: readonly LanguageLink[];
}

export interface Sitemap {
  /** Its entries are sitemaps themselves. */
  readonly isIndex: boolean;
  /** In the order of the file. */
  readonly urls: readonly SitemapEntry[];
  /** Entries without an http(s) address. */
  readonly ignored: number;
  /** True if the document has more entries than were read. */
  readonly more: boolean;
}

export interface SitemapFile {
  /** Address of the document. */
  readonly url: string;
  /** The header's value; it decides nothing but the charset. */
  readonly contentType: string | null;
  /** Without Content-Encoding; may be a gzip file. */
  readonly body: Uint8Array;
}

export interface SitemapLimits {
  /** @default 50 MB */
  readonly maxBytes?: number;
  /** @default 50,000 */
  readonly maxUrls?: number;
  /** Treatment of a document type declaration; Surf never reads its content. @default 'ignore' */
  readonly doctype?: 'ignore' | 'refuse';
  /** Whether entries have their language versions. @default false: a crawl has no use for them */
  readonly readsVersions?: boolean;
}

/**
 * Reads a sitemap (`urlset`, `sitemapindex`), a feed (RSS, Atom) or a list of addresses, one a
 * line; by its bytes, never by its name or type; unpacked where it is gzip. XML that is cut short
 * or damaged keeps what was read before. No DTD, no entity but the five of XML and numeric ones, no
 * inclusion; nothing is fetched. Linear in the body; memory is that of the unpacked body and its
 * entries.
 *
 * @throws SurfError `SITEMAP_INVALID` when it has none of these forms, or is damaged gzip;
 * `SITEMAP_TOO_LARGE` when it unpacks to more than `maxBytes`
 * @see https://www.sitemaps.org/protocol.html
 */
export function parseSitemap(file: SitemapFile, limits: SitemapLimits = {}): Sitemap {
  const {
    maxBytes = SITEMAP_MAX_BYTES,
    maxUrls = SITEMAP_MAX_URLS,
    doctype = 'ignore',
    readsVersions = false,
  } = limits;
  const body = isGzip(file.body) ? unpacked(file.body, maxBytes) : file.body;
  if (body.length > maxBytes) throw tooLarge(maxBytes);
  const text = toUtf8(body, charsetOf(body, file.contentType, 'xml').name);
  const content = text.subarray(firstByte(text));
  const isXml = content[0] === 0x3c;
  const { isIndex, entries } = isXml
    ? readEntries(content, { maxUrls, doctype, readsVersions })
    : readLines(content, maxUrls);
  const urls: SitemapEntry[] = [];
  for (const entry of entries.slice(0, maxUrls)) {
    const loc = absolute(entry.loc, file.url);
    if (loc !== null) urls.push({ ...entry, loc });
  }
  if (!isXml && urls.length === 0) throw invalid('it is neither XML nor a list of addresses');
  return { isIndex, urls, ignored: Math.min(entries.length, maxUrls) - urls.length, more: entries.length > maxUrls };
}

function unpacked(bytes: Uint8Array, maxBytes: number): Uint8Array {
  const { body, end } = gunzipWhatIsThere(bytes, maxBytes);
  if (end === 'too-large') throw tooLarge(maxBytes);
  if (end === 'damaged') throw invalid('its gzip is damaged');
  return body;
}

function readEntries(
  text: Buffer,
  { maxUrls, doctype, readsVersions }: Required<Omit<SitemapLimits, 'maxBytes'>>,
): { isIndex: boolean; entries: RawEntry[] } {
  const reader = new SitemapReader(text, maxUrls, readsVersions);
  readXml(text, reader);
  reader.end();
  if (reader.hasDoctype && doctype === 'refuse') throw invalid('it has a document type declaration');
  if (reader.isIndex === null) throw invalid('its root element is not urlset, sitemapindex, rss, RDF or feed');
  return { isIndex: reader.isIndex, entries: reader.entries };
}

/** One address a line, with any line end; one more than `maxUrls` at most. */
function readLines(text: Buffer, maxUrls: number): { isIndex: boolean; entries: RawEntry[] } {
  const entries: RawEntry[] = [];
  const ends = { lf: new LineEnds(text, 0x0a), cr: new LineEnds(text, 0x0d) };
  for (let at = 0; at < text.length && entries.length <= maxUrls; ) {
    const stop = Math.min(ends.lf.next(at), ends.cr.next(at));
    const line = stop - at > MOST_LINE ? '' : text.toString('utf8', at, stop).trim();
    if (line !== '') entries.push({ loc: line });
    at = stop + 1;
  }
  return { isIndex: false, entries };
}

/** Longer than any address. */
const MOST_LINE = 4 * 8_192;

/**
 * Finds the next occurrence of a byte. It searches each stretch once, even one without the byte.
 */
class LineEnds {
  readonly #text: Buffer;
  readonly #byte: number;
  #at = -1;

  constructor(text: Buffer, byte: number) {
    this.#text = text;
    this.#byte = byte;
  }

  /** @param from never smaller than before */
  next(from: number): number {
    if (this.#at >= from) return this.#at;
    const found = this.#text.indexOf(this.#byte, from);
    this.#at = found < 0 ? this.#text.length : found;
    return this.#at;
  }
}

/** Offset behind a byte order mark and white space. */
function firstByte(text: Buffer): number {
  let at = text[0] === 0xef && text[1] === 0xbb && text[2] === 0xbf ? 3 : 0;
  while (at < text.length && (text[at] ?? 0) <= 0x20) at += 1;
  return at;
}

/** Addresses must be absolute; of others only those that begin with `/` are sure to mean one. */
function absolute(loc: string, base: string): string | null {
  const url = loc.startsWith('/') ? URL.parse(loc, base) : URL.parse(loc);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  return loc.startsWith('/') ? url.href : loc;
}

const invalid = (what: string): SurfError => new SurfError('SITEMAP_INVALID', `this is not a sitemap: ${what}`);

const tooLarge = (maxBytes: number): SurfError =>
  new SurfError('SITEMAP_TOO_LARGE', `the sitemap has more than ${maxBytes} bytes`, {
    remedy: 'its owner has to split it and list the parts in a sitemap index',
  });
