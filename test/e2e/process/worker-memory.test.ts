import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { firstOf } from '#test/campaign.ts';
import { bundleEntries } from '../../../infra/constructs/functions/function-bundle.ts';
import { bodyBudgetBytes } from '../../../lambdas/body-budget.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** As Lambda starts Node, and as the stack sets the worker's environment. */
const heapOf = (memoryMb: number): string[] => [
  `--max-old-space-size=${Math.floor(memoryMb * 0.9)}`,
  `--max-semi-space-size=${Math.floor(memoryMb * 0.05)}`,
];
const ENVIRONMENT = { PATH: process.env.PATH, MALLOC_MMAP_THRESHOLD_: '131072' };

const FUNCTIONS = [
  [24, 256],
  [100, 1_024],
] as const;

it.each(firstOf<(typeof FUNCTIONS)[number]>(FUNCTIONS, { gate: 1 }))(
  '%i hosts with pages of 9.5 MB stay within a function of %i MB (S5)',
  {
    retry: 2,
  },
  async (hosts, memoryMb) => {
    // when V8 collects depends on the machine's load: hence the tries
    const text = `${'lorem ipsum '.repeat(80)}<a href="/x">x</a> `.repeat(60) + randomBytes(20_000).toString('base64');
    const page = Buffer.from(text.repeat(120)).subarray(0, 9_500_000);
    const coded = gzipSync(page);
    const server = createServer(({ url }, response) => {
      if (url === '/robots.txt') response.writeHead(404).end();
      else if (Number(url?.slice(1)) % 2 === 0) response.writeHead(200, { 'content-type': 'text/html' }).end(page);
      else response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(coded);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const folder = await mkdtemp(join(tmpdir(), 'surf-worker-memory-'));
    bundleEntries([{ in: 'test/e2e/process/worker-memory.ts', out: 'index' }], { root: ROOT, folder });
    const numbers = [port, hosts, bodyBudgetBytes(memoryMb)].map(String);
    const args = [...heapOf(memoryMb), join(folder, 'index.js'), ...numbers];

    const { stdout } = await promisify(execFile)(process.execPath, args, { env: ENVIRONMENT });
    server.close();
    await rm(folder, { recursive: true });

    const { stored, peakMb } = JSON.parse(stdout) as { stored: number; peakMb: number };
    expect(stored).toBe(hosts);
    expect(peakMb).toBeLessThan(memoryMb);
  },
);
