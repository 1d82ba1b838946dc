import type { Handler } from '#test/site/exchange.ts';

const canonical = (href: string): string => `<link rel="canonical" href="${href}">`;
const version = (language: string, href: string): string =>
  `<link rel="alternate" hreflang="${language}" href="${href}">`;

/** Heads of pages by their paths; `OTHER` is the second host, which no crawl may enter. */
const HEADS: Readonly<Record<string, string>> = {
  '/lamp': canonical('/lamp'),
  '/lamp?from=mail': canonical('/lamp'),
  '/lamp-two': canonical('/lamp') + canonical('/chair'),
  '/chair': '',
  '/table-older': canonical('/table-old'),
  '/table-old': canonical('/table'),
  '/table': canonical('/table'),
  '/to-gone': canonical('/gone'),
  '/gone': '',
  '/to-other': canonical('OTHER/there'),
  '/to-refused': canonical('/refused'),
  '/refused': '',
  '/to-barred': canonical('/barred'),
  '/barred': '',
  '/en':
    version('de', '/de') +
    version('fr', '/fr') +
    version('es', '/es') +
    version('it', 'OTHER/it') +
    version('en', '/en'),
  '/de': version('en', '/en'),
  '/fr': '',
  '/es': '',
  '/map-en': '',
  '/map-de': '',
  '/alone': version('de', 'OTHER/alone'),
};
const STATUS: Readonly<Record<string, number>> = { '/gone': 404, '/refused': 403 };

/**
 * Pages that name canonicals and language versions, with and without fault. `/lamp?from=mail` has
 * the bytes of `/lamp`; the sitemap names a German version of `/map-en`, and none of `/map-de`.
 */
export const namingSite: Handler = async (exchange) => {
  const { pathname, search } = exchange.url;
  const path = `${pathname}${search}`;
  if (path === '/robots.txt')
    return exchange.send(200, {}, `User-agent: *\nDisallow: /barred\nSitemap: ${exchange.origin}/map.xml\n`);
  if (path === '/map.xml') {
    const versions = ['en', 'de'].map(
      (language) => `<xhtml:link rel="alternate" hreflang="${language}" href="${exchange.origin}/map-${language}"/>`,
    );
    const entry = `<url><loc>${exchange.origin}/map-en</loc>${versions.join('')}</url>`;
    return exchange.send(200, { 'content-type': 'application/xml' }, `<urlset>${entry}</urlset>`);
  }
  const links = Object.keys(HEADS).map((at) => `<a href="${at}">${at}</a>`);
  if (path === '/') return exchange.html(`<title>start</title>${links.join(' ')}`);
  const head = HEADS[path];
  if (head === undefined || STATUS[path] !== undefined) return exchange.html('', STATUS[path] ?? 404);
  const title = pathname.replace('/', '');
  exchange.html(`<title>${title}</title>${head.replaceAll('OTHER', exchange.originAt(1))}<p>${title}</p>`);
};
