import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileArchive } from '#adapters/embedded/files/file-archive.ts';
import { systemRandomId } from '#adapters/embedded/system-clock.ts';
import { CandidateEncoder } from '#core/archive/chunk/candidate-record.ts';
import { urlKeyOf } from '#core/url/url-key.ts';
import { ExternalSort, type KeyOf } from '#engine/external-sort/external-sort.ts';
import { byPlace, byUrlKey, recordOf } from '#engine/frontier/candidates/candidate-file.ts';

/**
 * Time and memory of sorting LINKS link records (default 10^6): by URL key and by place, in memory
 * and with spills of 16 MiB. Prints one JSON line each. Usage: node bench/parts/external-sort.ts
 * [LINKS]
 */

const LINKS = Number(process.argv[2] ?? 1_000_000);
const SPILL_BYTES = 16 * 1024 * 1024;

async function sorted(name: string, keyOf: KeyOf, memoryBytes?: number): Promise<void> {
  const data = join(tmpdir(), `surf-sort-${process.pid}`);
  const archive = new FileArchive(data, systemRandomId);
  let runs = 0;
  const options = { archive, newName: () => `run-${runs++}`, keyOf };
  const sorter = new ExternalSort(memoryBytes === undefined ? options : { ...options, memoryBytes });
  const encoder = new CandidateEncoder();
  const by = urlKeyOf('http://a.bench.test/');
  let cpuMs = 0;
  for (let n = 0; n < LINKS; n++) {
    const url = `http://h${n % 100}.bench.test/section/${n % 97}/some-page-of-usual-length-${n}.html`;
    const link = { key: urlKeyOf(url), url, by, level: 1, rank: (n * 7_919) % 20_000, position: n % 50, reason: null };
    const record = recordOf(encoder, link);
    const start = process.cpuUsage();
    await sorter.add(record);
    cpuMs += cpuSince(start);
  }
  const start = process.cpuUsage();
  let records = 0;
  for await (const batch of sorter.sorted()) records += batch.length;
  cpuMs += cpuSince(start);
  const peakMb = Math.round(process.resourceUsage().maxRSS / 1_024);
  process.stdout.write(`${JSON.stringify({ sort: name, records, runs, cpuMs: Math.round(cpuMs), peakMb })}\n`);
  rmSync(data, { recursive: true, force: true });
}

function cpuSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

await sorted('by URL key', byUrlKey);
await sorted('by place', byPlace);
await sorted('by URL key, spilled', byUrlKey, SPILL_BYTES);
