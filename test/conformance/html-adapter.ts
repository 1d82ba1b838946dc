import { surt } from '#core/archive/cdxj.ts';
import { decodeText } from '#core/extraction/charset.ts';
import { cleanHref } from '#core/extraction/link-list.ts';
import { type PageScan, scanPage } from '#core/extraction/page-scan.ts';
import { parseCrawlUrl } from '#core/url/crawl-url.ts';

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
