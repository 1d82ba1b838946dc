import { closeSync, existsSync, openSync, readdirSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { AttackOutcome } from '#test/attack/attack-outcome.ts';
import {
  attacked,
  crashProblems,
  type MachineSite,
  QUICKLY,
  type SmallDisk,
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
import { surf } from '#test/e2e/process/surf-process.ts';

const PAGES = 300;
const SITE = { pages: PAGES, bytes: 40_000, delayMs: 3 };
const SMALL_MB = 6;
const LARGE_MB = 150;

/** The disk of the data folder, or of an export, has no space left. */
export const fullDisk: StagedScene = {
  name: 'a full disk',
  quick: false,
  notDeployed: 'S3 and DynamoDB have no disk of ours',
  attacks: [
    {
      id: 'disk-full-crawl',
      sends: 'a disk of 6 MB below a crawl of 12 MB',
      must: 'ends in words, nothing is lost, resume completes it',
    },
    {
      id: 'disk-full-serve',
      sends: 'the same below a crawl of surf serve',
      must: '/health answers, the execution is interrupted, resume completes it',
    },
    {
      id: 'disk-full-downloads',
      sends: 'downloads of an ended crawl from surf serve on a disk without a free byte, and a new workflow',
      must: 'each is whole, or 503 with the reason; /health answers; nothing is lost',
    },
    { id: 'disk-full-export', sends: 'exports to a disk of 1 MB', must: 'an error in words, and no half file' },
  ],
  stage: async () => {
    const outcomes: AttackOutcome[] = [];
    for (const [id, work] of [
      ['disk-full-crawl', fullCrawl],
      ['disk-full-serve', fullServe],
      ['disk-full-downloads', fullDownloads],
      ['disk-full-export', fullExport],
    ] as const) {
      const disk = smallDisk(id === 'disk-full-crawl' || id === 'disk-full-serve' ? SMALL_MB : LARGE_MB);
      if (typeof disk === 'string') {
        outcomes.push(skipped(id, disk));
        continue;
      }
      const site = await startMachineSite(SITE);
      try {
        outcomes.push(await attacked(id, () => work(disk, site)));
      } finally {
        await site.close();
        disk.remove();
      }
    }
    return outcomes;
  },
};

async function fullCrawl(disk: SmallDisk, site: MachineSite): Promise<[string, string[]]> {
  const data = join(disk.folder, 'data');
  const crawl = await surf(['crawl', site.seed, '--data', data, ...QUICKLY]);
  const id = /execution (\S+)/.exec(crawl.stderr)?.[1] ?? '';
  const problems = crashProblems('crawl', crawl);
  if (crawl.code !== 1) problems.push(`crawl ended with ${crawl.code}`);
  if (!/the disk is full/.test(crawl.stderr))
    problems.push(`it does not say that the disk is full: ${crawl.stderr.slice(-300)}`);
  if (!crawl.stderr.includes(`then surf resume ${id}`))
    problems.push(`it does not say how to resume: ${crawl.stderr.slice(-300)}`);
  const before = site.requests.length;
  const status = await said(data, 'status', id);
  if (status.json.driver !== 'gone') problems.push(`its driver is ${status.json.driver}`);
  const again = await said(data, 'resume', id);
  problems.push(...crashProblems('resume on the full disk', { stdout: '', stderr: again.stderr.replaceAll('"', '') }));
  if (again.code === 0) problems.push('resume succeeded on the full disk');
  disk.grow(LARGE_MB);
  problems.push(...(await completed(data, id)));
  const seen = `ended after ${before} requests; after space was freed ${PAGES} of ${PAGES} pages with ${site.requests.length} requests in all, verify holds`;
  return [seen, problems];
}

async function completed(data: string, id: string): Promise<string[]> {
  const { code, json, stderr } = await said(data, 'resume', id);
  const counts = json.counts as { stored?: number; failed?: object } | undefined;
  const isWhole = code === 0 && json.status === 'succeeded' && counts?.stored === PAGES;
  const lies = Object.keys(counts?.failed ?? {}).length > 0 ? [`failed: ${JSON.stringify(counts?.failed)}`] : [];
  return [
    ...(isWhole ? [] : [`resume ended with ${code}, ${json.status}, ${counts?.stored} stored: ${stderr.slice(-300)}`]),
    ...lies,
    ...(await verifyProblems(data, id)),
  ];
}

async function fullServe(disk: SmallDisk, site: MachineSite): Promise<[string, string[]]> {
  const data = join(disk.folder, 'data');
  const problems: string[] = [];
  const served = await startServe(data);
  try {
    const id = await startAt(served, site.seed);
    const view = async () => (await served.get(`/v1/executions/${id}`)).body;
    const goneAfter = await until(async () => (await view()).driver === 'gone', 60);
    if (goneAfter === null) problems.push(`it is not interrupted: ${JSON.stringify((await view()).status)}`);
    const begun = performance.now();
    const health = await served.get('/health');
    const healthMs = performance.now() - begun;
    if (health.status !== 200) problems.push(`/health answers ${health.status}`);
    if (!/the disk is full.*surf resume/.test(served.process.stderr))
      problems.push(`it says: ${served.process.stderr.slice(-300)}`);
    disk.grow(LARGE_MB);
    const resumed = await served.post(`/v1/executions/${id}/actions`, { action: 'resume' });
    if (resumed.status !== 200) problems.push(`resume answers ${resumed.status}: ${JSON.stringify(resumed.body)}`);
    if ((await until(async () => (await view()).status === 'succeeded', 60)) === null)
      problems.push(`it is ${JSON.stringify(await view()).slice(0, 300)}`);
    const counts = (await view()).counts as { stored?: number; failed?: object };
    if (counts.stored !== PAGES) problems.push(`${counts.stored} of ${PAGES} pages: ${JSON.stringify(counts)}`);
    problems.push(
      ...(await verifyProblems(data, id)),
      ...crashProblems('serve', { stdout: '', stderr: served.process.stderr }),
    );
    return [
      `/health in ${healthMs.toFixed(0)} ms on the full disk; resumed there, ${counts.stored} pages, verify holds`,
      problems,
    ];
  } finally {
    await served.process.kill();
  }
}

/** Requests that read an ended crawl, each in another form. */
const READS: readonly (readonly [path: string, accept: string])[] = [
  ['downloads', 'application/json'],
  ['downloads/all.warc.gz', '*/*'],
  ['archive', 'application/json'],
  ['records', 'application/jsonl'],
  ['records', 'text/csv'],
  ['links', 'application/jsonl'],
  ['tasks?limit=1000', 'application/json'],
  ['events', 'application/json'],
];

async function fullDownloads(disk: SmallDisk, site: MachineSite): Promise<[string, string[]]> {
  const data = join(disk.folder, 'data');
  const served = await startServe(data);
  try {
    const id = await startAt(served, site.seed);
    const view = async () => (await served.get(`/v1/executions/${id}`)).body;
    const problems = (await until(async () => (await view()).status === 'succeeded', 60)) === null ? ['no crawl'] : [];
    const read = async (): Promise<string[]> => {
      const sizes: string[] = [];
      for (const [path, accept] of READS) {
        const answer = await fetch(new URL(`/v1/executions/${id}/${path}`, served.address), { headers: { accept } });
        sizes.push(`${path} ${answer.status} ${(await answer.arrayBuffer()).byteLength}`);
      }
      return sizes;
    };
    const before = await read();
    fill(disk.folder);
    const after = await read();
    const saved = await served.post('/v1/workflows', { name: 'late', seeds: [site.seed] });
    const health = await served.get('/health');
    if (after.join() !== before.join()) problems.push(`answers are others: ${before.join()}; ${after.join()}`);
    if (before.some((text) => !/ 200 /.test(text))) problems.push(before.join());
    if (![201, 503].includes(saved.status)) problems.push(`a workflow: ${saved.status} ${JSON.stringify(saved.body)}`);
    if (health.status !== 200) problems.push(`/health answers ${health.status}`);
    disk.grow(2 * LARGE_MB);
    const later = await served.post('/v1/workflows', { name: 'later', seeds: [site.seed] });
    if (later.status !== 201) problems.push(`with space again: ${later.status} ${JSON.stringify(later.body)}`);
    problems.push(
      ...(await verifyProblems(data, id)),
      ...crashProblems('serve', { stdout: '', stderr: served.process.stderr }),
    );
    return [
      `${after.length} downloads whole on the full disk; a workflow ${saved.status} ${String(saved.body.code ?? '')}; with space again 201, verify holds`,
      problems,
    ];
  } finally {
    await served.process.kill();
  }
}

/** Takes the last free byte. */
function fill(folder: string): void {
  const file = openSync(join(folder, 'filler'), 'w');
  try {
    for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 16)) {
      try {
        for (;;) writeSync(file, Buffer.alloc(size, 1));
      } catch {
        // smaller pieces may fit
      }
    }
  } finally {
    closeSync(file);
  }
}

const EXPORTS = ['warc', 'wacz', 'jsonl', 'csv', 'parquet', 'markdown', 'mirror', 'index'];

async function fullExport(disk: SmallDisk, site: MachineSite): Promise<[string, string[]]> {
  const data = join(disk.folder, 'data');
  const problems: string[] = [];
  await said(data, 'crawl', site.seed, ...QUICKLY);
  const filler = join(disk.folder, 'filler');
  const { size } = statSync(join(data, 'surf.db'));
  writeFileSync(filler, Buffer.alloc(1024));
  disk.grow(usedMb(disk.folder, size) + 1);
  let refused = 0;
  for (const format of EXPORTS) {
    const out = join(disk.folder, `out-${format}`);
    const { code, stderr, stdout } = await surf(['export', 'last', '--format', format, '--out', out, '--data', data]);
    problems.push(...crashProblems(`export ${format}`, { stdout, stderr }));
    if (code === 0) continue;
    if (code === 1) {
      refused += 1;
      if (!/full|space/.test(stderr)) problems.push(`export ${format} says: ${stderr.slice(0, 300)}`);
    }
    const left = readdirSync(disk.folder).filter((name) => name.startsWith(`out-${format}`));
    if (left.length > 0 && format !== 'mirror') problems.push(`export ${format} left ${left.join(', ')}`);
    if (format === 'mirror' && existsSync(out)) problems.push('export mirror left its folder');
  }
  if (refused < 3) problems.push(`only ${refused} exports met the full disk`);
  return [`${refused} of ${EXPORTS.length} formats do not fit: exit 1, the reason, and nothing left`, problems];
}

/** What the folder takes, in whole MB. */
function usedMb(folder: string, least: number): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += Math.ceil(statSync(join(entry.parentPath, entry.name)).size / 4096) * 4096;
  }
  return Math.ceil(Math.max(bytes, least) / 1024 / 1024);
}
