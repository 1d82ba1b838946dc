import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveLinkedPages } from '#bench/parts/linked-pages.ts';

/**
 * What a page costs in memory that stays: peak memory of crawls of 20,000 and of 200,000 pages of 1
 * KB, made on the fly on ten loopback hosts, and their difference by page. Linux, taskset. Prints a
 * JSON line a crawl and one for the difference. Usage: node bench/parts/many-small-pages.ts [FEW
 * MANY]
 */
const [few = 20_000, many = 200_000] = process.argv.slice(2).map(Number);
const HOSTS = 10;
const FAN_OUT = 10;
const PAGE_BYTES = 600;
const LOOK_MS = 50;
/** The crawler has one core, hence one thread. */
const CORE = '0';
const SURF = fileURLToPath(new URL('../../cli/surf.mjs', import.meta.url));
const small = await crawl(few);
const large = await crawl(many);
const bytesPerPage = Math.round(((large.peakMb - small.peakMb) * 1024 * 1024) / (large.pages - small.pages));
process.stdout.write(`${JSON.stringify({ bytesPerPage })}\n`);

async function crawl(pages: number): Promise<{ pages: number; peakMb: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'surf-small-'));
  const server = await serveLinkedPages({ pages, hosts: HOSTS, fanOut: FAN_OUT, bytes: PAGE_BYTES });
  try {
    const workflow = { seeds: server.seeds, limits: { pages: null, depth: null }, politeness: { delaySeconds: 0 } };
    writeFileSync(join(folder, 'workflow.json'), JSON.stringify(workflow));
    const flags = ['--data', join(folder, 'data'), '--allow-private-network', '--json'];
    const start = performance.now();
    const child = spawn('taskset', [
      '-c',
      CORE,
      process.execPath,
      SURF,
      'run',
      join(folder, 'workflow.json'),
      ...flags,
    ]);
    const { peakMb, text } = await watch(child);
    const { counts } = JSON.parse(text) as { counts: { stored: number } };
    const seconds = Number(((performance.now() - start) / 1_000).toFixed(1));
    process.stdout.write(`${JSON.stringify({ pages: counts.stored, seconds, peakMb })}\n`);
    return { pages: counts.stored, peakMb };
  } finally {
    server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The process's peak memory, as the kernel counts it, and what it printed. */
async function watch(child: ChildProcess): Promise<{ peakMb: number; text: string }> {
  let text = '';
  let peakKb = 0;
  child.stdout?.on('data', (part: Buffer) => {
    text += part.toString();
  });
  child.stderr?.pipe(process.stderr);
  const timer = setInterval(() => {
    peakKb = Math.max(peakKb, peakOf(child.pid ?? 0));
  }, LOOK_MS);
  await new Promise<void>((resolve) => child.on('close', () => resolve()));
  clearInterval(timer);
  return { peakMb: Math.round(peakKb / 1_024), text };
}

function peakOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0; // it has ended
  }
}
