import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  attacked,
  crashProblems,
  said,
  startMachineSite,
  startServe,
  until,
  verifyProblems,
} from '#test/attack/machine.ts';
import type { StagedScene } from '#test/attack/staged-scene.ts';
import { surfBehind } from '#test/attack/targets/unprivileged.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { surf } from '#test/e2e/process/surf-process.ts';
import { startDnsServer } from '#test/http/dns-server.ts';

const PRELOAD = new URL('../../preloads/preload.ts', import.meta.url).href;
/** Node and its modules take about 40; each connection takes one more. */
const FILES = 64;
const HOSTS = 200;
/** Of a server: Node, its threads and the database take about 50. */
const SERVER_FILES = 90;
const CLIENTS = 200;

/** The process may open few files. */
export const noFiles: StagedScene = {
  name: 'few file descriptors',
  quick: false,
  attacks: [
    {
      id: 'few-descriptors',
      sends: `ulimit -n ${FILES} below a crawl of ${HOSTS} hosts`,
      must: 'waits or ends in words; no page fails for it; resume completes it',
    },
    {
      id: 'few-descriptors-dns',
      sends: `the same below a crawl of ${HOSTS} names`,
      must: 'no name fails for it; resume completes it',
    },
    {
      id: 'few-descriptors-serve',
      sends: `ulimit -n ${SERVER_FILES} below surf serve, and ${CLIENTS} connections`,
      must: 'it continues, and answers when they are closed',
    },
  ],
  notDeployed: 'each function has a separate process, whose limit AWS sets',
  stage: async () => [
    await attacked('few-descriptors', fewDescriptors),
    await attacked('few-descriptors-dns', fewForNames),
    await attacked('few-descriptors-serve', fewForClients),
  ],
};

async function fewDescriptors(): Promise<[string, string[]]> {
  const data = temporaryFolder();
  const site = await startMachineSite({ pages: HOSTS, hosts: HOSTS, delayMs: 300 });
  try {
    const flags = [
      '--allow-private-network',
      '--delay',
      '0',
      '--attempts',
      '2',
      '--scope',
      'any',
      '--hosts-per-worker',
      '200',
    ];
    const limited = await surfBehind(fewerFiles(FILES), ['crawl', site.seed, '--data', data, ...flags]).ended;
    const problems = crashProblems('crawl', limited);
    if (limited.code === null) problems.push('it had not ended after a minute');
    if (limited.code !== 0 && !/may not open more/.test(limited.stderr))
      problems.push(`it ended with ${limited.code}: ${limited.stderr.slice(-300)}`);
    const { json } = await said(data, 'status', 'last');
    const failed = (json.counts as { failed?: object } | undefined)?.failed ?? {};
    if (Object.keys(failed).length > 0) problems.push(`pages failed for it: ${JSON.stringify(failed)}`);
    const end = json.status === 'succeeded' ? { code: 0, json } : await said(data, 'resume', 'last');
    const counts = end.json.counts as { stored?: number; failed?: object } | undefined;
    if (counts?.stored !== HOSTS) problems.push(`${counts?.stored} of ${HOSTS} pages: ${JSON.stringify(counts)}`);
    problems.push(...(await verifyProblems(data)));
    return [
      `ended with ${limited.code} (${json.status}), nothing failed; in the end ${counts?.stored} of ${HOSTS} pages, verify holds`,
      problems,
    ];
  } finally {
    await site.close();
    removeFolder(data);
  }
}

/** The attack on names, which need a descriptor to resolve. */
async function fewForNames(): Promise<[string, string[]]> {
  const data = temporaryFolder();
  const site = await startMachineSite({ pages: 1, delayMs: 300 });
  const dns = await startDnsServer(() => ({ addresses: ['127.0.0.1'], ttlSeconds: 60 }));
  const environment = {
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${PRELOAD}`,
    ATTACK_DNS: dns.address,
  };
  const seeds = Array.from({ length: HOSTS }, (_, n) => `http://h${n}.attack.test:${site.port}/p${n}`);
  const flags = ['--allow-private-network', '--delay', '0', '--attempts', '2', '--hosts-per-worker', '200'];
  try {
    const args = ['crawl', ...seeds, '--data', data, '--depth', '0', ...flags];
    const limited = await surfBehind(fewerFiles(FILES), args, environment).ended;
    const problems = crashProblems('crawl', limited);
    if (limited.code !== 0 && !/may not open more/.test(limited.stderr))
      problems.push(`it ended with ${limited.code}: ${limited.stderr.slice(-300)}`);
    const { json } = await said(data, 'status', 'last');
    const failed = (json.counts as { failed?: object } | undefined)?.failed ?? {};
    if (Object.keys(failed).length > 0) problems.push(`pages failed for it: ${JSON.stringify(failed)}`);
    if (json.status !== 'succeeded') await surf(['resume', 'last', '--data', data], environment);
    const counts = (await said(data, 'status', 'last')).json.counts as { stored?: number; duplicate?: number };
    const settled = (counts.stored ?? 0) + (counts.duplicate ?? 0);
    if (settled !== HOSTS) problems.push(`${settled} of ${HOSTS} pages: ${JSON.stringify(counts)}`);
    problems.push(...(await verifyProblems(data)));
    return [
      `ended with ${limited.code} (${json.status}), nothing failed; in the end ${settled} of ${HOSTS} names, verify holds`,
      problems,
    ];
  } finally {
    await Promise.all([site.close(), dns.close()]);
    removeFolder(data);
  }
}

/** More connections than the server may accept. */
async function fewForClients(): Promise<[string, string[]]> {
  const data = temporaryFolder();
  const served = await startServe(data, {}, fewerFiles(SERVER_FILES));
  const sockets: Socket[] = [];
  try {
    const { port } = new URL(served.address);
    for (let n = 0; n < CLIENTS; n++) {
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => undefined);
      sockets.push(socket.resume());
    }
    await sleep(2_000);
    const closed = sockets.filter((socket) => socket.closed).length;
    for (const socket of sockets) socket.destroy();
    const back = await until(async () => (await served.get('/health')).status === 200, 20);
    const listed = await served.get('/v1/executions');
    const problems = crashProblems('serve', { stdout: '', stderr: served.process.stderr });
    if (back === null) problems.push('/health does not answer after the connections are closed');
    if (listed.status !== 200) problems.push(`a list: ${listed.status} ${JSON.stringify(listed.body)}`);
    return [
      `${closed} of ${CLIENTS} connections closed at once; /health ${((back ?? 0) * 1_000).toFixed(0)} ms after the others were closed, a list 200`,
      problems,
    ];
  } finally {
    for (const socket of sockets) socket.destroy();
    await served.process.kill();
    removeFolder(data);
  }
}

/** What lowers the limit of the command behind it. */
const fewerFiles = (files: number): string[] => ['/bin/sh', '-c', `ulimit -n ${files}; exec "$@"`, 'sh'];
