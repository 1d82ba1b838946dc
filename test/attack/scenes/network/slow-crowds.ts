import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import * as zlib from 'node:zlib';
import type { Scene } from '#test/attack/attack.ts';
import type { AttackOutcome } from '#test/attack/attack-outcome.ts';
import { drip, HTML, notFound } from '#test/attack/hostile/hostile-server.ts';
import { END_HEADERS, FRAME, frame, OK_HEAD } from '#test/attack/hostile/raw-http2-server.ts';
import { runScene } from '#test/attack/run-scene.ts';
import { type Crowding, crowding } from '#test/attack/scenes/network/crowding.ts';
import type { StagedScene } from '#test/attack/staged-scene.ts';

const MEBI = 1024 * 1024;
/** Crawls that run side by side: they mostly wait. */
const AT_ONCE = 3;
/** Five hundred bytes a second: above what a body must bring when nobody waits. */
const [PIECE, PIECE_MS] = ['.'.repeat(100), 200];
const PROMISE = `HTTP/1.1 200 OK\r\n${HTML}\r\nContent-Length: 10000000\r\n`;
const CHUNKED = `HTTP/1.1 200 OK\r\n${HTML}\r\nTransfer-Encoding: chunked\r\n\r\n`;
const SLOW_BODY = 'failed(timeout)|failed(truncated)';
const SLOW = { must: 'failed(timeout) or failed(truncated)', outcome: SLOW_BODY, args: ['--timeout-seconds', '3'] };
/**
 * Before there is an answer, a server that thinks and one that drips look the same: those that make
 * room get a new request.
 */
const PATIENT = ['--timeout-seconds', '8'];
const SILENT = { must: 'failed(timeout)', outcome: 'failed(timeout)', args: PATIENT };

type Answer = (socket: Socket) => void;
const page = (answer: Answer): Pick<Crowding, 'serve'> => ({
  serve: ({ path }, socket) => (path === '/robots.txt' ? notFound(socket) : answer(socket)),
});

/** A promise holds no memory, so nobody waits for its place: each ends with its own time. */
export const slowPromises: Scene = crowding({
  id: 'drip-promises',
  sends: 'promises 10 MB and sends 500 bytes a second',
  ...SLOW,
  ...page((socket) => {
    socket.write(`${PROMISE}\r\n`);
    drip(socket, PIECE, PIECE_MS);
  }),
});

const RELATIVES: readonly Crowding[] = [
  {
    id: 'drip-heads',
    sends: 'a header every tenth of a second',
    ...SILENT,
    ...page((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      drip(socket, 'a: b\r\n', 100);
    }),
  },
  { id: 'drip-nothing', sends: 'nothing at all', ...SILENT, ...page(() => undefined) },
  {
    id: 'drip-chunks',
    sends: 'a chunk whose size line comes drop by drop',
    ...SLOW,
    args: PATIENT,
    ...page((socket) => {
      socket.write(`${CHUNKED}1;`);
      drip(socket, 'x'.repeat(20), PIECE_MS);
    }),
  },
  {
    id: 'drip-trailers',
    sends: 'a whole body, then trailers without end',
    ...SLOW,
    args: PATIENT,
    ...page((socket) => {
      socket.write(`${CHUNKED}4\r\npage\r\n0\r\n`);
      drip(socket, 'x: y\r\n', PIECE_MS);
    }),
  },
  {
    id: 'drip-coded',
    sends: 'promises 10 MB of gzip and sends 500 bytes of it a second',
    ...SLOW,
    ...page((socket) => {
      const wire = zlib.gzipSync(randomBytes(100_000));
      let sent = 0;
      socket.write(`${PROMISE}Content-Encoding: gzip\r\n\r\n`);
      const timer = setInterval(() => {
        socket.write(wire.subarray(sent, sent + 100));
        sent += 100;
      }, PIECE_MS);
      socket.on('close', () => clearInterval(timer));
    }),
  },
  {
    id: 'drip-bursts',
    sends: 'four megabytes at once, then 500 bytes a second: together all memory for bodies',
    ...SLOW,
    args: [...SLOW.args, '--hosts-per-worker', '100'],
    ...page((socket) => {
      socket.write(`${PROMISE}\r\n`);
      socket.write(Buffer.alloc(4.5 * MEBI, 'a'));
      drip(socket, PIECE, PIECE_MS);
    }),
  },
  {
    id: 'drip-refusals',
    sends: 'an error page of 500 bytes a second',
    ...SLOW,
    must: 'failed(timeout) or failed(http-5xx)',
    outcome: 'failed(timeout)|failed(http-5xx)',
    ...page((socket) => {
      socket.write('HTTP/1.1 500 No\r\nContent-Length: 10000000\r\n\r\n');
      drip(socket, PIECE, PIECE_MS);
    }),
  },
  {
    id: 'drip-robots',
    sends: 'a robots.txt of 500 bytes a second',
    ...SLOW,
    must: 'failed(robots-unreachable)',
    outcome: 'failed(robots-unreachable)',
    serve: ({ path }, socket) => {
      if (path !== '/robots.txt') return notFound(socket);
      socket.write(`HTTP/1.1 200 OK\r\n${HTML}\r\nContent-Length: 400000\r\n\r\n`);
      drip(socket, '#'.repeat(100), PIECE_MS);
    },
  },
  {
    id: 'drip-streams',
    sends: 'a stream of HTTP/2 whose DATA frames bring 500 bytes a second',
    ...SLOW,
    args: [...SLOW.args, '--http2', '--robots', 'ignore'],
    serveHttp2: ({ stream, socket }) => {
      socket.write(frame(FRAME.headers, END_HEADERS, stream, OK_HEAD));
      const piece = frame(FRAME.data, 0, stream, Buffer.from(PIECE));
      const timer = setInterval(() => socket.write(piece), PIECE_MS);
      socket.on('close', () => clearInterval(timer));
    },
  },
];

const scenes = RELATIVES.map((relative) => crowding(relative));

/** Relatives of the promises: each a crawl beside others. */
export const slowCrowds: StagedScene = {
  name: 'slow crowds',
  quick: false,
  attacks: scenes.flatMap(({ attacks }) => attacks),
  stage: async () => {
    const outcomes: AttackOutcome[] = [];
    const left = [...scenes];
    const work = async (): Promise<void> => {
      for (let scene = left.shift(); scene !== undefined; scene = left.shift())
        outcomes.push(...(await runScene(scene, { place: 'embedded', baseMb: 0 })));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return outcomes;
  },
};
