import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * What a page costs in memory that stays: peak memory of crawls of 20,000 and of 200,000 pages of 1
 * KB, made on the fly on ten loopback hosts, and their difference by page. Linux, taskset. Prints a
 * JSON line a crawl and one for the difference. Usage: node bench/parts/many-small-pages.ts [FEW
 * MANY]
 */
const [few = 20_000, many = 200_000] = process.argv.slice(2).map(Number);
const HOSTS = 10;
/** Links of a page: so many pages more are found by each. */
const FAN_OUT = 10;
const LOOK_MS = 50;
/** The crawler has one core, hence one thread. */
const CORE = '0';
const SURF = fileURLToPath(new URL('../../cli/surf.mjs', import.meta.url));
/**
 * A separate server process, so that its memory is not counted: page n links pages n * FAN_OUT +
 * 1 and on, in all `pages`.
 */
const SERVER = `
const { createServer } = require('node:http');
const [pages, hosts, fan] = process.argv.slice(1).map(Number);
const filler = 'some words to fill a page of usual size '.repeat(15);
const hrefOf = (n, port) => 'http://127.0.2.' + (1 + (n % hosts)) + ':' + port + '/' + n + '.html';
let port = 0;
const answer = (request, response) => {
  const n = Number(/^\\/(\\d+)\\.html$/.exec(request.url)?.[1] ?? (request.url === '/' ? 0 : -1));
  if (n < 0) return response.writeHead(404).end();
  let links = '';
  for (let next = n * fan + 1; next <= n * fan + fan && next < pages; next++) links += '<a href="' + hrefOf(next, port) + '">' + next + '</a> ';
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end('<title>' + n + '</title><p>' + n + ' ' + filler + links);
};
const listen = (host) => new Promise((resolve) => {
  const server = createServer(answer).listen(port, '127.0.2.' + host, () => resolve(server.address().port));
});
(async () => {
  for (let host = 1; host <= hosts; host++) port = await listen(host);
  process.send(port);
})();
`;

const small = await crawl(few);
const large = await crawl(many);
const bytesPerPage = Math.round(((large.peakMb - small.peakMb) * 1024 * 1024) / (large.pages - small.pages));
process.stdout.write(`${JSON.stringify({ bytesPerPage })}\n`);

async function crawl(pages: number): Promise<{ pages: number; peakMb: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'surf-small-'));
  const server = spawn(process.execPath, ['-e', SERVER, String(pages), String(HOSTS), String(FAN_OUT)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  try {
    const port = await new Promise<number>((resolve) => server.on('message', (told) => resolve(Number(told))));
    const seeds = Array.from({ length: HOSTS }, (_, host) => `http://127.0.2.${host + 1}:${port}/${host}.html`);
    const workflow = { seeds, limits: { pages: null, depth: null }, politeness: { delaySeconds: 0 } };
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
    server.kill();
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
