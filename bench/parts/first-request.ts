import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from '#bench/summary.ts';

/**
 * Time from the start of the process `surf crawl` to its first request, as the server sees it. One
 * run before fills the compile cache. Prints one JSON line. Usage: node
 * bench/parts/first-request.ts [RUNS]
 */
const RUNS = Number(process.argv[2] ?? 11);
const SURF = fileURLToPath(new URL('../../cli/surf.mjs', import.meta.url));

const times: number[] = [];
for (let run = 0; run <= RUNS; run += 1) {
  const ms = await firstRequest();
  if (run > 0) times.push(Math.round(ms));
}
process.stdout.write(`${JSON.stringify({ runs: RUNS, medianMs: median(times), ms: times.sort((a, b) => a - b) })}\n`);

async function firstRequest(): Promise<number> {
  const data = mkdtempSync(join(tmpdir(), 'surf-first-'));
  const asked = Promise.withResolvers<number>();
  const server = createServer((_request, response) => {
    asked.resolve(performance.now());
    response.setHeader('Content-Type', 'text/html').end('<title>first</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const flags = ['--data', data, '--allow-private-network', '--json', '--delay', '0'];
  const begun = performance.now();
  const child = spawn(process.execPath, [SURF, 'crawl', `http://127.0.0.1:${port}/`, ...flags], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  const at = await Promise.race([asked.promise, ended.then(() => Number.NaN)]);
  await ended;
  server.close();
  rmSync(data, { recursive: true, force: true });
  return at - begun;
}
