import { appendFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileArchive } from '#adapters/embedded/files/file-archive.ts';
import { SystemClock, systemRandomId } from '#adapters/embedded/system-clock.ts';
import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import { serveLinkedPages } from '#bench/parts/linked-pages.ts';
import { openEmbedded } from '#compose/compose-local.ts';
import { boundOldHeaps, boundYoungHeaps } from '#compose/heap-flags.ts';
import type { Manifest } from '#core/archive/manifest.ts';
import { DAY_MS } from '#core/collection/page-state.ts';
import type { PageVisit } from '#core/collection/page-visit.ts';
import { NO_USAGE } from '#core/cost/usage.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { urlKeyOf } from '#core/url/url-key.ts';
import { Workflow } from '#core/workflow/workflow.ts';
import { advance } from '#engine/advance/advance.ts';
import type { AdvancePorts } from '#engine/advance/ports.ts';
import { startExecution } from '#engine/start/start-execution.ts';
import { MemoryCatalog } from '#test/fakes/memory/memory-catalog.ts';
import { MemoryTaskIndex } from '#test/fakes/memory/memory-task-index.ts';
import { MemoryUnitStore } from '#test/fakes/memory/memory-unit-store.ts';

/**
 * Time and memory of the `advance` that begins a tick of a collection of PAGES pages (default 10^6)
 * of which one in a hundred is due: first from the visits of an execution that requested all, then
 * from the list of that tick and the visits of its due pages. Then the crawl of as many pages as
 * are due, of 30 kB on loopback, in the same process: `ratio` is the CPU of a whole tick, which
 * begins and crawls them, by that of the crawl alone. Prints a JSON line for each. Linux. Usage:
 * npm run bench:collection [PAGES]
 */

boundYoungHeaps();
boundOldHeaps();

const PAGES = Number(process.argv[2] ?? 1_000_000);
const DUE = Math.round(PAGES / 100);
const HOSTS = 10;
const PAGE_BYTES = 30_000;
/** Visits that are written at a time. */
const LINES = 10_000;
/** The first visits are spread over seven days: so many later, one page in a hundred is due. */
const ONE_IN_HUNDRED = 0.07;
const data = join(tmpdir(), `surf-collection-${process.pid}`);
const archive = new FileArchive(data, systemRandomId);
const catalog = new MemoryCatalog();
const clock = new SystemClock();
const ports: AdvancePorts = {
  catalog,
  tasks: new MemoryTaskIndex(),
  units: new MemoryUnitStore(),
  archive,
  clock,
  random: systemRandomId,
  decodeBody,
  usage: () => NO_USAGE,
  orphansPossible: () => false,
};
const urlOf = (n: number): string =>
  `http://h${n % 100}.bench.test/section/${n % 97}/some-page-of-usual-length-${n}.html`;
const workflow = Workflow.parse({ seeds: [urlOf(0)], revisit: { policy: 'adaptive' } });
const START = clock.now();

const first = await startExecution(ports, { workflow, settings: { allowPrivateNetwork: false, connectTo: [] } });
await advance(ports, first.id, 1);
await learn(first.id, 0, () => true);
const second = await tick(first, ONE_IN_HUNDRED);
await learn(second.row.id, ONE_IN_HUNDRED, isFirstDue);
const third = await tick(second.row, 2 * ONE_IN_HUNDRED);
rmSync(data, { recursive: true, force: true });
const crawled = await crawl();
say({ ratio: Number(((third.cpuSeconds + crawled) / crawled).toFixed(2)) });

/** Begins a tick with that base, so many days after the start. */
async function tick(base: Execution, days: number): Promise<{ row: Execution; cpuSeconds: number }> {
  const id = `${base.id}0` as ExecutionId;
  await catalog.createExecution({ ...first, id, base: base.id, createdAt: START + days * DAY_MS });
  const used = await spent(() => advance(ports, id, 1));
  const row = await catalog.execution(id);
  say({ pages: PAGES, status: row.status, counts: row.counts, ...used });
  return { row, cpuSeconds: used.cpuSeconds };
}

/** The crawl of as many pages as are due. @returns seconds of CPU */
async function crawl(): Promise<number> {
  const server = await serveLinkedPages({ pages: DUE, hosts: HOSTS, fanOut: 10, bytes: PAGE_BYTES });
  const surf = openEmbedded({ data });
  try {
    const rules = { limits: { pages: null, depth: null }, politeness: { delaySeconds: 0 } };
    const settings = { allowPrivateNetwork: true, connectTo: [] };
    const revisit = { policy: 'adaptive', changesBy: 'bytes' };
    const traps = { barrenPages: null };
    const of = Workflow.parse({ seeds: server.seeds, ...rules, revisit, traps });
    const { id } = await startExecution(surf, { workflow: of, settings });
    const used = await spent(() => surf.drive(id));
    say({ crawl: DUE, counts: (await surf.catalog.execution(id)).counts, ...used });
    return used.cpuSeconds;
  } finally {
    await surf.close();
    server.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

/** What this process, with all its threads, takes for it. */
async function spent(act: () => Promise<unknown>): Promise<{ seconds: number; cpuSeconds: number; peakMb: number }> {
  const before = process.resourceUsage();
  const start = performance.now();
  await act();
  const used = process.resourceUsage();
  const cpuUs = used.userCPUTime + used.systemCPUTime - before.userCPUTime - before.systemCPUTime;
  const seconds = (performance.now() - start) / 1_000;
  return {
    seconds: Number(seconds.toFixed(2)),
    cpuSeconds: Number((cpuUs / 1e6).toFixed(2)),
    peakMb: Math.round(used.maxRSS / 1_024),
  };
}

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** Is it one of the pages whose second visit is due at the first tick? Its key says so. */
function isFirstDue(n: number): boolean {
  return Number.parseInt(urlKeyOf(urlOf(n)).slice(0, 8), 16) < 2 ** 32 / 100;
}

/**
 * Writes down that an execution requested these pages: some thousand lines at a time, so that the
 * peak is that of the ticks.
 */
async function learn(id: ExecutionId, days: number, isAsked: (n: number) => boolean): Promise<void> {
  const { manifest: key } = await catalog.execution(id);
  if (key === null) throw new Error(`${id} has no manifest`);
  const object = key.replace('manifest.json', 'visits.jsonl');
  let rows = 0;
  for (let from = 0; from < PAGES; from += LINES) {
    const numbers = Array.from({ length: Math.min(LINES, PAGES - from) }, (_, n) => from + n).filter(isAsked);
    rows += numbers.length;
    appendFileSync(join(data, 'objects', object), numbers.map((n) => `${JSON.stringify(visitOf(n, days))}\n`).join(''));
  }
  const manifest = JSON.parse(Buffer.from(await archive.get(key)).toString()) as Manifest;
  await archive.delete([key]);
  await archive.put(key, [Buffer.from(JSON.stringify({ ...manifest, visits: { object, rows } }))]);
}

function visitOf(n: number, days: number): PageVisit {
  const url = urlOf(n);
  const key = urlKeyOf(url);
  const digest = `${key}${key}`;
  const object = `executions/x0loyw3v28r000000000/chunks/000002/000000/r00000000006-${String(n % 200).padStart(6, '0')}.warc.gz`;
  const page = {
    etag: `"${key.slice(0, 16)}"`,
    digest,
    bytes: 30_000,
    contentType: 'text/html',
    archived: { object, offset: n, length: 9_000 },
  };
  return { key, url, level: 1 + (n % 4), at: START + days * DAY_MS, found: digest, page };
}
