import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from '#test/site/exchange.ts';

const SLOW_MS = 2_500;

interface FaultyPage {
  readonly head?: string;
  readonly title?: string | null;
  readonly description?: string | null;
  readonly h1?: readonly string[];
  readonly words?: number;
  /** Pages with one stem have nearly the same text. @default the path */
  readonly stem?: string;
  readonly body?: string;
}

/** A page without fault, but for what `page` says. */
function html(path: string, page: FaultyPage): string {
  const {
    title = `The page ${path}`,
    description = `What there is at ${path}`,
    h1 = [`Page ${path}`],
    stem = path,
  } = page;
  const text = Array.from({ length: page.words ?? 120 }, (_, n) => `${stem}${n}`).join(' ');
  return [
    '<!doctype html><html lang="en"><head>',
    title === null ? '' : `<title>${title}</title>`,
    description === null ? '' : `<meta name="description" content="${description}">`,
    `${page.head ?? ''}</head><body>`,
    ...h1.map((heading) => `<h1>${heading}</h1>`),
    `<p>${text}</p>${page.body ?? ''}</body></html>`,
  ].join('\n');
}

const link = (href: string, text = href): string => `<a href="${href}">${text}</a> `;
const canonical = (href: string): string => `<link rel="canonical" href="${href}">`;
const alternate = (language: string, href: string): string =>
  `<link rel="alternate" hreflang="${language}" href="${href}">`;

const NOINDEX = '<meta name="robots" content="noindex">';

const HOME = [
  'near-a fine own-canonical untitled title-a title-b long-title description-a description-b no-description long-description',
  'no-h1 two-h1 thin noindex canonical-to-noindex canonical-gone canonical-two canonical-chain canonical-unknown images slow unlisted near-b near-other',
  'copy-a copy-b en de fr lonely deep-1 chain-1 loop-1 gone fault forbidden broken-source',
  'chain-refreshed canonical-refreshed',
]
  .join(' ')
  .split(' ');

/** Pages by their paths: each has the fault of its name, and no other. */
const PAGES: Readonly<Record<string, FaultyPage>> = {
  '': { body: HOME.map((name) => link(`/${name}`)).join('') },
  'near-a': { stem: 'near' },
  fine: {},
  'own-canonical': { head: canonical('/own-canonical') },
  untitled: { title: null },
  'title-a': { title: 'One title' },
  'title-b': { title: 'One title' },
  'long-title': { title: 'A title of many words that no search engine shows as a whole, as it is long' },
  'description-a': { description: 'One description' },
  'description-b': { description: 'One description' },
  'no-description': { description: null },
  'long-description': { description: 'words and more '.repeat(12) },
  'no-h1': { h1: [] },
  'two-h1': { h1: ['One', 'Two'] },
  thin: { words: 20 },
  noindex: { head: NOINDEX },
  'canonical-to-noindex': { head: canonical('/noindex') },
  'canonical-gone': { head: canonical('/gone') },
  'canonical-two': { head: canonical('/fine') + canonical('/own-canonical') },
  'canonical-chain': { head: canonical('/canonical-gone') },
  'canonical-refreshed': { head: canonical('/refreshed') },
  refreshed: { head: '<meta http-equiv="refresh" content="0; url=/fine">', description: null, h1: [], words: 3 },
  'canonical-unknown': { head: canonical('OTHER/unread') },
  images: { body: '<img src="/a.png"><img src="/b.png" alt=""><img src="/c.png" alt="A picture">' },
  slow: {},
  unlisted: {},
  'near-b': { stem: 'near' },
  'near-other': { stem: 'near', head: canonical('/near-a') },
  en: { head: alternate('de', '/de') + alternate('en', '/en') },
  de: { head: alternate('en', '/en') + alternate('de', '/de') },
  fr: { head: alternate('en-UK', '/lonely') },
  lonely: {},
  orphan: {},
  'broken-source': { body: link('/gone', 'a dead end') + link('/chain-1', 'a long way') },
  ...Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`deep-${n}`, { head: NOINDEX, body: link(`/deep-${n + 1}`) }])),
  'deep-6': { head: NOINDEX },
};
const COPY = html('copy', {});
const REDIRECTS: Readonly<Record<string, string>> = {
  'chain-1': '/chain-2',
  'chain-2': '/fine',
  'chain-refreshed': '/refreshed',
  'loop-1': '/loop-2',
  'loop-2': '/loop-3',
  'loop-3': '/loop-2',
};
const STATUS: Readonly<Record<string, number>> = { gone: 404, fault: 500, forbidden: 403 };
const NOT_LISTED = new Set(['unlisted', 'copy-b']);

/**
 * A site with every fault that an audit finds, but insecure files: they need https. The second
 * origin has no page.
 */
export class FaultySite {
  /** The author has mended titles and the dead link. */
  isMended = false;

  readonly handler = async (exchange: Exchange): Promise<void> => {
    const name = exchange.url.pathname.slice(1);
    if (exchange.context.origin !== 0) return exchange.send(404, {});
    if (name === 'robots.txt') return exchange.send(200, {}, `Sitemap: ${exchange.origin}/sitemap.xml\n`);
    if (name === 'sitemap.xml') return exchange.send(200, { 'content-type': 'application/xml' }, sitemap(exchange));
    const target = REDIRECTS[name];
    if (target !== undefined) return exchange.redirect(301, target);
    if (name === 'copy-a' || name === 'copy-b') return exchange.html(COPY);
    const page = PAGES[name];
    const status = STATUS[name];
    if (page === undefined || status !== undefined) return exchange.html('', status ?? 404);
    if (name === 'slow') await sleep(SLOW_MS);
    const now = this.isMended ? mended(name, page) : page;
    const elsewhere = name === '' ? link(`${exchange.originAt(1)}/nowhere`) : '';
    const head = (now.head ?? '').replaceAll('OTHER', exchange.originAt(1));
    exchange.html(html(name, { ...now, head, body: `${now.body ?? ''}${elsewhere}` }));
  };
}

function mended(name: string, page: FaultyPage): FaultyPage {
  if (name === 'untitled' || name === 'title-b' || name === 'near-b') return {};
  if (name === 'broken-source') return { body: link('/fine') };
  return name === 'fine' ? { description: null } : page;
}

function sitemap({ origin }: Exchange): string {
  const listed = [...Object.keys(PAGES), 'copy-a'].filter((name) => !NOT_LISTED.has(name) && !name.startsWith('deep-'));
  return `<urlset>${listed.map((name) => `<url><loc>${origin}/${name}</loc></url>`).join('')}</urlset>`;
}
