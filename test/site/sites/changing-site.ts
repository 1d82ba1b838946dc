import { gzipSync } from 'node:zlib';
import type { Exchange, Handler } from '#test/site/exchange.ts';

/** What a page of the site brings to be asked by. */
export type PageValidator = 'etag' | 'date' | 'both' | 'none';

const PAGES = 24;
const KINDS: readonly PageValidator[] = ['both', 'etag', 'date', 'none'];

/** A request for a page as the server saw it, and what it said. */
export interface PageRequest {
  readonly path: string;
  readonly ifNoneMatch: string | undefined;
  readonly ifModifiedSince: string | undefined;
  readonly status: number;
}

/**
 * A site that changes between two crawls. `/` links pages `/p0` to `/p23`: every fourth has no
 * validator, the others an ETag, a date or both; every fifth is sent in gzip; `/p8` and `/p9` are
 * the same. In its second state `/p4` and `/p5` have another body, `/p6` is gone, `/p7` has moved,
 * and `/p24` is new.
 */
export class ChangingSite {
  isLater = false;
  /** Dates are left out of answers. */
  withoutDate = false;
  /** Each answer has another counter in its footer, and nothing to be asked by. */
  isCounting = false;
  /** In its second state `/p4` also links to `/p12`. */
  linksMore = false;
  /** The `lastmod` of pages in `/sitemap.xml`; the others have an old one. */
  readonly dates = new Map<string, string>();
  readonly asked: PageRequest[] = [];

  readonly handler: Handler = async (exchange) => {
    const path = exchange.url.pathname;
    if (path === '/robots.txt') return exchange.send(404, {});
    if (path === '/sitemap.xml') return exchange.send(200, { 'content-type': 'text/xml' }, this.#sitemap(exchange));
    const n = path === '/' ? -1 : Number(path.replace('/p', ''));
    const status = this.#answer(exchange, n);
    const { headers } = exchange;
    this.asked.push({
      path,
      ifNoneMatch: headers['if-none-match'],
      ifModifiedSince: headers['if-modified-since'],
      status,
    });
  };

  /**
   * Bytes of the bodies, not encoded, that the pages have that did not change and can be asked
   * about.
   */
  get unchangedBytes(): number {
    const numbers = Array.from({ length: PAGES }, (_, n) => n).filter((n) => validatorOf(n) !== 'none' && !changes(n));
    return numbers.reduce((sum, n) => sum + bodyOf(n, true).length, 0);
  }

  #sitemap({ url }: Exchange): string {
    const entry = (path: string): string =>
      `<url><loc>${new URL(path, url.origin)}</loc><lastmod>${this.dates.get(path) ?? '2024-06-01'}</lastmod></url>`;
    const paths = ['/', ...Array.from({ length: PAGES }, (_, n) => `/p${n}`)];
    return `<urlset>${paths.map(entry).join('')}</urlset>`;
  }

  #answer(exchange: Exchange, n: number): number {
    if (this.withoutDate) exchange.response.sendDate = false;
    if (this.isLater && n === 6) return sent(exchange, 410);
    if (this.isLater && n === 7) return sent(exchange, 301, { location: '/p1' });
    if (n >= (this.isLater ? PAGES + 1 : PAGES)) return sent(exchange, 404);
    const validator = this.isCounting ? 'none' : validatorOf(n);
    const counter = this.isCounting ? `<footer>Request ${this.asked.length}</footer>` : '';
    const more = this.linksMore && this.isLater && n === 4 ? '<a href="/p12">12</a>' : '';
    const body = `${bodyOf(n, this.isLater)}${more}${counter}`;
    const version = this.isLater && changes(n) ? 2 : 1;
    const etag = `W/"p${n}-${version}"`;
    const date = `${version === 1 ? 'Sat' : 'Sun'}, 0${version} Jun 2024 10:00:00 GMT`;
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      ...((validator === 'etag' || validator === 'both') && { etag }),
      ...((validator === 'date' || validator === 'both') && { 'last-modified': date }),
    };
    const { 'if-none-match': ifNoneMatch, 'if-modified-since': since } = exchange.headers;
    const known = ifNoneMatch === undefined ? since === date : ifNoneMatch === etag;
    if (validator !== 'none' && known) return sent(exchange, 304, headers);
    if (n % 5 !== 0) return sent(exchange, 200, headers, body);
    return sent(exchange, 200, { ...headers, 'content-encoding': 'gzip' }, gzipSync(body));
  }
}

function sent(
  exchange: Exchange,
  status: number,
  headers: Record<string, string> = {},
  body?: string | Buffer,
): number {
  exchange.send(status, headers, body);
  return status;
}

/** The first page has none: its links change with the site. */
const validatorOf = (n: number): PageValidator => (n < 0 ? 'none' : (KINDS[n % KINDS.length] ?? 'none'));

const changes = (n: number): boolean => n === -1 || (n >= 4 && n <= 7);

function bodyOf(n: number, isLater: boolean): string {
  if (n === 8 || n === 9) return '<title>twins</title><a href="/p10">10</a>';
  const version = isLater && changes(n) ? 'later' : 'first';
  const own = n < 0 ? Array.from({ length: PAGES }, (_, to) => to) : n + 1 < PAGES ? [n + 1] : [];
  const links = isLater && n === 5 ? [...own, PAGES] : own;
  return `<title>page ${n}, ${version}</title><h1>Page ${n}, ${version}</h1>${links.map((to) => `<a href="/p${to}">${to}</a>`).join('')}${'.'.repeat(500)}`;
}
