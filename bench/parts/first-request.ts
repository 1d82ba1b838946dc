import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { median } from '#bench/summary.ts';
import { packSome } from '../../packaging/pack.ts';
import { RECIPES } from '../../packaging/packages.ts';

/**
 * Time from the start of the process `surf crawl` to its first request, as the server sees it, and
 * the CPU of all its threads until then, where Linux tells it: other work on the machine adds
 * little to that. The sources of the checkout and the package, installed by npm, run in turns. One
 * run of each before fills the compile cache. Prints one JSON line for each. Usage: node
 * bench/parts/first-request.ts [RUNS] [--sources | --packed | --surf PATH]
 */
const NANOSECONDS = 1e6;
const SOURCES = fileURLToPath(new URL('../../cli/surf.mjs', import.meta.url));

interface Start {
  readonly ms: number;
  /** Not a number where the system does not tell it. */
  readonly cpuMs: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sources: { type: 'boolean' }, packed: { type: 'boolean' }, surf: { type: 'string' } },
});
const runs = Number(positionals[0] ?? 11);
const folder = mkdtempSync(join(tmpdir(), 'surf-first-request-'));
try {
  const commands = await commandsOf();
  const starts = commands.map((): Start[] => []);
  for (let run = 0; run <= runs; run += 1) {
    for (const [at, { surf }] of commands.entries()) {
      const start = await firstRequest(surf);
      if (run > 0) starts[at]?.push(start);
    }
  }
  for (const [at, { what }] of commands.entries()) report(what, starts[at] ?? []);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function commandsOf(): Promise<{ what: string; surf: string }[]> {
  if (values.surf !== undefined) return [{ what: values.surf, surf: values.surf }];
  return [
    ...(values.packed === true ? [] : [{ what: 'sources', surf: SOURCES }]),
    ...(values.sources === true ? [] : [{ what: 'packed', surf: await installed() }]),
  ];
}

/** The command of the package, as `npm install` of its tarball leaves it. */
async function installed(): Promise<string> {
  const [packed] = await packSome(RECIPES.slice(0, 1), join(folder, 'packed'));
  const place = join(folder, 'installed');
  mkdirSync(place);
  execFileSync('npm', ['install', '--silent', '--prefix', place, packed?.tarball ?? ''], { stdio: ['ignore', 2, 2] });
  return join(place, 'node_modules/surf-crawler/cli/surf.mjs');
}

async function firstRequest(surf: string): Promise<Start> {
  const data = mkdtempSync(join(folder, 'data-'));
  const asked = Promise.withResolvers<Start>();
  const server = createServer((_request, response) => {
    asked.resolve({ ms: performance.now() - begun, cpuMs: cpuOf(child.pid ?? 0) });
    response.setHeader('Content-Type', 'text/html').end('<title>first</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const flags = ['--data', data, '--allow-private-network', '--json', '--delay', '0'];
  const begun = performance.now();
  const child = spawn(process.execPath, [surf, 'crawl', `http://127.0.0.1:${port}/`, ...flags], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  const start = await Promise.race([asked.promise, ended.then(() => ({ ms: Number.NaN, cpuMs: Number.NaN }))]);
  await ended;
  server.close();
  rmSync(data, { recursive: true, force: true });
  return start;
}

/** Run time of the threads that live now, the malloc setting of a first process included. */
function cpuOf(pid: number): number {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`);
    const times = tasks.map((task) =>
      Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]),
    );
    return times.reduce((sum, each) => sum + each, 0) / NANOSECONDS;
  } catch {
    return Number.NaN;
  }
}

function report(what: string, starts: readonly Start[]): void {
  const sorted = (of: (start: Start) => number): number[] =>
    starts.map((start) => Math.round(of(start))).sort((a, b) => a - b);
  const [ms, cpuMs] = [sorted((start) => start.ms), sorted((start) => start.cpuMs)];
  process.stdout.write(
    `${JSON.stringify({ what, runs, medianMs: median(ms), medianCpuMs: median(cpuMs), ms, cpuMs })}\n`,
  );
}
