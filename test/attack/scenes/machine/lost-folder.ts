import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { AttackOutcome } from '#test/attack/attack-outcome.ts';
import {
  attacked,
  crashProblems,
  type MachineSite,
  QUICKLY,
  said,
  skipped,
  smallDisk,
  startAt,
  startMachineSite,
  startServe,
  until,
  verifyProblems,
} from '#test/attack/machine.ts';
import type { StagedScene } from '#test/attack/staged-scene.ts';
import { plainUser, surfBehind } from '#test/attack/targets/unprivileged.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { type ProcessEnd, SurfProcess } from '#test/e2e/process/surf-process.ts';

const PAGES = 120;
const SITE = { pages: PAGES, delayMs: 40, bytes: 20_000 };
const FIRST_PAGES = 30;
const READ_ONLY = 'DATA_FOLDER_READ_ONLY';
const GONE = 'DATA_FOLDER_GONE';
const DISK_MB = 100;

/** The data folder, or the home folder, cannot be written or goes away. */
export const lostFolder: StagedScene = {
  name: 'a folder that cannot be written',
  quick: false,
  notDeployed: 'a deployment has no data folder',
  attacks: [
    {
      id: 'folder-read-only',
      sends: 'a data folder on a file system that is mounted read-only',
      must: 'each command names folder and remedy; writable again it continues, verify holds',
    },
    {
      id: 'folder-no-permission',
      sends: 'a data folder whose files and folders the user may only read',
      must: 'the same; the command of the remedy mends it',
    },
    {
      id: 'folder-closed',
      sends: 'the permission to write is taken away below a crawl',
      must: 'it ends in words; the command of the remedy and resume complete it',
    },
    {
      id: 'folder-deleted',
      sends: 'the data folder is deleted below a crawl',
      must: 'it ends in words, and makes no new folder',
    },
    {
      id: 'folder-deleted-serve',
      sends: 'the same below surf serve',
      must: '/health answers, requests get 503 and the reason, no new folder',
    },
    {
      id: 'home-read-only',
      sends: 'a home folder that cannot be written, below surf login and surf crawl',
      must: 'login names the file and the remedy; a crawl does not need it',
    },
  ],
  stage: async () => {
    const outcomes: AttackOutcome[] = [await readOnlyDisk()];
    const before = plainUser();
    for (const [id, work] of Object.entries(WORKS)) {
      if (typeof before === 'string' && BY_PERMISSION.has(id)) {
        outcomes.push(skipped(id, before));
        continue;
      }
      const folder = temporaryFolder();
      const site = await startMachineSite(SITE);
      try {
        outcomes.push(
          await attacked(id, () => work({ folder, site, before: typeof before === 'string' ? [] : before })),
        );
      } finally {
        await site.close();
        execFileSync('chmod', ['-R', 'u+rwX', folder]);
        removeFolder(folder);
      }
    }
    return outcomes;
  },
};

interface Stage {
  readonly folder: string;
  readonly site: MachineSite;
  /** Makes permissions count. */
  readonly before: readonly string[];
}
type Work = (stage: Stage) => Promise<readonly [seen: string, problems: readonly string[]]>;

const COMMANDS: readonly (readonly string[])[] = [
  ['ls'],
  ['status', 'last'],
  ['verify', 'last'],
  ['tasks', 'last'],
  ['resume', 'last', '--pages', String(PAGES)],
  ['export', 'last', '--format', 'jsonl', '--out', '-'],
  ['serve', '--port', '0'],
];

/** The error of a command, as its JSON has it. */
function errorOf({ stderr }: ProcessEnd): { code: string; message: string; remedy: string } {
  const line = stderr.split('\n').find((text) => text.startsWith('{"error"')) ?? '{"error":{}}';
  return { code: 'none', message: '', remedy: '', ...(JSON.parse(line) as { error: object }).error };
}

/** Faults of the end of a command that met the fault. */
function faultProblems(name: string, end: ProcessEnd, wanted: { code: string; folder: string }): string[] {
  const { code, message, remedy } = errorOf(end);
  return [
    ...crashProblems(name, end),
    ...(end.code === 1 ? [] : [`${name} ended with ${end.code}`]),
    ...(code === wanted.code && message.includes(wanted.folder) && remedy !== ''
      ? []
      : [`${name}: ${code}, not ${wanted.code}: ${end.stderr.slice(0, 300)}`]),
  ];
}

/** Every command meets the fault; a crawl too. */
async function refusals(
  { before, site }: Pick<Stage, 'before' | 'site'>,
  data: string,
): Promise<{ problems: string[]; remedy: string; count: number }> {
  const problems: string[] = [];
  let remedy = '';
  const all = [...COMMANDS, ['crawl', site.seed, ...QUICKLY]];
  for (const command of all) {
    const end = await surfBehind(before, [...command, '--data', data, '--json']).ended;
    problems.push(...faultProblems(command[0] ?? '', end, { code: READ_ONLY, folder: data }));
    remedy ||= errorOf(end).remedy;
  }
  return { problems, remedy, count: all.length };
}

/** Is everything there after it was mended? */
async function goneOn(data: string, command: readonly string[]): Promise<string[]> {
  const { code, json, stderr } = await said(data, ...command);
  const counts = json.counts as { stored?: number; failed?: object } | undefined;
  const isWhole = code === 0 && counts?.stored === PAGES && Object.keys(counts.failed ?? {}).length === 0;
  return [
    ...(isWhole ? [] : [`${command[0]} ended with ${code}, ${JSON.stringify(counts)}: ${stderr.slice(-300)}`]),
    ...(await verifyProblems(data)),
  ];
}

const CONTINUE = ['resume', 'last', '--pages', String(PAGES)];

async function readOnlyDisk(): Promise<AttackOutcome> {
  const id = 'folder-read-only';
  const disk = smallDisk(DISK_MB);
  if (typeof disk === 'string') return skipped(id, disk);
  const site = await startMachineSite(SITE);
  try {
    return await attacked(id, async () => {
      const data = join(disk.folder, 'data');
      await said(data, 'crawl', site.seed, ...QUICKLY, '--pages', String(FIRST_PAGES));
      execFileSync('mount', ['-o', 'remount,ro', disk.folder], { stdio: 'pipe' });
      const { problems, remedy, count } = await refusals({ before: [], site }, data);
      if (!/read-only|mount/.test(remedy)) problems.push(`the remedy is: ${remedy}`);
      execFileSync('mount', ['-o', 'remount,rw', disk.folder], { stdio: 'pipe' });
      problems.push(...(await goneOn(data, CONTINUE)));
      return [`${count} commands: ${READ_ONLY}, exit 1; mounted writable: ${PAGES} pages, verify holds`, problems];
    });
  } finally {
    await site.close();
    disk.remove();
  }
}

/** Runs what the remedy says, as the user who reads it would. */
function mend(remedy: string): string[] {
  const command = /sudo (chown -R "\$\(id -un\)" \S+ && chmod -R u\+rwX \S+)/.exec(remedy)?.[1];
  if (command === undefined) return [`the remedy has no command: ${remedy}`];
  execFileSync('sh', ['-c', command.replace(/,$/, '')], { stdio: 'pipe' });
  return [];
}

const noPermission: Work = async ({ folder, site, before }) => {
  const data = join(folder, 'data');
  await said(data, 'crawl', site.seed, ...QUICKLY, '--pages', String(FIRST_PAGES));
  execFileSync('chmod', ['-R', 'a-w', data]);
  const { problems, remedy, count } = await refusals({ before, site }, data);
  problems.push(...mend(remedy), ...(await goneOn(data, CONTINUE)));
  return [`${count} commands: ${READ_ONLY}, exit 1; after the remedy ${PAGES} pages, verify holds`, problems];
};

const atWork = (site: MachineSite): Promise<number | null> => until(async () => site.requests.length > 20, 30);

const closedMidway: Work = async ({ folder, site, before }) => {
  const data = join(folder, 'data');
  const crawl = surfBehind(before, ['crawl', site.seed, ...QUICKLY, '--data', data, '--json']);
  await atWork(site);
  for (const name of readdirSync(join(data, 'objects'), { recursive: true, encoding: 'utf8', withFileTypes: true }))
    if (name.isDirectory()) chmodSync(join(name.parentPath, name.name), 0o555);
  const end = await crawl.ended;
  const problems = faultProblems('crawl', end, { code: READ_ONLY, folder: data });
  const { remedy } = errorOf(end);
  if (!remedy.includes('then surf resume ')) problems.push(`it does not say how to resume: ${remedy}`);
  problems.push(...mend(remedy), ...(await goneOn(data, ['resume', 'last'])));
  return [`${READ_ONLY}, exit 1; after the remedy ${PAGES} pages in ${site.requests.length} requests`, problems];
};

const deletedMidway: Work = async ({ folder, site }) => {
  const data = join(folder, 'data');
  const crawl = new SurfProcess(['crawl', site.seed, ...QUICKLY, '--data', data, '--json']);
  await atWork(site);
  rmSync(data, { recursive: true, force: true });
  const end = (await crawl.lives(30_000)) ? await crawl.kill() : await crawl.ended;
  const problems = faultProblems('crawl', end, { code: GONE, folder: data });
  if (existsSync(data)) problems.push(`there is a new folder: ${readdirSync(data).join(', ')}`);
  return [`${GONE}, exit 1, no new folder`, problems];
};

const deletedBelowServe: Work = async ({ folder, site }) => {
  const data = join(folder, 'data');
  const served = await startServe(data);
  try {
    const id = await startAt(served, site.seed);
    await atWork(site);
    rmSync(data, { recursive: true, force: true });
    const told = await until(async () => served.process.stderr.includes('was removed'), 30);
    const problems = told === null ? [`it does not say so: ${served.process.stderr.slice(-300)}`] : [];
    const health = await served.get('/health');
    const asked = [
      await served.post('/v1/workflows', { name: 'late', seeds: [site.seed] }),
      await served.post(`/v1/executions/${id}/actions`, { action: 'resume' }),
    ];
    if (health.status !== 200) problems.push(`/health answers ${health.status}`);
    for (const { status, body } of asked)
      if (status !== 503 || body.code !== GONE) problems.push(`a request: ${status} ${JSON.stringify(body)}`);
    served.process.signal('SIGTERM');
    const end = (await served.process.lives(20_000)) ? await served.process.kill() : await served.process.ended;
    problems.push(...crashProblems('serve', end));
    if (end.code !== 0) problems.push(`it ended with ${end.code}: ${end.stderr.slice(-300)}`);
    if (existsSync(data)) problems.push(`there is a new folder: ${readdirSync(data).join(', ')}`);
    return [`said after ${told?.toFixed(1)} s; /health 200, requests 503 ${GONE}; exit 0, no new folder`, problems];
  } finally {
    await served.process.kill();
  }
};

const homeReadOnly: Work = async ({ folder, site, before }) => {
  const home = join(folder, 'home');
  mkdirSync(home);
  chmodSync(home, 0o555);
  const environment = { HOME: home, XDG_CONFIG_HOME: join(home, '.config'), XDG_CACHE_HOME: join(home, '.cache') };
  const served = await startServe(join(folder, 'served'));
  try {
    const shell = ['sh', '-c', 'echo any-key | exec "$@"', 'sh', ...before];
    const login = await surfBehind(shell, ['login', '--key-stdin', '--api', served.address, '--json'], environment)
      .ended;
    const problems = faultProblems('login', login, { code: READ_ONLY, folder: home });
    const crawl = await surfBehind(
      before,
      ['crawl', site.seed, ...QUICKLY, '--data', join(folder, 'data'), '--json'],
      environment,
    ).ended;
    if (crawl.code !== 0) problems.push(`crawl ended with ${crawl.code}: ${crawl.stderr.slice(-300)}`);
    problems.push(...(await verifyProblems(join(folder, 'data'))));
    return [`login: ${READ_ONLY}, exit 1; crawl: exit 0, ${PAGES} pages, verify holds`, problems];
  } finally {
    await served.process.kill();
  }
};

const WORKS: Readonly<Record<string, Work>> = {
  'folder-no-permission': noPermission,
  'folder-closed': closedMidway,
  'folder-deleted': deletedMidway,
  'folder-deleted-serve': deletedBelowServe,
  'home-read-only': homeReadOnly,
};
/** These show nothing to a user who may write everything. */
const BY_PERMISSION: ReadonlySet<string> = new Set(['folder-no-permission', 'folder-closed', 'home-read-only']);
