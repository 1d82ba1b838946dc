import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileArchive } from '#adapters/embedded/files/file-archive.ts';
import { SystemClock, systemRandomId } from '#adapters/embedded/system-clock.ts';
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
 * of which one in a hundred is due: first from the visits of an execution that asked for all, then
 * from the list of that tick and the visits of its due pages. Prints a JSON line for each. Usage:
 * npm run bench:collection [PAGES]
 */

boundYoungHeaps();
boundOldHeaps();

const PAGES = Number(process.argv[2] ?? 1_000_000);
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
  usage: () => NO_USAGE,
  orphansPossible: () => false,
};
const urlOf = (n: number): string =>
  `http://h${n % 100}.bench.test/section/${n % 97}/some-page-of-usual-length-${n}.html`;
const workflow = Workflow.parse({ seeds: [urlOf(0)], revisit: { policy: 'adaptive' } });
const START = clock.now();

const first = await startExecution(ports, { workflow, settings: { allowPrivateNetwork: false, connectTo: [] } });
await advance(ports, first.id, 1);
await learn(
  first.id,
  Array.from({ length: PAGES }, (_, n) => n),
  0,
);
const second = await tick(first, ONE_IN_HUNDRED);
const due = Array.from({ length: Math.round(PAGES / 100) }, (_, n) => n * 100);
await learn(second.id, due, ONE_IN_HUNDRED);
await tick(second, 2 * ONE_IN_HUNDRED);
rmSync(data, { recursive: true, force: true });

/** Begins a tick with that base, so many days after the start. */
async function tick(base: Execution, days: number): Promise<Execution> {
  const id = `${base.id}0` as ExecutionId;
  await catalog.createExecution({ ...first, id, base: base.id, createdAt: START + days * DAY_MS });
  const before = process.resourceUsage();
  const start = performance.now();
  const step = await advance(ports, id, 1);
  const used = process.resourceUsage();
  const row = await catalog.execution(id);
  process.stdout.write(
    `${JSON.stringify({
      pages: PAGES,
      step: step.type,
      counts: row.counts,
      seconds: Number(((performance.now() - start) / 1_000).toFixed(2)),
      cpuSeconds: Number(
        ((used.userCPUTime + used.systemCPUTime - before.userCPUTime - before.systemCPUTime) / 1e6).toFixed(2),
      ),
      peakMb: Math.round(used.maxRSS / 1_024),
    })}\n`,
  );
  return row;
}

/** Writes down that an execution asked for these pages. */
async function learn(id: ExecutionId, numbers: readonly number[], days: number): Promise<void> {
  const { manifest: key } = await catalog.execution(id);
  if (key === null) throw new Error(`${id} has no manifest`);
  const object = key.replace('manifest.json', 'visits.jsonl');
  const parts: Uint8Array[] = [];
  for (let from = 0; from < numbers.length; from += 10_000) {
    const lines = numbers.slice(from, from + 10_000).map((n) => JSON.stringify(visitOf(n, days)));
    parts.push(Buffer.from(`${lines.join('\n')}\n`));
  }
  await archive.put(object, parts);
  const manifest = JSON.parse(Buffer.from(await archive.get(key)).toString()) as Manifest;
  await archive.delete([key]);
  await archive.put(key, [Buffer.from(JSON.stringify({ ...manifest, visits: { object, rows: numbers.length } }))]);
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
