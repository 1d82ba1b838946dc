import { ownText } from '#core/extraction/links/plain-text.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

const SLASH = 0x2f;
const BACKSLASH = 0x5c;

/** `/…`, but neither `//…` nor `/\\…`, which name a host. */
export function isFromRoot(href: string): boolean {
  const second = href.charCodeAt(1);
  return href.charCodeAt(0) === SLASH && second !== SLASH && second !== BACKSLASH;
}

/** True if it names scheme and host. */
export const isAbsolute = (href: string): boolean => href.startsWith('http://') || href.startsWith('https://');

/** Scheme, host and port. */
export const siteOf = (url: CrawlUrl): string => ownText(url.slice(0, url.indexOf('/', 8)));
