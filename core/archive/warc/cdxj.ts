import type { CrawlUrl } from '#core/url/crawl-url.ts';

/** Value that an index has for a revisit record instead of a media type. */
export const REVISIT_TYPE = 'warc/revisit';

/** Facts about one response record in a line of the index. */
export interface CdxjEntry {
  readonly url: CrawlUrl;
  /** Time when the request was sent, epoch ms. */
  readonly startedAt: number;
  /** Content-Type as received, or null; parameters are cut off. */
  readonly contentType: string | null;
  readonly status: number;
  /** SHA-1 of the payload, base32, without prefix. */
  readonly payloadDigest: string;
  readonly offset: number;
  readonly length: number;
  /** Name of the WARC file, without folders. */
  readonly filename: string;
}

/**
 * `surt timestamp14 {json}`: one line of a CDXJ index, without LF. Sorted bytewise, the lines are
 * an index.
 */
export function cdxjLine(entry: CdxjEntry): string {
  const at = new Date(entry.startedAt).toISOString();
  const stamp = `${at.slice(0, 4)}${at.slice(5, 7)}${at.slice(8, 10)}${at.slice(11, 13)}${at.slice(14, 16)}${at.slice(17, 19)}`;
  const fields = {
    url: entry.url,
    mime: mimeOf(entry.contentType),
    status: String(entry.status),
    digest: entry.payloadDigest,
    length: String(entry.length),
    offset: String(entry.offset),
    filename: entry.filename,
  };
  return `${surt(entry.url)} ${stamp} ${JSON.stringify(fields)}`;
}

/** Media type in lower case; `unk`, as other indexes write it, when there is none. */
function mimeOf(contentType: string | null): string {
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return /^[\x21-\x7e]{1,100}$/.test(type) ? type : 'unk';
}

/**
 * The key that replay tools look a URL up by (SURT as the Wayback Machine makes it): host reversed
 * without `www.`, default port, trailing slash, session ids and letter case dropped, percent
 * escapes minimal, parameters sorted. It is not a URL key of Surf.
 *
 * @see https://github.com/iipc/webarchive-commons, WaybackURLKeyMaker
 */
export function surt(url: CrawlUrl): string {
  const hostAt = url.indexOf('//') + 2;
  const pathAt = url.indexOf('/', hostAt);
  const queryAt = url.indexOf('?', pathAt);
  const authority = url.slice(hostAt, pathAt);
  const colon = authority.lastIndexOf(':');
  const hostEnd = colon > authority.lastIndexOf(']') ? colon : authority.length; // `[::1]` has no port
  const place = `${surtHost(authority.slice(0, hostEnd))}${authority.slice(hostEnd)}`;
  const pathEnd = queryAt < 0 ? url.length : queryAt;
  return `${place})${surtPath(url.slice(pathAt, pathEnd))}${surtQuery(url.slice(pathEnd))}`;
}

function surtHost(hostname: string): string {
  if (hostname.startsWith('[')) return hostname.slice(1, -1);
  const named = hostname.startsWith('www') ? hostname.replace(/^www\d*\.(?=.)/, '') : hostname;
  const host = named.endsWith('.') ? named.slice(0, -1) : named;
  return host.split('.').reverse().join(',');
}

function surtPath(pathname: string): string {
  const lower = minimalEscapes(pathname).toLowerCase();
  const single = lower.includes('//') ? lower.replace(/\/{2,}/g, '/') : lower;
  const path = single.includes(';') ? single.replace(/;jsessionid=[0-9a-z]{32}$/, '') : single;
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** Session ids that the Wayback Machine drops: name and exact shape of the value. */
const SESSION = /^(?:(?:jsessionid|phpsessid|sid)=[0-9a-z]{32}|aspsessionid[a-z]{8}=[a-z]{24}|(?:cfid|cftoken)=[^&]+)$/;

function surtQuery(search: string): string {
  if (search.length < 2) return '';
  const parameters = minimalEscapes(search.slice(1)).toLowerCase().split('&');
  const kept = parameters.filter((parameter) => !SESSION.test(parameter)).sort();
  const query = kept.join('&');
  return query === '' ? '' : `?${query}`;
}

/** An escape, or a character that must be one. */
const NEEDS_ESCAPES = /[^\x21-\x7e]|[#%]/;

/**
 * Decodes percent escapes until none is left to decode (`%2541` is `A`), then escapes what must be:
 * controls, space, `#`, `%`, non-ASCII. One pass with a stack, so that nested escapes cost no more
 * than flat ones.
 */
function minimalEscapes(text: string): string {
  if (!NEEDS_ESCAPES.test(text)) return text;
  const bytes: number[] = [];
  for (const byte of Buffer.from(text, 'latin1')) {
    bytes.push(byte);
    for (let decoded = escapeAtEnd(bytes); decoded >= 0; decoded = escapeAtEnd(bytes)) bytes.splice(-3, 3, decoded);
  }
  let out = '';
  for (const byte of bytes)
    out +=
      byte <= 0x20 || byte >= 0x7f || byte === 0x23 || byte === 0x25
        ? `%${byte.toString(16).padStart(2, '0')}`
        : String.fromCharCode(byte);
  return out;
}

/** The byte that the last three bytes are an escape of, or -1. */
function escapeAtEnd(bytes: readonly number[]): number {
  if (bytes.length < 3 || bytes[bytes.length - 3] !== 0x25) return -1;
  const hex = String.fromCharCode(bytes[bytes.length - 2] ?? 0, bytes[bytes.length - 1] ?? 0);
  return /^[0-9A-Fa-f]{2}$/.test(hex) ? Number.parseInt(hex, 16) : -1;
}
