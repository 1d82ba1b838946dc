import { gzipSync } from 'node:zlib';
import type { Exchange, Handler } from '#test/site/exchange.ts';

export const SITEMAP_HOSTS = 5;

const urlset = (locs: readonly string[]): string =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locs.map((loc) => `<url><loc>${loc}</loc></url>`).join('\n')}</urlset>`;
const index = (locs: readonly string[]): string =>
  `<sitemapindex>${locs.map((loc) => `<sitemap><loc>${loc}</loc></sitemap>`).join('\n')}</sitemapindex>`;

const range = (count: number, name: string): string[] => Array.from({ length: count }, (_, i) => `${name}${i}`);

/**
 * Five hosts with sitemaps. Host 0 names an index (of a gzip file, an index of indexes, itself, and
 * one on a foreign host) and a list on host 3. Its gzip file has entries of hosts 1
 * and 2, of which only host 1 agrees; host 1 has a separate feed. Every page but a leaf links to
 * two leaves.
 */
export const sitemapSite: Handler = (exchange) => {
  const { origin } = exchange.context;
  const path = exchange.url.pathname;
  if (path === '/robots.txt') return exchange.send(200, { 'content-type': 'text/plain' }, robots(exchange, origin));
  const file = files(exchange)[`${origin}${path}`];
  if (file !== undefined) return exchange.send(200, { 'content-type': 'application/octet-stream' }, file);
  const leaf = path.includes('leaf');
  const name = path.split('/').at(-1);
  const links = leaf ? '' : `<a href="/leaf-${name}-1">1</a><a href="/leaf-${name}-2">2</a>`;
  exchange.send(200, { 'content-type': 'text/html' }, `<title>${origin}${path}</title>${links}${origin}${path}`);
};

function robots(exchange: Exchange, origin: number): string {
  const [own, other] = [exchange.origin, exchange.originAt(3)];
  if (origin === 0) return `User-agent: *\nDisallow: /private\nSitemap: ${own}/index.xml\nSitemap: ${other}/list.txt\n`;
  return origin === 1 ? `Sitemap: /feed.xml\nSitemap: ${exchange.originAt(0)}/pages.xml.gz\n` : '';
}

/** By origin and path. */
function files(exchange: Exchange): Readonly<Record<string, string | Buffer>> {
  const at = (host: number, path: string): string => `${exchange.originAt(host)}${path}`;
  const pages = [
    ...range(12, at(0, '/entry')),
    at(0, '/private/x'),
    at(1, '/crossed'),
    at(2, '/refused'),
    at(0, '/leaf--1'),
  ];
  return {
    '0/index.xml': index([at(0, '/pages.xml.gz'), at(0, '/indexes.xml'), at(0, '/index.xml'), at(4, '/away.xml')]),
    '0/pages.xml.gz': gzipSync(urlset(pages)),
    '0/indexes.xml': index([at(0, '/deep.xml'), at(0, '/missing.html')]),
    '0/deep.xml': urlset(range(3, at(0, '/deep'))),
    '1/feed.xml': `<rss><channel>${range(4, at(1, '/news'))
      .map((link) => `<item><link>${link}</link></item>`)
      .join('')}</channel></rss>`,
    '3/list.txt': [...range(5, at(3, '/listed')), at(0, '/from-the-list')].join('\n'),
    '4/away.xml': urlset([at(4, '/away')]),
  };
}
