import { Cookie, defaultPath, domainMatch, pathMatch } from 'tough-cookie';
import type { ResponseHead } from '#core/fetch/fetcher.ts';
import type { HeaderPair } from '#core/fetch/headers/request-headers.ts';
import { headersOf } from '#core/fetch/headers/response-headers.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

/** RFC 6265 §6.1: cookies of a domain that a client should be able to keep. */
const MOST_COOKIES = 50;
/** Names and values together, in characters. Many servers refuse longer request headers. */
const MOST_CHARACTERS = 8_192;
/** Characters that a Cookie header can carry: visible ASCII and spaces; `;` ends a cookie. */
const SENDABLE = /^[\x20-\x3a\x3c-\x7e]*$/;

/** A cookie as it is sent. Instants are epoch ms. */
interface KeptCookie {
  readonly name: string;
  readonly pair: string;
  readonly path: string;
  readonly isSecure: boolean;
  /** Infinity: a session cookie. */
  readonly expiresAt: number;
}

/**
 * The cookies of one host, for as long as a worker is on it (RFC 6265). A cookie returns only to
 * the host that set it, also one with a `Domain` of more hosts. At most 50 cookies and 8,192
 * characters of names and values are kept; the oldest go first.
 */
export class HostCookies {
  #kept: KeptCookie[] = [];

  /**
   * Keeps the cookies of an answer.
   * @param now epoch ms
   * @returns does a request for the same URL send other cookies than before?
   */
  keep(head: ResponseHead, url: CrawlUrl, now: number): boolean {
    const set = headersOf(head, 'set-cookie');
    if (set.length === 0) return false;
    const before = this.#valueFor(url, now);
    const of = new URL(url);
    for (const text of set.slice(0, MOST_COOKIES)) {
      const cookie = keptCookie(text, of, now);
      if (cookie === null) continue;
      this.#kept = this.#kept.filter(({ name, path }) => name !== cookie.name || path !== cookie.path);
      if (cookie.expiresAt > now) this.#kept.push(cookie);
    }
    this.#makeRoom();
    return this.#valueFor(url, now) !== before;
  }

  /**
   * Adds the cookies of the URL to the headers of a request, behind those of a `Cookie` header that
   * the workflow gives.
   * @param now epoch ms
   */
  addTo(headers: readonly HeaderPair[], url: CrawlUrl, now: number): readonly HeaderPair[] {
    const value = this.#valueFor(url, now);
    if (value === '') return headers;
    const given = headers.find(([name]) => name.toLowerCase() === 'cookie');
    if (given === undefined) return [...headers, ['Cookie', value]];
    return headers.map((pair) => (pair === given ? [given[0], `${given[1]}; ${value}`] : pair));
  }

  /** RFC 6265 §5.4: cookies of longer paths come first, then older ones. */
  #valueFor(url: CrawlUrl, now: number): string {
    if (this.#kept.length === 0) return '';
    const { protocol, pathname } = new URL(url);
    return this.#kept
      .filter((cookie) => cookie.expiresAt > now && (!cookie.isSecure || protocol === 'https:'))
      .filter((cookie) => pathMatch(pathname, cookie.path))
      .sort((a, b) => b.path.length - a.path.length)
      .map(({ pair }) => pair)
      .join('; ');
  }

  #makeRoom(): void {
    let characters = this.#kept.reduce((sum, { pair }) => sum + pair.length, 0);
    while (this.#kept.length > MOST_COOKIES || characters > MOST_CHARACTERS) {
      characters -= this.#kept.shift()?.pair.length ?? 0;
    }
  }
}

/** A `Set-Cookie` of an answer; null if it is damaged, of another host, or cannot be sent. */
function keptCookie(text: string, url: URL, now: number): KeptCookie | null {
  const cookie = Cookie.parse(text, { loose: true });
  if (cookie === undefined) return null;
  const { key: name, domain, secure: isSecure } = cookie;
  const pair = cookie.cookieString();
  if (pair === '' || pair.length > MOST_CHARACTERS / 2 || !SENDABLE.test(pair)) return null;
  if (domain !== null && domainMatch(url.hostname, domain) !== true) return null;
  if (isSecure && url.protocol !== 'https:') return null;
  const path = cookie.path?.startsWith('/') === true ? cookie.path : defaultPath(url.pathname);
  return { name, pair, path, isSecure, expiresAt: cookie.expiryTime(new Date(now)) ?? Number.POSITIVE_INFINITY };
}
