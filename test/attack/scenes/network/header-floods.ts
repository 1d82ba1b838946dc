import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Attack, AttackRequest, Scene } from '#test/attack/attack.ts';
import { HTML, notFound, redirect, reply } from '#test/attack/hostile/hostile-server.ts';

const PAGES = 1_000;
const KIBI = 1024;

import type { SceneResult } from '#test/attack/scene-result.ts';

/** A site whose every answer has a head of that many fields. */
const heads = (id: string, sends: string, fields: () => readonly string[]): Attack => ({
  id,
  sends,
  must: 'all are stored, in bounded memory',
  serve: ({ path }, socket) => {
    if (path === '/robots.txt') return notFound(socket);
    const links = Array.from({ length: PAGES - 1 }, (_, n) => `<a href=/p${n}>x</a>`).join('');
    reply(socket, path === '/' ? links : `<p>${path}`, [HTML, ...fields()]);
  },
  expect: () => ({ '/': 'stored', [`/p${PAGES - 2}`]: 'stored' }),
  look: ({ outcomes }) => {
    const stored = [...outcomes.values()].filter((outcome) => outcome === 'stored').length;
    return stored === PAGES ? [] : [`${stored} pages of ${PAGES} were stored`];
  },
  figure: ({ seconds }) => `${PAGES} pages in ${seconds.toFixed(0)} s`,
});

const scene = (attack: Attack): Scene => ({
  name: attack.id,
  quick: false,
  args: ['--page-bytes', String(32 * KIBI * KIBI)],
  capMb: 32,
  pages: PAGES,
  mostStalledMs: 1_000,
  attacks: [attack],
});

const field = (n: number, bytes: number): string => `X-${n}: ${randomBytes(bytes / 2).toString('hex')}`;

/** Heads as large as they may be, on every answer. */
export const headerFloods: readonly Scene[] = [
  heads('head-every-page', `${PAGES} pages, each with a head of 60 KiB that no compression makes smaller`, () =>
    Array.from({ length: 60 }, (_, n) => field(n, KIBI - 10)),
  ),
  heads('fields-every-page', `${PAGES} pages, each with 250 header fields`, () =>
    Array.from({ length: 250 }, (_, n) => field(n, 16)),
  ),
  {
    id: 'location-every-page',
    sends: `${PAGES} pages, each of which redirects to an address of 58 KiB`,
    must: 'none is followed, in bounded memory',
    serve: ({ path }: AttackRequest, socket: Socket): void => {
      if (path === '/robots.txt') notFound(socket);
      else if (path === '/')
        reply(socket, Array.from({ length: PAGES - 1 }, (_, n) => `<a href=/p${n}>x</a>`).join(''));
      else redirect(socket, `${path}${randomBytes(29 * KIBI).toString('hex')}`);
    },
    expect: () => ({ '/': 'stored', [`/p${PAGES - 2}`]: 'skipped(url-too-long)' }),
    look: ({ requests }: SceneResult) => (requests.length > PAGES + 1 ? ['one of them was asked'] : []),
  },
].map(scene);

const LONG = 'x'.repeat(58 * KIBI);
/** Longest line of an index: an address has 8 KiB at most, the rest is ours. */
const MOST_INDEX_LINE = 20 * KIBI;

const longValue = (id: string, name: string, value: string, outcome: string): Attack => ({
  id: `long-${id}`,
  sends: `${name} of 58 KiB`,
  must: outcome,
  serve: ({ path }, socket) => {
    if (path === '/robots.txt') notFound(socket);
    else
      reply(
        socket,
        `<p>${id}`,
        [`${name}: ${value}`, ...(name === 'Content-Type' ? [] : [HTML])],
        id === 'location' ? '302 Found' : '200 OK',
      );
  },
  expect: () => ({ '/': outcome }),
  look: async ({ surf, views }) => {
    const index = await surf('export', 'last', '--format', 'jsonl', '--out', '-');
    const longest = Math.max(0, ...index.split('\n').map((line) => line.length));
    return [
      ...(longest > MOST_INDEX_LINE ? [`a line of the table has ${longest} characters`] : []),
      ...views
        .filter((view) => JSON.stringify(view).length > MOST_INDEX_LINE)
        .map(({ url }) => `${url} has a long row`),
    ];
  },
});

/** One value of nearly all that a head may have, where Surf reads it. */
export const longValues: Scene = {
  name: 'long header values',
  quick: true,
  args: [],
  attacks: [
    longValue('link', 'Link', `<${LONG}>; rel=canonical`, 'stored'),
    longValue('cookie', 'Set-Cookie', `a=${LONG}`, 'stored'),
    longValue('location', 'Location', `/${LONG}`, 'skipped(url-too-long)'),
    longValue('type', 'Content-Type', `text/html; charset=${LONG}`, 'stored'),
    longValue('tag', 'ETag', `"${LONG}"`, 'stored'),
    longValue('coding', 'Content-Encoding', `${LONG}`, 'failed(decode)|stored'),
    longValue('robots', 'X-Robots-Tag', `${'noindex,'.repeat(7_000)}`, 'stored'),
    longValue('retry', 'Retry-After', '9'.repeat(58 * KIBI), 'stored'),
    longValue('date', 'Last-Modified', LONG, 'stored'),
  ],
};
