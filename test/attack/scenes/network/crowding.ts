import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Attack, Scene, Servers } from '#test/attack/attack.ts';
import { HTML, notFound } from '#test/attack/hostile/hostile-server.ts';
import type { SceneResult } from '#test/attack/scene-result.ts';

const HOSTILE_HOSTS = 60;
const HONEST_HOSTS = 8;
const PAGE_BYTES = 420_000;
/** An honest page comes evenly, in so many parts. */
const PAGE_SECONDS = 10;
const PARTS = 50;
/** Within twice the time that an honest page takes alone. */
const MOST_SECONDS = 2 * PAGE_SECONDS;

/** What sixty hosts do, all in the same way. */
export interface Crowding extends Pick<Attack, 'serve' | 'serveHttp2' | 'look'> {
  /** Of the scene, and the label of its hostile hosts: before `near-…`, so that they come first. */
  readonly id: `drip-${string}`;
  readonly sends: string;
  readonly must: string;
  /** What may become of their pages. */
  readonly outcome: string;
  readonly args: readonly string[];
}

/** @returns a scene of sixty hostile hosts that come first, and eight honest ones beside them */
export function crowding({ id, outcome, args, sends, must, ...served }: Crowding): Scene {
  const at = ({ at, secureAt }: Servers) => (served.serveHttp2 === undefined ? at : secureAt);
  const hostile = (servers: Servers): string[] =>
    Array.from({ length: HOSTILE_HOSTS }, (_, n) => `${at(servers)(`${id}-n${n}`)}/`);
  const honest = ({ at }: Servers): string[] =>
    Array.from({ length: HONEST_HOSTS }, (_, n) => `${at(`near-${id}-n${n}`)}/`);
  let begunAt = Number.POSITIVE_INFINITY;
  const noted =
    <Args extends readonly unknown[]>(serve: (...args: Args) => void) =>
    (...args: Args): void => {
      begunAt = Math.min(begunAt, Date.now());
      serve(...args);
    };
  /** From the first request of the crawl, robots.txt included. */
  const secondsOf = (result: SceneResult, servers: Servers): number =>
    (lastEndOf(result, honest(servers)) - begunAt) / 1000;
  const { serve, serveHttp2, look } = served;
  const hostileServers = {
    ...(serve !== undefined && { serve: noted(serve) }),
    ...(serveHttp2 !== undefined && { serveHttp2: noted(serveHttp2) }),
    ...(look !== undefined && { look }),
  };
  const each = (urls: readonly string[], outcome: string) => Object.fromEntries(urls.map((url) => [url, outcome]));
  return {
    name: id,
    quick: false,
    args,
    mostStalledMs: 1_000,
    mostSeconds: 240,
    prepare: async () => {
      begunAt = Number.POSITIVE_INFINITY;
    },
    attacks: [
      {
        id,
        sends: `${HOSTILE_HOSTS} hosts at once, each ${sends}`,
        must,
        seeds: hostile,
        ...hostileServers,
        expect: (servers) => each(hostile(servers), outcome),
        figure: ({ seconds }) => `all over after ${seconds.toFixed(0)} s`,
      },
      {
        id: `near-${id}`,
        sends: `${HONEST_HOSTS} honest hosts beside them, each a page of 420 KB that takes ${PAGE_SECONDS} s`,
        must: `all are stored within ${MOST_SECONDS} s`,
        seeds: honest,
        serve: ({ path }, socket) => (path === '/robots.txt' ? notFound(socket) : steadyPage(socket)),
        expect: (servers) => each(honest(servers), 'stored'),
        look: (result, servers) => {
          const seconds = secondsOf(result, servers);
          return seconds <= MOST_SECONDS ? [] : [`the honest pages took ${seconds.toFixed(1)} s`];
        },
        figure: (result, servers) => `${HONEST_HOSTS} pages in ${secondsOf(result, servers).toFixed(1)} s`,
      },
    ],
  };
}

/** When the last of these pages was there (epoch ms); without end when one is missing. */
function lastEndOf({ views }: SceneResult, urls: readonly string[]): number {
  const ends = views.flatMap(({ url, endedAt }) =>
    endedAt === null || !urls.includes(url) ? [] : [Date.parse(endedAt)],
  );
  return ends.length < urls.length ? Number.POSITIVE_INFINITY : Math.max(...ends);
}

/** A page that comes evenly, and is no other's duplicate. */
function steadyPage(socket: Socket): void {
  const part = randomBytes(PAGE_BYTES / PARTS / 2).toString('hex');
  socket.write(`HTTP/1.1 200 OK\r\n${HTML}\r\nContent-Length: ${PAGE_BYTES}\r\n\r\n`);
  let left = PARTS;
  const timer = setInterval(
    () => {
      socket.write(part);
      left -= 1;
      if (left === 0) clearInterval(timer);
    },
    (PAGE_SECONDS * 1000) / PARTS,
  );
  socket.on('close', () => clearInterval(timer));
}
