import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { AttackOutcome } from '#test/attack/attack-outcome.ts';
import { measured } from '#test/attack/preloads/measured.ts';
import type { StagedScene } from '#test/attack/staged-scene.ts';
import type { AttackedDeployment } from '#test/attack/targets/attacked-deployment.ts';
import { DeployedSurf } from '#test/attack/targets/deployed-surf.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { type ProcessEnd, surf } from '#test/e2e/process/surf-process.ts';
import { startDnsServer } from '#test/http/dns-server.ts';
import { startRawServer } from '#test/http/raw-server.ts';

const NAMES = 300;
const SECONDS = 8;
/** At a deployment: its functions start slowly in an emulator. */
const DEPLOYED_SECONDS = 25;
/**
 * Requests a second that the bound allows; one more where two are sent closer than they were let
 * in.
 */
const MOST_A_SECOND = 4;
const TOLERANCE = 1;
const MOST_CONNECTIONS = 4;
/** Functions start slowly in an emulator. */
const MOST_DEPLOYED_SECONDS = 240;
const PRELOAD = new URL('../../preloads/preload.ts', import.meta.url).href;

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

function crawlArgs(zone: string, port: number, seconds = SECONDS): string[] {
  const seeds = Array.from({ length: NAMES }, (_, n) => `http://n${n}.${zone}.attack.test:${port}/`);
  const flags = [
    '--allow-private-network',
    '--seconds',
    String(seconds),
    '--scope',
    'any',
    '--hosts-per-worker',
    '100',
  ];
  return ['crawl', ...seeds, ...flags];
}

/** Two commands on one data folder, or two users of one deployment. */
type Crawl = (zone: string, at: { port: number; dns: string }) => ReturnType<typeof surf>;

/** @param crawls how many at once */
async function judged(
  id: string,
  crawls: number,
  by: { crawl: Crawl; verify: () => Promise<string> },
): Promise<AttackOutcome> {
  const problems: string[] = [];
  const { starts, mostOpen } = await withServer(async (at) => {
    const ends = await Promise.all(Array.from({ length: crawls }, (_, n) => by.crawl(`${id}${n}`, at)));
    for (const { code, stderr } of ends)
      if (code !== 0) problems.push(`surf ended with ${code}: ${stderr.slice(-300)}`);
  });
  const most = mostASecond(starts);
  if (most > MOST_A_SECOND + TOLERANCE) problems.push(`${most} requests within a second`);
  if (mostOpen > MOST_CONNECTIONS) problems.push(`${mostOpen} connections at once`);
  if (starts.length < (SECONDS / 2) * MOST_A_SECOND) problems.push(`only ${starts.length} requests in ${SECONDS} s`);
  const unproven = await by.verify();
  if (unproven !== '') problems.push(`surf verify: ${unproven}`);
  const seen = `${starts.length} requests, at most ${most} within a second, ${mostOpen} connections`;
  return { id, seen, problems, peakMb: Number.NaN };
}

async function judgedHere(id: string, crawls: number): Promise<AttackOutcome> {
  const folder = temporaryFolder();
  const data = ['--data', join(folder, 'data')];
  try {
    const { result, figure } = await measured(() =>
      judged(id, crawls, {
        crawl: (zone, { port, dns }) =>
          surf([...crawlArgs(zone, port), ...data], {
            ATTACK_DNS: dns,
            NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${PRELOAD}`,
          }),
        verify: async () => {
          const { code, stdout, stderr } = await surf(['verify', 'last', ...data]);
          return code === 0 ? '' : stdout + stderr;
        },
      }),
    );
    return { ...result, seen: `${result.seen}; ${figure}` };
  } finally {
    removeFolder(folder);
  }
}

/** The host store of the deployment keeps the bound between two executions. */
async function judgedDeployed(id: string, crawls: number, at: AttackedDeployment): Promise<AttackOutcome> {
  const folder = temporaryFolder();
  const users: DeployedSurf[] = [];
  for (let n = 0; n < crawls; n++)
    users.push(await DeployedSurf.start({ folder, environment: {}, mostSeconds: MOST_DEPLOYED_SECONDS }, at));
  const idle = [...users];
  try {
    return await judged(id, crawls, {
      crawl: async (zone, { port }) => (await idle.pop()?.crawl(crawlArgs(zone, port, DEPLOYED_SECONDS))) as ProcessEnd,
      verify: async () => {
        for (const user of users) await user.views();
        return (await Promise.all(users.map((user) => user.verify()))).join('');
      },
    });
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
  stage: async () => [await judgedHere('wildcard-dns', 1), await judgedHere('wildcard-dns-twice', 2)],
  stageDeployed: async (at) => [
    await judgedDeployed('wildcard-dns', 1, at),
    await judgedDeployed('wildcard-dns-twice', 2, at),
  ],
};
