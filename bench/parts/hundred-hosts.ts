import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SlowWeb } from '#bench/experiments/web.ts';

/**
 * Politeness at full speed: 100 hosts that answer after 100 ms, one request a second each, for more
 * than three minutes, in one worker. Prints a JSON line: pages a second (of at most 100) and peak
 * memory. Linux. Ends with 1 when a page is missing. Usage: node bench/parts/hundred-hosts.ts
 * [SECONDS]
 */
const HOSTS = 100;
const seconds = Number(process.argv[2] ?? 200);
const SURF = fileURLToPath(new URL('../../cli/surf.mjs', import.meta.url));
const LOOK_MS = 250;

const web = new SlowWeb({ hosts: HOSTS, pagesPerHost: seconds, levels: 1, latencyMs: 100 });
const seeds = await web.start();
const folder = mkdtempSync(join(tmpdir(), 'surf-hundred-'));
try {
  const file = join(folder, 'workflow.json');
  const politeness = { delaySeconds: 1 };
  writeFileSync(
    file,
    JSON.stringify({ seeds, politeness, limits: { pages: null }, hostsPerWorker: HOSTS, parallelism: 1 }),
  );
  const flags = ['--data', join(folder, 'data'), '--allow-private-network', '--json'];
  const child = spawn(process.execPath, [SURF, 'run', file, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  let peakMb = 0;
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, residentMb(child.pid));
  }, LOOK_MS);
  await new Promise((resolve) => child.on('close', resolve));
  clearInterval(timer);
  const report = JSON.parse(text) as { counts: { stored: number }; seconds: number };
  const pages = report.counts.stored;
  const line = { pages, seconds: report.seconds, pagesPerSecond: pages / report.seconds, peakMb };
  process.stdout.write(`${JSON.stringify(line)}\n`);
  process.exitCode = pages === HOSTS * (seconds + 1) ? 0 : 1;
} finally {
  await web.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** At its most so far, of the crawler's one process, in 10^6 bytes; the server is another. */
function residentMb(pid: number | undefined): number {
  try {
    const kilobytes = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Math.round((Number(kilobytes ?? 0) * 1024) / 1e6);
  } catch {
    return 0;
  }
}
