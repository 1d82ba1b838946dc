import * as zlib from 'node:zlib';
import { after, answer, HTML, redirect } from '#test/site/hostile/answer.ts';
import type { Place } from '#test/site/hostile/place.ts';

/** Serves a host's robots.txt. @returns addresses that its first page links */
export type RobotsFile = (place: Place) => readonly string[];

const PLAIN = 'Content-Type: text/plain';
const FORBIDDEN = 'skipped(robots)';

const file = (p: Place, body: string | Uint8Array, headers: readonly string[] = [PLAIN]): void =>
  p.web.serve(p.host, '/robots.txt', answer({ headers, body }));

/** Rules, and pages that show them. */
function rules(p: Place): { readonly lines: string[]; readonly links: string[] } {
  const [folder, query, user, cafe, ending] = [p.path('/'), p.path(), p.path('~me'), p.path('/caf'), p.path()];
  const lines = [
    `Disallow: ${folder} # all of it`,
    `allow:${folder}open`,
    'DISALLOW : /*.bak$',
    `Disallow: ${query}?secret`,
    `Disallow: ${user.replace('~', '%7E')}`,
    `Disallow: ${cafe}%c3%a9`,
    `Disallow: ${ending}/end$`,
    'Disallow:',
    'Noindex: /',
    'Crawl-delay: nonsense',
  ];
  const links = [
    p.refused(FORBIDDEN, folder),
    p.refused(FORBIDDEN, `${folder}x`),
    p.leaf(`${folder}open`),
    p.leaf(`${folder}open/x`),
    p.refused(FORBIDDEN, p.path('.bak')),
    p.leaf(p.path('.bak?x')),
    p.leaf(p.path('.bakery')),
    p.refused(FORBIDDEN, `${query}?secret=x`),
    p.leaf(`${query}?public`),
    p.leaf(query),
    p.refused(FORBIDDEN, user),
    p.refused(FORBIDDEN, `${cafe}%C3%A9/x`),
    p.refused(FORBIDDEN, `${ending}/end`),
    p.leaf(`${ending}/end/x`),
    p.serve(p.path(), redirect(p.refused(FORBIDDEN, `${folder}moved`)), 'redirected'),
  ];
  return { lines, links };
}

/** Says nothing that forbids: everything is allowed. */
const free = (p: Place): string[] => [p.leaf(), p.leaf('/private')];

const ours = (lines: readonly string[], end = '\n'): string =>
  [
    'User-agent: *',
    'Disallow: /',
    '',
    'User-Agent: Surf-Crawler',
    ...lines,
    '',
    'User-agent: other',
    'Allow: /',
    '',
  ].join(end);
const everybody = (lines: readonly string[], end = '\n'): string =>
  ['User-agent: surf', 'User-agent: crawler', 'Disallow: /', '', 'User-agent: *', ...lines, ''].join(end);

/** One of each kind; the first has a sitemap, the last a Crawl-delay. */
export const ROBOTS_FILES: Readonly<Record<string, RobotsFile>> = {
  'our own group': (p) => {
    const { lines, links } = rules(p);
    file(p, ours([...lines, `Sitemap: ${p.url(sitemaps(p, lines[0]?.split(' ')[1] ?? ''))}`]));
    return links;
  },
  'a group in two parts': (p) => {
    const { lines, links } = rules(p);
    file(p, `${ours(lines.slice(0, 4))}\nUser-agent: surf-crawler\n${lines.slice(4).join('\n')}`);
    return links;
  },
  'a group for everybody, with a byte order mark and carriage returns': (p) => {
    const { lines, links } = rules(p);
    file(p, `\ufeff${everybody(lines, '\r')}`);
    return links;
  },
  'behind a redirect': (p) => {
    const { lines, links } = rules(p);
    const real = p.path('.txt');
    p.web.serve(p.host, real, answer({ headers: [PLAIN], body: everybody(lines) }));
    p.web.serve(p.host, '/robots.txt', redirect(real, '301 Moved'));
    p.web.robots.add(p.host + real);
    return links;
  },
  'behind a redirect to another host': (p) => {
    const { lines, links } = rules(p);
    const real = p.path('.txt');
    p.web.serve(p.other, real, answer({ headers: [PLAIN], body: everybody(lines) }));
    p.web.serve(p.host, '/robots.txt', redirect(p.url(real, p.other)));
    p.web.robots.add(p.other + real);
    return links;
  },
  'in gzip, and slow': (p) => {
    const { lines, links } = rules(p);
    const body = zlib.gzipSync(everybody(lines));
    p.web.serve(p.host, '/robots.txt', after(500, answer({ headers: [PLAIN, 'Content-Encoding: gzip'], body })));
    return links;
  },
  'very long': (p) => {
    const { lines, links } = rules(p);
    file(p, `${everybody(lines)}${'# nothing to see here\n'.repeat(30_000)}Disallow: /\n`);
    return links;
  },
  'in UTF-16': (p) => {
    const { lines, links } = rules(p);
    file(p, Buffer.from(`\ufeff${everybody(lines, '\r\n')}`, 'utf16le'));
    return links;
  },
  missing: (p) => {
    p.web.serve(
      p.host,
      '/robots.txt',
      answer({ status: '404 Not Found', headers: [PLAIN], body: 'User-agent: *\nDisallow: /\n' }),
    );
    return free(p);
  },
  refused: (p) => {
    const status = p.random.pick(['401 Who', '403 Forbidden', '410 Gone']);
    p.web.serve(p.host, '/robots.txt', answer({ status, headers: [PLAIN], body: 'User-agent: *\nDisallow: /\n' }));
    return free(p);
  },
  'a page': (p) => {
    file(p, '<html><body>User-agent: *<br>Disallow: /<br></body></html>', [HTML]);
    return free(p);
  },
  empty: (p) => {
    file(p, '');
    return free(p);
  },
  'a redirect that ends nowhere': (p) => {
    p.web.serve(p.host, '/robots.txt', redirect('/robots.txt'));
    return free(p);
  },
  'a Crawl-delay': (p) => {
    file(p, 'User-agent: *\r\nCrawl-delay: .5\r\nDisallow: /never\r\n');
    p.web.delays.set(p.host, 0.5);
    return [...free(p), p.refused(FORBIDDEN, '/never/x')];
  },
};

/** An index with a gzip file and a list of addresses. @returns its path */
function sitemaps(p: Place, forbidden: string): string {
  const [index, packed, list] = [p.path('.xml'), p.path('.xml.gz'), p.path('.txt')];
  const named = p.path();
  p.leaf(`${named}?a=1&b=2`);
  const elsewhere = p.path();
  p.web.serve(p.other, elsewhere, answer({ body: 'nobody may ask for this' }));
  const urls = [
    `<loc> ${p.url(p.leaf())} </loc><lastmod>nonsense</lastmod>`,
    `<loc>${p.url(named)}?a=1&amp;b=2</loc>`,
    `<loc><![CDATA[${p.url(p.leaf())}]]></loc>`,
    `<loc>${p.url(p.refused(FORBIDDEN, `${forbidden}listed`))}</loc>`,
    `<loc>${p.url(elsewhere, p.other)}</loc>`,
    '<loc>javascript:alert(1)</loc>',
    '<loc></loc>',
    `<priority>1</priority><image:image><image:loc>${p.url(p.never())}</image:loc></image:image>`,
  ];
  const xml = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.map((url) => `<url>${url}</url>`).join('\n')}</urlset>`;
  const listed = [packed, list].map((path) => `<sitemap><loc>${p.url(path)}</loc></sitemap>`).join('');
  p.web.serve(
    p.host,
    index,
    answer({ headers: ['Content-Type: application/xml'], body: `<sitemapindex>${listed}</sitemapindex>` }),
  );
  p.web.serve(
    p.host,
    packed,
    answer({ headers: ['Content-Type: application/octet-stream'], body: zlib.gzipSync(xml) }),
  );
  p.web.serve(p.host, list, answer({ headers: [PLAIN], body: `\ufeff${p.url(p.leaf())}\r\n\r\n${p.url(p.leaf())}\n` }));
  for (const path of [index, packed, list]) p.web.sitemaps.add(p.host + path);
  return index;
}
