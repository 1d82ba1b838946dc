import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveLinkedPages } from '#bench/parts/linked-pages.ts';
import { type Watched, watched } from '#bench/parts/watched-child.ts';

/**
 * Time and peak memory of `surf diff` over two crawls of PAGES pages (default 10^6) of 1 KB on ten
 * loopback hosts; the second finds 1 % more pages, so the pages that link them have changed. Prints
 * a JSON line for each crawl and one for the diff. Linux. Usage: npm run bench:diff [PAGES]
 */
const PAGES = Number(process.argv[2] ?? 1_000_000);
const WEB = { hosts: 10, fanOut: 10, bytes: 600 };
const SURF = fileURLToPath(new URL('../../cli/surf.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'surf-diff-'));
const data = ['--data', join(folder, 'data'), '--json'];

try {
  const first = await crawl(PAGES);
  const second = await crawl(Math.round(PAGES * 1.01), first.port);
  const { text, seconds, peakMb } = await surf('diff', first.id, second.id, ...data);
  const [summary = ''] = text.split('\n', 1);
  say({ diff: PAGES, seconds, peakMb, counts: (JSON.parse(summary) as { counts: object }).counts });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** @param port of the previous crawl, for the same addresses */
async function crawl(pages: number, port = 0): Promise<{ id: string; port: number }> {
  const server = await serveLinkedPages({ pages, ...WEB, port });
  try {
    const rules = { limits: { pages: null, depth: null }, politeness: { delaySeconds: 0 } };
    const file = join(folder, 'workflow.json');
    writeFileSync(file, JSON.stringify({ seeds: server.seeds, ...rules, traps: { barrenPages: null } }));
    const { text, seconds, peakMb } = await surf('run', file, '--allow-private-network', ...data);
    const { execution, counts } = JSON.parse(text) as { execution: string; counts: { stored: number } };
    say({ crawled: counts.stored, seconds, peakMb });
    return { id: execution, port: server.port };
  } finally {
    server.stop();
  }
}

function surf(...args: readonly string[]): Promise<Watched> {
  return watched(spawn(process.execPath, [SURF, ...args]));
}

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
