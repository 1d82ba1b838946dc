import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileArchive } from '#adapters/embedded/files/file-archive.ts';
import { SystemClock, systemRandomId } from '#adapters/embedded/system-clock.ts';
import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import { boundOldHeaps, boundYoungHeaps } from '#compose/heap-flags.ts';
import { chunkBase } from '#core/archive/object-keys.ts';
import type { Plan, PlanTask } from '#core/archive/plan.ts';
import { sha256Hex } from '#core/bytes/digest.ts';
import { encodeGzipLines } from '#core/bytes/json-lines.ts';
import { NO_USAGE } from '#core/cost/usage.ts';
import { urlKeyOf } from '#core/url/url-key.ts';
import { Workflow } from '#core/workflow/workflow.ts';
import { advance } from '#engine/advance/advance.ts';
import type { AdvancePorts } from '#engine/advance/ports.ts';
import { controlExecution } from '#engine/control/control-execution.ts';
import { startExecution } from '#engine/start/start-execution.ts';
import { MemoryCatalog } from '#test/fakes/memory/memory-catalog.ts';
import { MemoryTaskIndex } from '#test/fakes/memory/memory-task-index.ts';
import { MemoryUnitStore } from '#test/fakes/memory/memory-unit-store.ts';

/**
 * Time from `resume` of a paused execution with TASKS pending tasks (default 10^6) to the plan of
 * its next wave. Prints one JSON line. Usage: node bench/parts/resume-million.ts [TASKS]
 */
boundYoungHeaps();
boundOldHeaps();

const TASKS = Number(process.argv[2] ?? 1_000_000);
const HOSTS = 100;
const data = join(tmpdir(), `surf-resume-${process.pid}`);
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
const hostOf = (n: number): string => `http://h${n % HOSTS}.bench.test`;

const seeds = Array.from({ length: HOSTS }, (_, n) => `${hostOf(n)}/`);
const workflow = Workflow.parse({ seeds, parallelism: 8, politeness: { delaySeconds: 0 }, limits: { pages: null } });
const { id } = await startExecution(ports, { workflow, settings: { allowPrivateNetwork: false, connectTo: [] } });
await crawlWave(await advance(ports, id, 1));
await advance(ports, id, 2); // merges the level and plans a wave of it, of which nothing is done
const paused = await pause();
const before = process.resourceUsage();
const start = performance.now();
const { row } = await controlExecution(ports, id, { type: 'resume' });
const step = await advance(ports, id, row.lastRun);
const used = process.resourceUsage();
process.stdout.write(
  `${JSON.stringify({
    tasks: paused.counts.pending,
    step: step.type,
    seconds: Number(((performance.now() - start) / 1_000).toFixed(2)),
    cpuSeconds: Number(
      ((used.userCPUTime + used.systemCPUTime - before.userCPUTime - before.systemCPUTime) / 1e6).toFixed(2),
    ),
    peakMb: Math.round(used.maxRSS / 1_024),
  })}\n`,
);
rmSync(data, { recursive: true, force: true });

/** Closes the wave that was planned, under a pause. @returns the paused execution */
async function pause(): Promise<Awaited<ReturnType<typeof catalog.execution>>> {
  const { row } = await controlExecution(ports, id, { type: 'pause' });
  await advance(ports, id, row.lastRun);
  const after = await catalog.execution(id);
  if (after.status !== 'paused') throw new Error(after.status);
  return after;
}

/** Each seed is stored, and has its share of the links. */
async function crawlWave(step: Awaited<ReturnType<typeof advance>>): Promise<void> {
  if (step.type !== 'crawl') throw new Error(step.type);
  const plan = JSON.parse(Buffer.from(await archive.get(step.plan)).toString()) as Plan;
  const tasks = Buffer.from(await archive.get(plan.tasks));
  let next = 0;
  for (const unit of plan.units) {
    await units.begin({ execution: id, wave: 1, unit: unit.unit }, 'token', 0);
    const own = tasks
      .subarray(unit.offset, unit.offset + unit.bytes)
      .toString()
      .trimEnd()
      .split('\n');
    for (const [n, line] of own.entries()) {
      const { key, url, level, rank } = JSON.parse(line) as PlanTask;
      const digest = sha256Hex(url);
      const outcome = { kind: 'outcome', key, outcome: { type: 'stored' }, status: 200, bytes: 1, digest, attempts: 1 };
      const links = Array.from({ length: TASKS / HOSTS }, (_, position) => {
        const target = `${hostOf(next)}/section/${next % 97}/some-page-of-usual-length-${next++}.html`;
        return { kind: 'candidate', key: urlKeyOf(target), url: target, by: key, level, rank, position, reason: null };
      });
      const head = { kind: 'chunk', v: 1, execution: id, wave: 1, unit: unit.unit, token: 'token', n };
      const none = { warc: null, links: null, records: null };
      const end = { kind: 'end', outcomes: 1, candidates: links.length, ...none, usage: NO_USAGE };
      const lines = [{ ...head, final: n === own.length - 1 }, outcome, ...links, end];
      await archive.put(`${chunkBase({ execution: id, wave: 1, unit: unit.unit, token: 'token', n })}.lines.jsonl.gz`, [
        encodeGzipLines(lines),
      ]);
    }
    await units.end({ execution: id, wave: 1, unit: unit.unit }, 'token', 0);
  }
}
