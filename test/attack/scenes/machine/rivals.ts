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

const PAGES = 100;
type Work = (data: string, site: MachineSite) => Promise<readonly [string, readonly string[]]>;

const ATTACKS: Readonly<Record<string, { readonly sends: string; readonly must: string; readonly work: Work }>> = {
  'rival-crawls': {
    sends: 'two crawls of one site on one data folder',
    must: 'both end whole, verify holds for both',
    work: twoCrawls,
  },
  'rival-resume': {
    sends: 'surf resume twice, beside the running crawl',
    must: 'one process drives it, the others say so; no page twice in the archive',
    work: twoResumes,
  },
  'rival-serves': {
    sends: 'two surf serve on one folder; the one that crawls gets SIGKILL',
    must: 'the other continues the crawl within a minute; verify holds',
    work: twoServes,
  },
  'rival-delete': {
    sends: 'DELETE of a running execution',
    must: 'Surf refuses it and says why; the execution ends whole',
    work: deleteAtWork,
  },
  'rival-export': {
    sends: 'other commands export, verify and show the status of an execution while Surf crawls it',
    must: 'each command shows what is committed, or says why it cannot; no command crashes',
    work: exportAtWork,
  },
};

/** Processes that share one data folder. */
export const rivals: StagedScene = {
  name: 'rivals on one data folder',
  notDeployed: 'a deployment has no data folder; rivals are in its deployment tests',
  quick: false,
  attacks: Object.entries(ATTACKS).map(([id, { sends, must }]) => ({ id, sends, must })),
  stage: async () => {
    const outcomes: AttackOutcome[] = [];
    for (const [id, { work }] of Object.entries(ATTACKS)) {
      const data = temporaryFolder();
      const site = await startMachineSite({ pages: PAGES, delayMs: 40 });
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

const atWork = (site: MachineSite): Promise<number | null> => until(async () => site.requests.length > 10, 30);

/** @returns what is wrong with an execution that has to be whole */
async function wholeProblems(data: string, id: string): Promise<string[]> {
  const { json } = await said(data, 'status', id);
  const counts = json.counts as { stored?: number; failed?: object } | undefined;
  const isWhole =
    json.status === 'succeeded' && counts?.stored === PAGES && Object.keys(counts.failed ?? {}).length === 0;
  return [
    ...(isWhole ? [] : [`${id} is ${json.status}, ${JSON.stringify(counts)}`]),
    ...(await verifyProblems(data, id)),
  ];
}

async function twoCrawls(data: string, site: MachineSite): Promise<[string, string[]]> {
  const ends = await Promise.all([
    said(data, 'crawl', site.seed, ...QUICKLY),
    said(data, 'crawl', site.seed, ...QUICKLY),
  ]);
  const problems: string[] = [];
  for (const end of ends) {
    if (end.code !== 0) problems.push(`ended with ${end.code}: ${end.stderr.slice(-300)}`);
    problems.push(...crashProblems('crawl', end), ...(await wholeProblems(data, String(end.json.execution))));
  }
  return [`2 × ${PAGES} pages in ${site.requests.length} requests, verify holds for both`, problems];
}

async function twoResumes(data: string, site: MachineSite): Promise<[string, string[]]> {
  const crawl = new SurfProcess(['crawl', site.seed, '--data', data, ...QUICKLY]);
  await atWork(site);
  const rivals = await Promise.all([
    surf(['resume', 'last', '--data', data]),
    surf(['resume', 'last', '--data', data]),
  ]);
  const ends = [await crawl.ended, ...rivals];
  const problems = ends.flatMap((end, index) => crashProblems(`process ${index + 1}`, end));
  const codes = ends.map(({ code }) => code);
  if (!codes.includes(0) || codes.some((code) => code !== 0 && code !== 5))
    problems.push(`they ended with ${codes.join(', ')}`);
  problems.push(...(await wholeProblems(data, 'last')));
  return [
    `they ended with ${codes.join(', ')} (0 drove it, 5 says who does); ${PAGES} pages in ${site.requests.length} requests`,
    problems,
  ];
}

async function twoServes(data: string, site: MachineSite): Promise<[string, string[]]> {
  const [first, second] = await Promise.all([startServe(data), startServe(data)]);
  try {
    const id = await startAt(first, site.seed);
    await atWork(site);
    await first.process.kill();
    const view = async () => (await second.get(`/v1/executions/${id}`)).body;
    const took = await until(async () => (await view()).status === 'succeeded', 90);
    const problems = took === null ? [`the other does not end it: ${JSON.stringify(await view()).slice(0, 200)}`] : [];
    problems.push(
      ...(await wholeProblems(data, id)),
      ...crashProblems('serve', { stdout: '', stderr: second.process.stderr }),
    );
    return [
      `ended by the other ${took?.toFixed(0)} s after the kill, ${PAGES} pages in ${site.requests.length} requests`,
      problems,
    ];
  } finally {
    await Promise.all([first.process.kill(), second.process.kill()]);
  }
}

async function deleteAtWork(data: string, site: MachineSite): Promise<[string, string[]]> {
  const served = await startServe(data);
  try {
    const id = await startAt(served, site.seed);
    await atWork(site);
    const response = await fetch(new URL(`/v1/executions/${id}`, served.address), { method: 'DELETE' });
    const body = (await response.json()) as { code?: string; remedy?: string };
    const problems =
      response.status === 409 && body.code === 'STATE_CONFLICT' && body.remedy
        ? []
        : [`DELETE answers ${response.status}: ${JSON.stringify(body)}`];
    await until(async () => (await served.get(`/v1/executions/${id}`)).body.status === 'succeeded', 60);
    problems.push(...(await wholeProblems(data, id)));
    return [`${response.status} ${body.code}; it ended with ${PAGES} pages`, problems];
  } finally {
    await served.process.kill();
  }
}

async function exportAtWork(data: string, site: MachineSite): Promise<[string, string[]]> {
  const crawl = new SurfProcess(['crawl', site.seed, '--data', data, ...QUICKLY, '--unit-seconds', '1']);
  await atWork(site);
  const problems: string[] = [];
  let looks = 0;
  while (await crawl.lives(1)) {
    for (const command of [
      ['export', 'last', '--format', 'jsonl', '--out', '-'],
      ['tasks', 'last'],
      ['status', 'last'],
      ['verify', 'last'],
    ]) {
      const end = await surf([...command, '--data', data]);
      looks += 1;
      problems.push(...crashProblems(command[0] ?? '', { stdout: '', stderr: end.stderr }));
      if (end.code !== 0 && end.code !== 5 && end.code !== 1)
        problems.push(`${command[0]} ended with ${end.code}: ${(end.stdout + end.stderr).slice(0, 300)}`);
    }
    await sleep(50);
  }
  problems.push(...(await wholeProblems(data, 'last')));
  return [`${looks} commands during the crawl; ${PAGES} pages, verify holds`, problems];
}
