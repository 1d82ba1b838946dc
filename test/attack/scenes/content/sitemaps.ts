import * as zlib from 'node:zlib';
import type { Attack, Scene, Servers } from '#test/attack/attack.ts';
import { notFound, redirect, reply } from '#test/attack/hostile/hostile-server.ts';

const XML = 'Content-Type: application/xml';
const PAGES = 5;

interface Hostile extends Pick<Attack, 'id' | 'sends' | 'must'> {
  /** Body of /sitemap.xml. */
  readonly body: (servers: Servers) => string | Uint8Array;
  /** Paths that must be crawled because of it. */
  readonly finds?: readonly string[];
  /** What robots.txt names besides. */
  readonly also?: string;
}

const loc = (address: string): string => `<url><loc>${address}</loc></url>`;

/** A site whose robots.txt names a sitemap; Surf requests only what it may list. */
const site = ({ id, sends, must, body, finds = [], also = '' }: Hostile): Attack => ({
  id,
  sends,
  must,
  serve: ({ path }, socket, servers) => {
    const own = servers.at(id);
    if (path === '/robots.txt') reply(socket, `Sitemap: ${own}/sitemap.xml\n${also}`, ['Content-Type: text/plain']);
    else if (path === '/sitemap.xml') reply(socket, body(servers), [XML]);
    else if (path === '/to-metadata.xml') redirect(socket, 'http://169.254.169.254/sitemap.xml');
    else if (path === '/' || finds.includes(path) || /^\/p\d+$/.test(path)) reply(socket, `<p>${id} ${path}`);
    else notFound(socket);
  },
  expect: () => Object.fromEntries(['/', ...finds].map((path) => [path, 'stored'])),
  look: ({ requests }) => [
    ...requests.filter(({ path }) => /passwd|root:|planted|lol/.test(path)).map(({ path }) => `${path} was asked`),
    ...(requests.filter(({ host }) => host === id).length > PAGES * 3 + 30 ? ['too many requests'] : []),
  ],
});

/** Ten levels of ten: a thousand million copies of one word. */
function billionLaughs(own: string): string {
  const entities = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`);
  return `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "lol">${entities.join('')}]><urlset>${loc(`${own}/&l9;`)}${loc(`${own}/yes`)}</urlset>`;
}

const external = ({ victim, at }: Servers): string => {
  const own = at('external-entity');
  return [
    `<!DOCTYPE x SYSTEM "http://127.0.0.1:${victim}/dtd" [`,
    `<!ENTITY file SYSTEM "file:///etc/passwd"><!ENTITY web SYSTEM "http://127.0.0.1:${victim}/">`,
    `<!ENTITY % p SYSTEM "http://127.0.0.1:${victim}/p">%p;]>`,
    `<urlset xmlns:xi="http://www.w3.org/2001/XInclude">${loc(`${own}/&file;`)}${loc(`${own}/?&web;`)}`,
    `<xi:include href="file:///etc/passwd" parse="text"/>${loc(`${own}/yes`)}</urlset>`,
  ].join('');
};

const many = (own: string): string =>
  `<urlset>${Array.from({ length: 300_000 }, (_, n) => loc(`${own}/p${n}`)).join('')}</urlset>`;

/**
 * Files that robots.txt names, made to cost memory, to read files, to send the crawler elsewhere.
 */
export const sitemaps: Scene = {
  name: 'sitemaps',
  quick: true,
  args: ['--sitemaps', 'auto', '--pages-per-host', String(PAGES)],
  attacks: [
    site({
      id: 'billion-laughs',
      sends: 'entities in entities, a thousand million words (billion laughs)',
      must: 'no entity is expanded, the other entry counts',
      body: ({ at }) => billionLaughs(at('billion-laughs')),
      finds: ['/yes'],
    }),
    site({
      id: 'external-entity',
      sends: 'entities, a document type and inclusions that name files and servers inside',
      must: 'none is read, none is asked, the other entry counts',
      body: external,
      finds: ['/yes'],
    }),
    site({
      id: 'sitemap-foreign',
      sends: 'entries of another host, which did not ask for it, and of the metadata service',
      must: 'none is requested',
      body: ({ at }) =>
        `<urlset>${loc(`${at('cookie')}/planted`)}${loc('http://169.254.169.254/planted')}${loc(`${at('sitemap-foreign')}/yes`)}</urlset>`,
      finds: ['/yes'],
    }),
    site({
      id: 'sitemap-places',
      sends:
        'a robots.txt that names sitemaps at the metadata service, in files, behind a redirect to the metadata service',
      must: 'none is requested',
      body: ({ at }) => `<urlset>${loc(`${at('sitemap-places')}/yes`)}</urlset>`,
      also: 'Sitemap: http://169.254.169.254/sitemap.xml\nSitemap: file:///etc/passwd\nSitemap: /to-metadata.xml\nSitemap: http://[::ffff:a9fe:a9fe]/s.xml\n',
      finds: ['/yes'],
    }),
    site({
      id: 'index-loop',
      sends: 'an index that lists itself, over and over under new names',
      must: 'it ends after two levels',
      body: ({ at }) => {
        const own = at('index-loop');
        const lists = Array.from({ length: 20 }, (_, n) => `<sitemap><loc>${own}/sitemap.xml?${n}</loc></sitemap>`);
        return `<sitemapindex><sitemap><loc>${own}/sitemap.xml</loc></sitemap>${lists.join('')}</sitemapindex>`;
      },
    }),
  ],
};

/** A file is unpacked to 50 MB at most. */
const UNPACKED_MB = 50;

/** Each in a separate process: their memory is measured. */
export const sitemapBombs: readonly Scene[] = (
  [
    [
      UNPACKED_MB,
      site({
        id: 'sitemap-many',
        sends: '300,000 entries',
        must: '50,000 are read, the limit of pages holds',
        body: ({ at }) => many(at('sitemap-many')),
      }),
    ],
    [
      UNPACKED_MB,
      site({
        id: 'sitemap-nesting',
        sends: 'a million elements in each other',
        must: 'read in linear time',
        body: ({ at }) => `<urlset>${'<x>'.repeat(1_000_000)}${loc(`${at('sitemap-nesting')}/deep`)}`,
      }),
    ],
    [
      UNPACKED_MB,
      site({
        id: 'sitemap-bomb',
        sends: '256 MiB in 256 KB of gzip, as a file',
        must: 'not unpacked beyond 50 MB',
        body: () => zlib.gzipSync(Buffer.alloc(256 * 1024 * 1024), { level: 1 }),
      }),
    ],
  ] as const
).map(([capMb, attack]) => ({ ...sitemaps, name: attack.id, quick: false, capMb, attacks: [attack] }));
