import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveLinkedPages } from '#bench/parts/linked-pages.ts';
import { watched } from '#bench/parts/watched-child.ts';

/**
 * What a page costs in memory that stays: peak memory of crawls of 20,000 and of 200,000 pages of 1
 * KB, made on the fly on ten loopback hosts, and their difference by page. Linux, taskset. Prints a
 * JSON line a crawl and one for the difference. Ends with 1 when a page is missing. Usage: node
 * bench/parts/many-small-pages.ts [FEW MANY]
 */
const [few = 20_000, many = 200_000] = process.argv.slice(2).map(Number);
const HOSTS = 10;
const FAN_OUT = 10;
const PAGE_BYTES = 600;
/** The crawler has one core, hence one thread. */
const CORE = '0';
const SURF = fileURLToPath(new URL('../../cli/surf.mjs', import.meta.url));
const small = await crawl(few);
const large = await crawl(many);
const bytesPerPage = Math.round(((large.peakMb - small.peakMb) * 1024 * 1024) / (large.pages - small.pages));
process.stdout.write(`${JSON.stringify({ bytesPerPage })}\n`);
process.exitCode = small.pages === few && large.pages === many ? 0 : 1;

async function crawl(pages: number): Promise<{ pages: number; peakMb: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'surf-small-'));
  const server = await serveLinkedPages({ pages, hosts: HOSTS, fanOut: FAN_OUT, bytes: PAGE_BYTES });
  try {
    const workflow = { seeds: server.seeds, limits: { pages: null, depth: null }, politeness: { delaySeconds: 0 } };
    writeFileSync(join(folder, 'workflow.json'), JSON.stringify(workflow));
    const flags = ['--data', join(folder, 'data'), '--allow-private-network', '--json'];
    const child = spawn('taskset', [
      '-c',
      CORE,
      process.execPath,
      SURF,
      'run',
      join(folder, 'workflow.json'),
      ...flags,
    ]);
    const { peakMb, seconds, text } = await watched(child);
    const { counts } = JSON.parse(text) as { counts: { stored: number } };
    process.stdout.write(`${JSON.stringify({ pages: counts.stored, seconds, peakMb })}\n`);
    return { pages: counts.stored, peakMb };
  } finally {
    server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
