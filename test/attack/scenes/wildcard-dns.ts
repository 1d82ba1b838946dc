import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { AttackOutcome } from '#test/attack/attack-outcome.ts';
import type { StagedScene } from '#test/attack/staged-scene.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/embedded-crawl.ts';
import { surf } from '#test/e2e/surf-process.ts';
import { startDnsServer } from '#test/http/dns-server.ts';
import { startRawServer } from '#test/http/raw-server.ts';

const NAMES = 300;
const SECONDS = 8;
/** Requests a second that the bound allows; one more where two are sent closer than they were let in. */
const MOST_A_SECOND = 4;
const TOLERANCE = 1;
const MOST_CONNECTIONS = 4;
const PRELOAD = new URL('../preload.ts', import.meta.url).href;

/** What the server of all names saw. */
interface Seen {
  readonly starts: number[];
  mostOpen: number;
}

async function withServer(work: (at: { port: number; dns: string; seen: Seen }) => Promise<void>): Promise<Seen> {
  const seen: Seen = { starts: [], mostOpen: 0 };
  const open = new Set<Socket>();
  const server = await startRawServer((socket, head) => {
    seen.starts.push(performance.now());
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    seen.mostOpen = Math.max(seen.mostOpen, open.size);
    const status = head.includes(' /robots.txt ') ? '404 Not Found' : '200 OK';
    const connection = /^connection: close/im.test(head) ? 'close' : 'keep-alive';
    const answer = `HTTP/1.1 ${status}\r\nContent-Type: text/html\r\nContent-Length: 4\r\nConnection: ${connection}\r\n\r\npage`;
    if (connection === 'close') socket.end(answer);
    else socket.write(answer);
  });
  const dns = await startDnsServer(() => ({ addresses: ['127.0.0.1'], ttlSeconds: 60 }));
  try {
    await work({ port: server.port, dns: dns.address, seen });
  } finally {
    await Promise.all([server.close(), dns.close()]);
  }
  return seen;
}

const mostASecond = (starts: readonly number[]): number =>
  Math.max(0, ...starts.map((start) => starts.filter((at) => at >= start && at < start + 1_000).length));

function crawl(folder: string, zone: string, { port, dns }: { port: number; dns: string }): ReturnType<typeof surf> {
  const seeds = Array.from({ length: NAMES }, (_, n) => `http://n${n}.${zone}.attack.test:${port}/`);
  const flags = [
    '--allow-private-network',
    '--seconds',
    String(SECONDS),
    '--scope',
    'any',
    '--hosts-per-worker',
    '100',
  ];
  return surf(['crawl', ...seeds, ...flags, '--data', join(folder, 'data')], {
    ATTACK_DNS: dns,
    NODE_OPTIONS: `--import=${PRELOAD}`,
  });
}

/** @param crawls how many at once, on one data folder */
async function judged(id: string, crawls: number): Promise<AttackOutcome> {
  const folder = temporaryFolder();
  const problems: string[] = [];
  try {
    const { starts, mostOpen } = await withServer(async (at) => {
      const ends = await Promise.all(Array.from({ length: crawls }, (_, n) => crawl(folder, `z${n}`, at)));
      for (const { code, stderr } of ends)
        if (code !== 0) problems.push(`surf ended with ${code}: ${stderr.slice(-300)}`);
    });
    const most = mostASecond(starts);
    if (most > MOST_A_SECOND + TOLERANCE) problems.push(`${most} requests within a second`);
    if (mostOpen > MOST_CONNECTIONS) problems.push(`${mostOpen} connections at once`);
    if (starts.length < (SECONDS / 2) * MOST_A_SECOND) problems.push(`only ${starts.length} requests in ${SECONDS} s`);
    const verified = await surf(['verify', 'last', '--data', join(folder, 'data')]);
    if (verified.code !== 0) problems.push(`surf verify: ${verified.stdout}${verified.stderr}`);
    const seen = `${starts.length} requests, at most ${most} within a second, ${mostOpen} connections`;
    return { id, seen, problems, peakMb: Number.NaN };
  } finally {
    removeFolder(folder);
  }
}

/** 300 names of one address, at a delay of 1 s for each host. */
export const wildcardDns: StagedScene = {
  name: 'wildcard DNS',
  quick: false,
  attacks: [
    {
      id: 'wildcard-dns',
      sends: '300 names of one address (wildcard DNS), at a delay of 1 s',
      must: 'at most 4 requests a second (5 where two are sent close together) and 4 connections to the address',
    },
    {
      id: 'wildcard-dns-twice',
      sends: 'the same by two executions at once on one data folder, 300 names each',
      must: 'the same bound for both together',
    },
  ],
  stage: async () => [await judged('wildcard-dns', 1), await judged('wildcard-dns-twice', 2)],
};
