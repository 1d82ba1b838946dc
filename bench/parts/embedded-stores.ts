import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileArchive } from '#adapters/embedded/files/file-archive.ts';
import { SqliteCatalog } from '#adapters/embedded/sqlite/sqlite-catalog.ts';
import { SqliteDatabase } from '#adapters/embedded/sqlite/sqlite-database.ts';
import { SqliteHostStore } from '#adapters/embedded/sqlite/sqlite-host-store.ts';
import { SqliteTaskIndex } from '#adapters/embedded/sqlite/sqlite-task-index.ts';
import { SqliteUnitStore } from '#adapters/embedded/sqlite/sqlite-unit-store.ts';
import { systemRandomId } from '#adapters/embedded/system-clock.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import type { HostKey } from '#core/politeness/hosts/host-key.ts';
import { EXECUTION, sampleCommit, sampleExecution, sampleTask, waveOf } from '#test/contract/samples.ts';

/**
 * What one write costs in the embedded stores: `node bench/parts/embedded-stores.ts [folder]`, in a
 * folder below the one given (default: the system's temporary folder; on a RAM disk the syncs cost
 * nothing).
 */
const folder = mkdtempSync(join(process.argv[2] ?? tmpdir(), 'surf-bench-'));
const database = new SqliteDatabase(folder);

async function measure(name: string, count: number, work: () => Promise<void>): Promise<void> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  await work();
  const wallUs = ((performance.now() - start) * 1_000) / count;
  const { user, system } = process.cpuUsage(cpu);
  const cpuUs = (user + system) / count;
  process.stdout.write(
    `${name.padEnd(44)} ${cpuUs.toFixed(1).padStart(9)} µs CPU ${wallUs.toFixed(1).padStart(9)} µs wall\n`,
  );
}

const WAVE = 20_000;
const wave = (n: number): TaskRow[] =>
  Array.from({ length: WAVE }, (_, i) => sampleTask(n * WAVE + i)).sort((a, b) => (a.key < b.key ? -1 : 1));
const waves = Array.from({ length: 10 }, (_, n) => wave(n));
const index = new SqliteTaskIndex(database);
await measure('task row written (10 waves of 20,000)', waves.length * WAVE, async () => {
  for (const [n, rows] of waves.entries()) await index.write(EXECUTION, waveOf(rows, n));
});
const again = wave(0);
await measure('task row written again', WAVE, () => index.write(EXECUTION, waveOf(again, 0)));
await measure('task row listed', 200_000, async () => {
  for (let next: string | null | undefined; next !== null; ) {
    next = (await index.list(EXECUTION, 1_000, ...(next === undefined ? [] : [next]))).next;
  }
});

const store = new SqliteHostStore(database);
const hosts = Array.from({ length: 2_000 }, (_, i) => `host${i}.example` as HostKey);
await measure('lease taken', hosts.length, async () => {
  for (const host of hosts) await store.lease(host, 'owner', 1_763_700_000_000, 1_000);
});
await measure('lease released', hosts.length, async () => {
  for (const host of hosts) await store.release(host, 'owner', 1_763_700_001_000);
});

const units = new SqliteUnitStore(database);
await measure('unit begun', 2_000, async () => {
  for (let unit = 0; unit < 2_000; unit++) await units.begin({ execution: EXECUTION, wave: 1, unit }, 'token', 1);
});

const catalog = new SqliteCatalog(database);
await catalog.createExecution(sampleExecution({ wave: 0 }));
await measure('execution committed (synced)', 200, async () => {
  for (let n = 0; n < 200; n++)
    await catalog.commit(EXECUTION, { wave: n, run: 1, desired: 'run', status: 'running' }, sampleCommit(n + 1));
});
await measure('execution read', 2_000, async () => {
  for (let n = 0; n < 2_000; n++) await catalog.execution(EXECUTION);
});

const archive = new FileArchive(folder, systemRandomId);
for (const [name, bytes] of [
  ['1 KB', 1_024],
  ['4 MB', 4 << 20],
] as const) {
  const parts = [new Uint8Array(bytes)];
  await measure(`object put, ${name}, one folder (synced)`, 100, async () => {
    for (let n = 0; n < 100; n++) await archive.put(`bench/${bytes}/${n}`, parts);
  });
  await measure(`object put, ${name}, a folder each (synced)`, 50, async () => {
    for (let n = 0; n < 50; n++) await archive.put(`folders/${bytes}/${n}/object`, parts);
  });
  await measure(`object put, ${name}, exists`, 100, async () => {
    for (let n = 0; n < 100; n++) await archive.put(`bench/${bytes}/${n}`, parts);
  });
}
await measure('range of 5 KB read', 1_000, async () => {
  for (let n = 0; n < 1_000; n++) await archive.range(`bench/${4 << 20}/${n % 100}`, n * 4_000, 5_000);
});

database.close();
rmSync(folder, { recursive: true });
