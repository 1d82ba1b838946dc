import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileArchive } from '#adapters/embedded/files/file-archive.ts';
import { SystemClock, systemRandomId } from '#adapters/embedded/system-clock.ts';
import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import { boundOldHeaps, boundYoungHeaps } from '#compose/heap-flags.ts';
import { CHUNK_VERSION } from '#core/archive/chunk/chunk-lines.ts';
import { CHUNK_SUFFIX, chunkBase } from '#core/archive/object-keys.ts';
import type { Plan, PlanTask } from '#core/archive/plan.ts';
import { BlockPool } from '#core/bytes/block-writer.ts';
import { sha256Hex } from '#core/bytes/digest.ts';
import { encodeGzipLines } from '#core/bytes/json-lines.ts';
import { NO_USAGE } from '#core/cost/usage.ts';
import { urlKeyOf } from '#core/url/url-key.ts';
import { Workflow } from '#core/workflow/workflow.ts';
import { advance } from '#engine/advance/advance.ts';
import type { AdvancePorts } from '#engine/advance/ports.ts';
import { CandidateMembers } from '#engine/crawl-unit/links/candidate-members.ts';
import { startExecution } from '#engine/start/start-execution.ts';
import { MemoryCatalog } from '#test/fakes/memory/memory-catalog.ts';
import { MemoryTaskIndex } from '#test/fakes/memory/memory-task-index.ts';
import { MemoryUnitStore } from '#test/fakes/memory/memory-unit-store.ts';

/**
 * Time and memory of the `advance` that closes a wave of LINKS distinct links (default 10^6, of
 * 20,000 pages on 100 hosts) and merges them into a level. Prints one JSON line. Usage: node
 * bench/parts/advance-million.ts [LINKS]
 */

boundYoungHeaps();
boundOldHeaps();

const LINKS = Number(process.argv[2] ?? 1_000_000);
const PAGES = 20_000;
const data = join(tmpdir(), `surf-advance-${process.pid}`);
const archive = new FileArchive(data, systemRandomId);
const catalog = new MemoryCatalog();
const units = new MemoryUnitStore();
const ports: AdvancePorts = {
  catalog,
  tasks: new MemoryTaskIndex(),
  units,
  archive,
  clock: new SystemClock(),
  random: systemRandomId,
  decodeBody,
  usage: () => NO_USAGE,
  orphansPossible: () => false,
};

const hostOf = (n: number): string => `http://h${n % 100}.bench.test`;
const seeds = Array.from({ length: 10_000 }, (_, n) => `${hostOf(n)}/seed-${n}`);
const workflow = Workflow.parse({ seeds, parallelism: 8, politeness: { delaySeconds: 0 }, limits: { pages: null } });
const execution = await startExecution(ports, { workflow, settings: { allowPrivateNetwork: false, connectTo: [] } });
const step = await advance(ports, execution.id, 1);
if (step.type !== 'crawl') throw new Error(step.type);
const plan = JSON.parse(Buffer.from(await archive.get(step.plan)).toString()) as Plan;
const tasks = Buffer.from(await archive.get(plan.tasks));
const perPage = Math.round((LINKS / seeds.length) * 1);
let next = 0;
for (const unit of plan.units) {
  await units.begin({ execution: execution.id, wave: 1, unit: unit.unit }, 'token', 0);
  const own = tasks
    .subarray(unit.offset, unit.offset + unit.bytes)
    .toString()
    .trimEnd()
    .split('\n');
  for (let n = 0, i = 0; i < own.length; n++, i += 100) await writeChunk(unit.unit, n, own.slice(i, i + 100));
  await units.end({ execution: execution.id, wave: 1, unit: unit.unit }, 'token', 0);
}
global.gc?.();
const before = process.resourceUsage();
const start = performance.now();
const after = await advance(ports, execution.id, 2);
const used = process.resourceUsage();
const row = await catalog.execution(execution.id);
process.stdout.write(
  `${JSON.stringify({
    links: next,
    pages: PAGES,
    step: after.type,
    discovered: row.counts.discovered,
    seconds: Number(((performance.now() - start) / 1_000).toFixed(2)),
    cpuSeconds: Number(
      ((used.userCPUTime + used.systemCPUTime - before.userCPUTime - before.systemCPUTime) / 1e6).toFixed(2),
    ),
    peakMb: Math.round(used.maxRSS / 1_024),
    peakMbBefore: Math.round(before.maxRSS / 1_024),
  })}\n`,
);
rmSync(data, { recursive: true, force: true });

async function writeChunk(unit: number, n: number, lines: string[]): Promise<void> {
  const opening: object[] = [];
  const links = new CandidateMembers(new BlockPool());
  opening.push({
    kind: 'chunk',
    v: CHUNK_VERSION,
    execution: execution.id,
    wave: 1,
    unit,
    token: 'token',
    n,
    final: false,
  });
  for (const line of lines) {
    const task = JSON.parse(line) as PlanTask;
    const digest = sha256Hex(task.url);
    opening.push({
      kind: 'outcome',
      key: task.key,
      outcome: { type: 'stored' },
      status: 200,
      bytes: 30_000,
      digest,
      attempts: 1,
    });
    for (let position = 0; position < perPage; position++) {
      const url = `${hostOf(next)}/section/${next % 97}/some-page-of-usual-length-${next++}.html`;
      const { key: by, level, rank } = task;
      links.add({ key: urlKeyOf(url), url, by, level, rank, position, reason: null });
    }
  }
  const none = { warc: null, links: null, records: null };
  const end = { kind: 'end', outcomes: lines.length, candidates: links.count, ...none, usage: NO_USAGE };
  await archive.put(
    `${chunkBase({ execution: execution.id, wave: 1, unit, token: 'token', n })}${CHUNK_SUFFIX.lines}`,
    [encodeGzipLines(opening), ...links.members(), encodeGzipLines([end])],
  );
}
