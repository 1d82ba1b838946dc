import { gzipSync } from 'node:zlib';
import { systemRandomId } from '#adapters/embedded/system-clock.ts';
import { NO_USAGE } from '#core/cost/usage.ts';
import type { FetchAnswer, Fetcher, FetchRequest } from '#core/fetch/fetcher.ts';
import type { Clock } from '#core/model/clock.ts';
import { crawlUnit } from '#engine/crawl-unit/crawl-unit.ts';
import { MemoryArchive } from '#test/fakes/memory/memory-archive.ts';
import { tasksOf, UnitBench } from '#test/fakes/unit-bench.ts';

/**
 * CPU of the hot path without network and disk: `node bench/parts/crawl-unit-cpu.ts
 * [gzip|identity] [ORDER]`. A unit of 25 hosts, a thousand pages of 30 KB with 49 links each (a
 * fifth of them new), answered at once; what is measured is everything of ours from due host to
 * chunk.
 */
const encoding = process.argv[2] === 'identity' ? 'identity' : 'gzip';
const order = process.argv[3] ?? 'breadth-first';
const HOSTS = 25;
const PAGES = 4_000;
const BYTES = 30_000;
const WORDS =
  'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et dolore'.split(
    ' ',
  );

let seed = 1;
const random = (below: number): number => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};
const sentence = (words: number): string => Array.from({ length: words }, () => WORDS[random(WORDS.length)]).join(' ');

function pageOf(n: number): Buffer {
  const nav = Array.from(
    { length: 20 },
    (_, i) => `<li class="nav__item"><a class="nav__link" href="/section-${i}/">${sentence(2)}</a></li>\n`,
  );
  const links = Array.from({ length: 29 }, (_, i) => {
    const path =
      i < 10
        ? `/section-${n % 20}/article-${n}-${i}.html`
        : `/section-${random(20)}/article-${random(PAGES)}-${random(3)}.html`;
    return `<p>${sentence(6)} <a href="${path}">${sentence(4)}</a> ${sentence(8)}</p>\n`;
  });
  let body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${sentence(5)}</title></head><body><ul>${nav.join('')}</ul>\n`;
  for (const link of links) {
    body += link;
    while (body.length < (BYTES / 29) * (links.indexOf(link) + 1))
      body += `<div class="card" data-id="${random(1e6)}"><span class="text">${sentence(12)}</span></div>\n`;
  }
  return Buffer.from(`${body}</body></html>`);
}

const bodies = Array.from({ length: PAGES }, (_, n) => pageOf(n));
const wires = encoding === 'gzip' ? bodies.map((body) => gzipSync(body)) : bodies;
const urls = Array.from({ length: PAGES }, (_, n) => `http://h${n % HOSTS}.example/start/page-${n}.html`);
const place = new Map(urls.map((url, n) => [url, n]));

const clock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      signal?.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    }),
};

const HEADERS = [
  ['Server', 'nginx'],
  ['Date', 'Mon, 01 Jan 2024 00:00:00 GMT'],
  ['Content-Type', 'text/html; charset=utf-8'],
  ['Last-Modified', 'Mon, 01 Jan 2024 00:00:00 GMT'],
  ['Connection', 'keep-alive'],
  ['ETag', '"65920080-7530"'],
  ...(encoding === 'gzip' ? ([['Content-Encoding', 'gzip']] as const) : []),
] as const;

const fetcher: Fetcher = {
  async fetch(request: FetchRequest): Promise<FetchAnswer> {
    await new Promise((resolve) => setImmediate(resolve));
    const n = place.get(request.url);
    const status = n === undefined ? 404 : 200;
    request.decideBody({ status, statusText: 'OK', headers: HEADERS });
    return {
      ok: true,
      status,
      statusText: 'OK',
      headers: HEADERS,
      startedAt: Date.now(),
      endedAt: Date.now(),
      requestHead: Buffer.from(`GET ${request.url} HTTP/1.1\r\nHost: x\r\nUser-Agent: surf\r\nAccept: */*\r\n\r\n`),
      wireBody: wires[n ?? 0] ?? bodies[0] ?? Buffer.alloc(0),
      body: bodies[n ?? 0] ?? Buffer.alloc(0),
      end: 'complete',
      address: '192.0.2.1',
    };
  },
  close: async () => {},
};

async function round(): Promise<void> {
  const bench = new UnitBench(() => undefined, tasksOf(urls), {
    workflow: { seeds: ['http://h0.example/'], order, politeness: { delaySeconds: 0 }, scope: { mode: 'any' } },
  });
  const archive = new MemoryArchive();
  for (const [key, bytes] of bench.archive.objects) archive.objects.set(key, bytes);
  const ports = {
    ...bench.ports,
    archive,
    clock,
    fetcher: () => fetcher,
    random: systemRandomId,
    usage: () => NO_USAGE,
  };
  const cpu = process.cpuUsage();
  await crawlUnit(ports, bench.ticket);
  const { user, system } = process.cpuUsage(cpu);
  const objects = [...archive.objects].filter(([key]) => key.includes('/chunks/'));
  const bytes = objects.reduce((sum, [, object]) => sum + object.length, 0);
  process.stdout.write(
    `${encoding}, ${order}: ${((user + system) / 1_000 / PAGES).toFixed(3)} ms CPU a page, ${(bytes / PAGES / 1_000).toFixed(1)} KB written a page, ${objects.length} objects\n`,
  );
}

for (let i = 0; i < 5; i++) await round();
