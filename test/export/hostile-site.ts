import type { Exchange, Handler } from '#test/site/exchange.ts';

/** What an address of the site answers. */
export interface HostileAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

const HTML = 'text/html; charset=utf-8';
const page = (title: string, text: string, headers: Readonly<Record<string, string>> = {}): HostileAnswer => ({
  status: 200,
  headers: { 'content-type': HTML, ...headers },
  body: `<title>${title}</title><h1>${title}</h1><p>${text}</p>`,
});

/**
 * Pages whose names clash on some file system, and whose titles and texts would like to be more
 * than text. Path → answer.
 */
export const HOSTILE_PAGES: Readonly<Record<string, HostileAnswer>> = {
  '/a': page('=1+1', 'a'),
  '/a/b': page('@SUM(A1)', 'b'),
  '/A': page('+cmd|calc', 'capital'),
  '/nul.txt': page('-2+3', 'device'),
  '/con/': page('two "quotes", and a comma', 'folder of a device'),
  '/dir./x': page('tab\there', 'dot'),
  '/q?x=1': page('日本 «é» 😀', 'query'),
  '/q%3Fx=1': page('\u001b[31mred\u0007', 'escaped query'),
  '/..%2f..%2fescape': page('&lt;script&gt;alert(1)&lt;/script&gt;', '&lt;img src=x onerror=alert(2)&gt;'),
  '/long/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx.html':
    page('long', 'name'),
  '/latin': {
    status: 200,
    headers: { 'content-type': 'text/html; charset=iso-8859-1', 'last-modified': 'Fri, 02 Jan 2026 03:04:05 GMT' },
    body: Buffer.from('<title>caf\xe9</title><p>na\xefve', 'latin1'),
  },
  '/data.json': { status: 200, headers: { 'content-type': 'application/json' }, body: '{"a": [1, 2]}' },
  '/plain.htm': page('htm', 'htm'),
};
/** A copy of `/a`, a page that has moved, one that is gone, a picture. */
const OTHERS: Readonly<Record<string, HostileAnswer>> = {
  '/copy': page('=1+1', 'a'),
  '/moved': { status: 301, headers: { location: '/plain.htm' }, body: '' },
  '/gone': { status: 404, headers: { 'content-type': HTML }, body: 'gone' },
  '/picture': { status: 200, headers: { 'content-type': 'image/png', 'content-length': '3' }, body: 'png' },
};
const LINKS = [...Object.keys(HOSTILE_PAGES), ...Object.keys(OTHERS)];

const SEED: HostileAnswer = {
  status: 200,
  headers: { 'content-type': HTML },
  body: `<title>seed</title>${LINKS.map((path, i) => `<a href="${path}">link ${i}</a>`).join('\n')}
<a href="/a">again</a><a href="mailto:x@y.z">mail</a><a href="http://elsewhere.test/">out</a><a rel="nofollow" href="/nf">nf</a>`,
};

/** Everything, by path and query. */
export const HOSTILE_SITE: Readonly<Record<string, HostileAnswer>> = { '/': SEED, ...HOSTILE_PAGES, ...OTHERS };
/** Pages that a crawl stores: all but the copy, the redirect, the error and the picture. */
export const HOSTILE_STORED = ['/', ...Object.keys(HOSTILE_PAGES)];
/** What a mirror and an index hold: the copy, too. */
export const HOSTILE_MIRRORED = [...HOSTILE_STORED, '/copy'];

export const serveHostile: Handler = (exchange: Exchange) => {
  const answer = HOSTILE_SITE[exchange.path];
  if (answer === undefined) exchange.send(404, { 'content-type': HTML }, 'nothing here');
  else exchange.send(answer.status, answer.headers, answer.body);
};
