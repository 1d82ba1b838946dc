import type { Socket } from 'node:net';
import type { Attack, Scene } from '#test/attack/attack.ts';
import { drip, HTML, notFound, reply } from '#test/attack/hostile/hostile-server.ts';

const HOSTS = 300;
/** Hosts that are asked at the same time. */
const SLOTS = 100;
const PAGES = 40;
const ANSWER_MS = 100;
/** The slow ones are all there at once; the honest host may not wait for their end. */
const MOST_HONEST_SECONDS = 15;
const open = new Set<Socket>();
let mostOpen = 0;
let begunAt = 0;
let honestAt: number[] = [];

const slowHosts = (port: number): string[] =>
  Array.from({ length: HOSTS }, (_, n) => `http://crowd-slow.h${n}.attack.test:${port}/`);
const honestPages = (own: string): string[] => Array.from({ length: PAGES }, (_, n) => `${own}/p${n}`);
/** From the first request of the crawl. */
const honestSeconds = (): number => ((honestAt.at(-1) ?? Number.NaN) - begunAt) / 1000;

const slow: Attack = {
  id: 'crowd-slow',
  sends: `${HOSTS} hosts at once, each a body of 25 bytes a second`,
  must: 'each is given up, with a bounded number of connections',
  seeds: ({ port }) => slowHosts(port),
  serve: ({ path }, socket) => {
    begunAt ||= performance.now();
    if (path === '/robots.txt') return notFound(socket);
    open.add(socket);
    mostOpen = Math.max(mostOpen, open.size);
    socket.once('close', () => open.delete(socket));
    socket.write(`HTTP/1.1 200 OK\r\n${HTML}\r\nContent-Length: 100000\r\n\r\n`);
    drip(socket, 'slow.', 200);
  },
  expect: ({ port }) => Object.fromEntries(slowHosts(port).map((url) => [url, 'failed(timeout)|failed(truncated)'])),
  look: () => (mostOpen > SLOTS ? [`${mostOpen} connections at once`] : []),
  figure: ({ seconds }) => `${mostOpen} connections at once, all over after ${seconds.toFixed(0)} s`,
};

const beside: Attack = {
  id: 'crowd-honest',
  sends: `an honest host beside them, whose ${PAGES} pages take ${ANSWER_MS} ms each`,
  must: `its pages are all stored within ${MOST_HONEST_SECONDS} s`,
  seeds: ({ at }) => honestPages(at('crowd-honest')),
  serve: ({ path }, socket) => {
    if (path === '/robots.txt') return notFound(socket);
    honestAt.push(performance.now());
    setTimeout(() => reply(socket, `<p>${path}`), ANSWER_MS);
  },
  expect: ({ at }) => Object.fromEntries(honestPages(at('crowd-honest')).map((url) => [url, 'stored'])),
  look: () => (honestSeconds() <= MOST_HONEST_SECONDS ? [] : [`its pages took ${honestSeconds().toFixed(0)} s`]),
  figure: () => `${PAGES} pages in ${honestSeconds().toFixed(1)} s`,
};

/** Hosts that give as little as possible, side by side with one that answers. */
export const crowd: Scene = {
  name: 'slow crowd',
  quick: false,
  args: ['--hosts-per-worker', String(SLOTS)],
  capMb: 64,
  mostStalledMs: 1_000,
  mostSeconds: 120,
  prepare: async () => {
    [mostOpen, begunAt, honestAt] = [0, 0, []];
    open.clear();
  },
  attacks: [slow, beside],
};
