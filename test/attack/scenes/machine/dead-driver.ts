import { setTimeout as sleep } from 'node:timers/promises';
import type { AttackOutcome } from '#test/attack/attack-outcome.ts';
import {
  attacked,
  crashProblems,
  type MachineSite,
  QUICKLY,
  said,
  startAt,
  startMachineSite,
  startServe,
  until,
  verifyProblems,
} from '#test/attack/machine.ts';
import type { StagedScene } from '#test/attack/staged-scene.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { SurfProcess, surf } from '#test/e2e/process/surf-process.ts';

const PAGES = 120;
/** A crawl that takes long enough to be interrupted, and whose pages come one by one. */
const SLOW = { pages: PAGES, delayMs: 60 };

type Work = (data: string, site: MachineSite) => Promise<readonly [string, readonly string[]]>;

/** What drives a crawl dies, is suspended, or is asked to end. */
export const deadDriver: StagedScene = {
  name: 'a driver that dies',
  notDeployed: 'no process drives a deployment; killed workers and runs are in its deployment tests',
  quick: false,
  attacks: [
    {
      id: 'killed-crawl',
      sends: 'SIGKILL to surf crawl',
      must: 'interrupted within 15 s, its clock stops, resume completes it',
    },
    {
      id: 'killed-serve',
      sends: 'SIGKILL to surf serve',
      must: 'interrupted; the next surf serve continues it by itself',
    },
    {
      id: 'terminated-serve',
      sends: 'SIGTERM to surf serve during a crawl',
      must: 'parks it, exit 0, no error; the next server continues it',
    },
    {
      id: 'suspended-crawl',
      sends: 'SIGSTOP for longer than a lease, then SIGCONT',
      must: 'interrupted meanwhile; it ends, no page twice',
    },
  ],
  stage: async () => {
    const outcomes: AttackOutcome[] = [];
    const works: readonly (readonly [string, Work])[] = [
      ['killed-crawl', killedCrawl],
      ['killed-serve', killedServe],
      ['terminated-serve', terminatedServe],
      ['suspended-crawl', suspendedCrawl],
    ];
    for (const [id, work] of works) {
      const data = temporaryFolder();
      const site = await startMachineSite(SLOW);
      try {
        outcomes.push(await attacked(id, () => work(data, site)));
      } finally {
        await site.close();
        removeFolder(data);
      }
    }
    return outcomes;
  },
};

const atWork = (site: MachineSite, requests = 20): Promise<number | null> =>
  until(async () => site.requests.length > requests, 30);

/** @returns what is wrong with an execution that has to be whole */
async function wholeProblems(data: string, id: string): Promise<string[]> {
  const { json } = await said(data, 'status', id);
  const counts = json.counts as { stored?: number; failed?: object } | undefined;
  const isWhole =
    json.status === 'succeeded' && counts?.stored === PAGES && Object.keys(counts.failed ?? {}).length === 0;
  return [...(isWhole ? [] : [`it is ${json.status}, ${JSON.stringify(counts)}`]), ...(await verifyProblems(data, id))];
}

const killedCrawl: Work = async (data, site) => {
  const crawl = new SurfProcess(['crawl', site.seed, '--data', data, ...QUICKLY]);
  await atWork(site, 90);
  await crawl.kill();
  const goneAfter = await until(async () => (await said(data, 'status', 'last')).json.driver === 'gone', 20);
  const first = (await said(data, 'status', 'last')).json;
  await sleep(2_500);
  const second = (await said(data, 'status', 'last')).json;
  const { stdout: list } = await surf(['ls', '--data', data]);
  const { stdout: status } = await surf(['status', 'last', '--data', data]);
  const problems = goneAfter === null ? ['it is not interrupted after 20 s'] : [];
  if (first.seconds !== second.seconds)
    problems.push(`its clock continues: ${first.seconds} s, then ${second.seconds} s`);
  if (!list.includes('interrupted')) problems.push(`ls says: ${list}`);
  if (!/interrupted[\s\S]*surf resume/.test(status)) problems.push(`status says: ${status}`);
  const resumed = await said(data, 'resume', 'last');
  const seconds = Number(resumed.json.seconds);
  const worked = (PAGES * SLOW.delayMs) / 1_000;
  if (seconds > worked * 3) problems.push(`it ran ${seconds} s, though ${worked} s are worked`);
  problems.push(...(await wholeProblems(data, 'last')));
  return [
    `interrupted after ${goneAfter?.toFixed(1)} s; clock at ${first.seconds} s twice; resumed to ${PAGES} pages in ${site.requests.length} requests`,
    problems,
  ];
};

const killedServe: Work = async (data, site) => {
  const first = await startServe(data);
  const id = await startAt(first, site.seed);
  await atWork(site);
  await first.process.kill();
  const { stdout: list } = await surf(['ls', '--data', data]);
  const problems = list.includes('interrupted') ? [] : [`ls says: ${list}`];
  const second = await startServe(data);
  try {
    const view = async () => (await second.get(`/v1/executions/${id}`)).body;
    const took = await until(async () => (await view()).driver === 'alive', 10);
    if (took === null)
      problems.push(`the next server does not drive it: ${JSON.stringify(await view()).slice(0, 300)}`);
    if ((await until(async () => (await view()).status === 'succeeded', 60)) === null) problems.push('it does not end');
    problems.push(
      ...crashProblems('serve', { stdout: '', stderr: second.process.stderr }),
      ...(await wholeProblems(data, id)),
    );
    return [
      `ls says interrupted at once; the next server drives it after ${took?.toFixed(1)} s, ${PAGES} pages in ${site.requests.length} requests`,
      problems,
    ];
  } finally {
    await second.process.kill();
  }
};

const terminatedServe: Work = async (data, site) => {
  const first = await startServe(data);
  const id = await startAt(first, site.seed);
  await atWork(site);
  const begun = performance.now();
  first.process.signal('SIGTERM');
  const end = await first.process.ended;
  const took = (performance.now() - begun) / 1_000;
  const problems = crashProblems('serve', { stdout: '', stderr: end.stderr });
  if (end.code !== 0) problems.push(`it ended with ${end.code}: ${end.stderr.slice(-300)}`);
  if (end.stderr.trim() !== '') problems.push(`it says: ${end.stderr.slice(-300)}`);
  const asked = site.requests.length;
  const { json } = await said(data, 'status', id);
  if (json.driver !== 'gone') problems.push(`its driver is ${json.driver}`);
  const second = await startServe(data);
  try {
    const view = async () => (await second.get(`/v1/executions/${id}`)).body;
    if ((await until(async () => (await view()).status === 'succeeded', 60)) === null)
      problems.push('the next server does not end it');
    problems.push(...(await wholeProblems(data, id)));
    if (site.requests.length > PAGES) problems.push(`${site.requests.length - PAGES} pages were asked twice`);
    return [
      `ended in ${took.toFixed(1)} s after ${asked} requests, exit 0, nothing on stderr; the next server ends it: ${PAGES} pages in ${site.requests.length} requests`,
      problems,
    ];
  } finally {
    await second.process.kill();
  }
};

/** LEASE_MS is 60 s, a unit's sign of life counts for 15 s. */
const SUSPENDED_MS = 65_000;

const suspendedCrawl: Work = async (data, site) => {
  const crawl = new SurfProcess(['crawl', site.seed, '--data', data, ...QUICKLY]);
  await atWork(site);
  crawl.signal('SIGSTOP');
  const goneAfter = await until(async () => (await said(data, 'status', 'last')).json.driver === 'gone', 25);
  await sleep(SUSPENDED_MS - (goneAfter ?? 0) * 1_000);
  crawl.signal('SIGCONT');
  const end = await crawl.ended;
  const problems = crashProblems('crawl', end);
  if (goneAfter === null) problems.push('it is not interrupted while it is suspended');
  if (end.code !== 0) problems.push(`it ended with ${end.code}: ${end.stderr.slice(-300)}`);
  problems.push(...(await wholeProblems(data, 'last')));
  return [
    `interrupted after ${goneAfter?.toFixed(1)} s; continued after ${SUSPENDED_MS / 1_000} s: ${PAGES} pages in ${site.requests.length} requests`,
    problems,
  ];
};
