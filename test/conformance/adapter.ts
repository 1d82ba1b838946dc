import { decodeBody as decode } from '#adapters/http/coding/content-coding.ts';
import { surt } from '#core/archive/warc/cdxj.ts';
import { decodeText } from '#core/extraction/encoding/charset.ts';
import { cleanHref } from '#core/extraction/links/link-list.ts';
import { type PageScan, scanPage } from '#core/extraction/page-scan.ts';
import { isBlockedAddress, isBlockedPort } from '#core/fetch/address/address.ts';
import { parseHttpDate as parseDate } from '#core/fetch/headers/http-date.ts';
import { parseRetryAfter as parseRetry } from '#core/fetch/headers/retry-after.ts';
import { parseRobots } from '#core/robots/robots-rules.ts';
import { parseSitemap as parse, type Sitemap, type SitemapFile } from '#core/sitemap/parse-sitemap.ts';
import { canonicalUrl } from '#core/url/canonical-url.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';
import { KeyRules } from '#core/url/key-rules.ts';
import { resolveUrl as resolve } from '#core/url/resolve-url.ts';

/**
 * The functions that the shared runner of public vectors names: thin calls of ours
 * (`npm run conformance`).
 */

const CLOSED = { allowPrivateNetwork: false };
const DEFAULT_KEYS = KeyRules.parse({});

export const isBlockedIp = (ip: string): boolean => isBlockedAddress(ip, CLOSED).blocked;

/** @param options.dns the addresses that the host's name has */
export function checkUrl(text: string, options: { dns: string[] }): { allowed: boolean } {
  const url = parseCrawlUrl(text);
  if (url === null) return { allowed: false };
  const { hostname, port } = new URL(url);
  if (isBlockedPort(Number(port || 80)) || isBlockedAddress(hostname, CLOSED).blocked) return { allowed: false };
  const literal = isBlockedAddress(hostname, CLOSED).range !== null || /^[\d.]+$|^\[/.test(hostname);
  return { allowed: literal || (options.dns.length > 0 && !options.dns.some(isBlockedIp)) };
}

export function decodeBody(contentEncoding: string, body: Uint8Array): Uint8Array {
  const decoded = decode(contentEncoding, body, { maxBytes: 64 * 1024 * 1024 });
  if (!decoded.ok) throw new Error(decoded.end);
  return decoded.body;
}

/** Epoch seconds. */
export function parseHttpDate(value: string): number | null {
  const instant = parseDate(value, Date.now());
  return instant === null ? null : instant / 1000;
}

export const parseRetryAfter = (value: string, nowMs: number): number | null => parseRetry(value, nowMs);

const ROBOTS_URL = 'http://example.com/robots.txt';
/** Names outside ASCII are UTF-8 in the file; ours are ASCII. */
const octets = (text: string): string => Buffer.from(text).toString('latin1');

export function robotsAllowed(robots: Uint8Array, agent: string, text: string): boolean {
  const url = parseCrawlUrl(text, ROBOTS_URL as CrawlUrl);
  return url === null || parseRobots(robots, octets(agent), ROBOTS_URL).verdict(withDots(url, text)).allowed;
}

/**
 * The URL with the dot segments of its path as they are written. A case is about the matcher, which
 * compares octets (RFC 9309 §2.2.2); a crawl has resolved them before (`/.` is a request for `/`),
 * and asks about what it requests.
 */
function withDots(url: CrawlUrl, text: string): CrawlUrl {
  const path = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(\/[^?#]*)/i.exec(text)?.[1] ?? '';
  if (!/\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path)) return url;
  const { origin, search } = new URL(url);
  return `${origin}${encodeURI(path).replaceAll('%25', '%')}${search}` as CrawlUrl;
}

export const robotsDelay = (robots: Uint8Array, agent: string): number | null =>
  parseRobots(robots, agent, ROBOTS_URL).crawlDelaySeconds;

export const robotsSitemaps = (robots: Uint8Array, base: string): string[] => [
  ...parseRobots(robots, '*', base).sitemaps,
];

/** The canonical form behind the URL key, by default rules. */
export function normalizeUrl(text: string): string | null {
  const url = parseCrawlUrl(cleanHref(text));
  return url === null ? null : canonicalUrl(url, DEFAULT_KEYS);
}

/**
 * URLs of Surf have no fragment, and the scheme http or https; of other URLs the platform's answer
 * counts.
 */
export function resolveUrl(base: string, reference: string): string {
  const page = parseCrawlUrl(base);
  const url = page === null ? null : resolve(reference, page);
  return url ?? new URL(reference, base).href;
}

/** @param file.options.allowDoctype false: a document type declaration is a refusal */
export function parseSitemap({ options, ...file }: SitemapFile & { options: { allowDoctype?: boolean } }): Sitemap {
  return parse(file, { doctype: options.allowDoctype === false ? 'refuse' : 'ignore' });
}

const OPTIONS = { anchorText: false, resources: false };
const FOLLOWED = new Set<string>(['a', 'area', 'iframe', 'frame', 'refresh', 'link']);

const scanText = (html: string): PageScan => scanPage(Buffer.from(html), 'text/html; charset=utf-8', OPTIONS);

export const sniffEncoding = (body: Uint8Array, contentType: string | null): string =>
  scanPage(body, contentType ?? 'text/html', OPTIONS).charset;

export const decodeHtml = (body: Uint8Array, contentType: string | null): string =>
  decodeText(body, sniffEncoding(body, contentType));

export function metaRobots(html: string): { noIndex: boolean; noFollow: boolean } {
  const { noindex, nofollow } = scanText(html).robots;
  return { noIndex: noindex, noFollow: nofollow };
}

export const baseUrl = (html: string, url: string): string => baseOf(scanText(html), url);

/** The scanner tells no seconds, only whether they are few enough: they are read here. */
export function metaRefresh(html: string, url: string): [number, string] | [null, null] {
  const scan = scanText(html);
  const link = scan.links.find(({ kind }) => kind === 'refresh');
  const seconds = /refresh.*?content\s*=\s*["']?\s*([\d.]+)/is.exec(html)?.[1] ?? '';
  return link === undefined ? [null, null] : [Number(seconds), new URL(link.href, baseOf(scan, url)).href];
}

export function extractLinks(page: {
  url: string;
  body: Uint8Array;
  contentType: string | null;
}): { url: string; nofollow: boolean }[] {
  const scan = scanPage(page.body, page.contentType, OPTIONS);
  const base = baseOf(scan, page.url);
  const links = scan.links.filter(({ kind }) => FOLLOWED.has(kind));
  return links.flatMap(({ href, nofollow }) => {
    const url = URL.parse(href, base);
    return url === null ? [] : [{ url: url.href, nofollow: nofollow || scan.robots.nofollow }];
  });
}

export function surtKey(text: string): string {
  const url = parseCrawlUrl(cleanHref(text));
  if (url === null) throw new Error('not an http(s) URL');
  return surt(url);
}

function baseOf(scan: PageScan, url: string): string {
  const page = parseCrawlUrl(url) ?? undefined;
  return (scan.baseHref === null ? null : parseCrawlUrl(scan.baseHref, page)) ?? url;
}
