import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { awsClients } from '#adapters/aws/calls/aws-clients.ts';
import { FileArchive } from '#adapters/embedded/files/file-archive.ts';
import { SystemClock, systemRandomId } from '#adapters/embedded/system-clock.ts';
import { createUndiciFetcher } from '#adapters/http/undici-fetcher.ts';
import { parseConnectTo } from '#core/fetch/address/connect-to.ts';
import { crawlUnit } from '#engine/crawl-unit/crawl-unit.ts';
import { tasksOf, UnitBench } from '#test/fakes/unit-bench.ts';

/**
 * `worker-memory PORT HOSTS BUDGET_BYTES`: crawls one unit of a page for each host, all from
 * that port, and prints what it stored and its peak memory. The clients of AWS are loaded as in a
 * worker; nothing calls them.
 */
async function main([port, hosts, budget]: number[]): Promise<void> {
  if (port === undefined || hosts === undefined || budget === undefined) throw new Error('give port, hosts and budget');
  const clients = awsClients({ region: 'eu-central-1' });
  const urls = Array.from({ length: hosts }, (_, n) => `http://h${n}.example/${n}`);
  const workflow = { seeds: urls.slice(0, 1), politeness: { delaySeconds: 0 }, hostsPerWorker: hosts };
  const bench = new UnitBench(() => undefined, tasksOf(urls), { workflow });
  const folder = mkdtempSync(join(tmpdir(), 'surf-memory-'));
  const archive = new FileArchive(folder, systemRandomId);
  for (const [key, bytes] of bench.archive.objects) await archive.put(key, [bytes]);
  const connectTo = [parseConnectTo(`::127.0.0.1:${port}`)];
  const fetcher = createUndiciFetcher({ allowPrivateNetwork: true, connectTo, bodyBudgetBytes: budget });
  const ports = { ...bench.ports, archive, clock: new SystemClock(), fetcher: () => fetcher };
  const work = await crawlUnit(ports, bench.ticket);
  await fetcher.close();
  clients.close();
  rmSync(folder, { recursive: true });
  process.stdout.write(JSON.stringify({ stored: work?.stored, peakMb: process.resourceUsage().maxRSS / 1024 }));
}

void main(process.argv.slice(2).map(Number));
