import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEmbedded } from '#compose/compose-local.ts';
import {
  attacked,
  crashProblems,
  QUICKLY,
  said,
  startMachineSite,
  until,
  verifyProblems,
} from '#test/attack/machine.ts';
import type { StagedScene } from '#test/attack/staged-scene.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { SurfProcess } from '#test/e2e/process/surf-process.ts';

const PRELOAD = new URL('../../preloads/memory-preload.ts', import.meta.url).href;
const PAGES = 200;

/** A worker thread takes more memory than it may. */
export const noMemory: StagedScene = {
  name: 'a worker thread without memory',
  quick: false,
  notDeployed: 'the emulator enforces no memory; a worker that dies is in its deployment tests',
  attacks: [
    {
      id: 'worker-memory',
      sends: 'a worker thread that takes memory until V8 ends it, in the middle of a wave',
      must: 'the process continues; every page is stored, verify holds',
    },
  ],
  stage: async () => [await attacked('worker-memory', workerMemory)],
};

async function workerMemory(): Promise<[string, string[]]> {
  const data = temporaryFolder();
  const site = await startMachineSite({ pages: PAGES, delayMs: 40 });
  const hog = join(data, 'hog');
  try {
    const crawl = new SurfProcess(['crawl', site.seed, ...QUICKLY, '--data', data], {
      NODE_OPTIONS: `--import=${PRELOAD}`,
      ATTACK_HOG: hog,
    });
    await until(async () => site.requests.length > PAGES / 4, 30);
    writeFileSync(hog, '');
    const end = (await crawl.lives(120_000)) ? await crawl.kill() : await crawl.ended;
    const { json } = await said(data, 'status', 'last');
    const counts = json.counts as { stored?: number; failed?: object } | undefined;
    const { events } = await diedIn(data);
    const problems = crashProblems('crawl', end);
    if (existsSync(hog)) problems.push('no thread took memory');
    if (events === 0) problems.push('no worker died');
    if (end.code !== 0) problems.push(`it ended with ${end.code}: ${end.stderr.slice(-300)}`);
    if (counts?.stored !== PAGES) problems.push(`${counts?.stored} of ${PAGES} pages: ${JSON.stringify(counts)}`);
    problems.push(...(await verifyProblems(data)));
    return [
      `${events} worker died, exit 0; ${counts?.stored} of ${PAGES} pages with ${site.requests.length} requests, verify holds`,
      problems,
    ];
  } finally {
    await site.close();
    removeFolder(data);
  }
}

/** How many workers died, by the log of events. */
async function diedIn(data: string): Promise<{ events: number }> {
  const surf = openEmbedded({ data });
  try {
    const { rows } = await surf.catalog.executions(1);
    const events = rows[0] === undefined ? [] : await surf.catalog.events(rows[0].id, 1_000);
    return { events: events.filter(({ type }) => type === 'died').length };
  } finally {
    await surf.close();
  }
}
