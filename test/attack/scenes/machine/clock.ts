import type { AttackOutcome } from '#test/attack/attack-outcome.ts';
import { attacked, crashProblems, said, startMachineSite, verifyProblems } from '#test/attack/machine.ts';
import type { StagedScene } from '#test/attack/staged-scene.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { SurfProcess } from '#test/e2e/process/surf-process.ts';

const PRELOAD = new URL('../../preloads/clock-preload.ts', import.meta.url).href;
const HOUR_MS = 3_600_000;
const PAGES = 16;
const DELAY_S = 0.5;
/** Timers are late, never early, but the server sees a request a little later than it was sent. */
const TOLERANCE_MS = 100;
const JUMP_AFTER_MS = 3_000;
const MOST_MS = 40_000;

const atYear = (year: number): number => Date.UTC(year, 0, 1) - Date.now();

const JUMPS: Readonly<Record<string, { readonly sends: string; readonly byMs: () => number }>> = {
  'clock-back-hour': { sends: 'the system clock set back by an hour during a crawl', byMs: () => -HOUR_MS },
  'clock-on-day': { sends: 'the system clock set forward by a day during a crawl', byMs: () => 24 * HOUR_MS },
  'clock-1970': { sends: 'the system clock set to 1970 during a crawl', byMs: () => atYear(1970) },
  'clock-2100': { sends: 'the system clock set to 2100 during a crawl', byMs: () => atYear(2100) },
};

/** The system clock is set during a crawl. */
export const clockJumps: StagedScene = {
  name: 'a clock that is set',
  notDeployed: 'the clock of a function is that of AWS',
  quick: false,
  attacks: [
    ...Object.entries(JUMPS).map(([id, { sends }]) => ({
      id,
      sends,
      must: 'the delay is kept, nothing waits for it, the time it ran is true',
    })),
    {
      id: 'clock-seconds',
      sends: 'the clock set forward by a day below a limit of 60 seconds',
      must: 'the limit counts true seconds: it is not met',
    },
  ],
  stage: async () => {
    const outcomes: AttackOutcome[] = [];
    for (const [id, { byMs }] of Object.entries(JUMPS)) outcomes.push(await attacked(id, () => jumped(byMs(), [])));
    outcomes.push(await attacked('clock-seconds', () => jumped(24 * HOUR_MS, ['--seconds', '60'])));
    return outcomes;
  },
};

async function jumped(byMs: number, flags: readonly string[]): Promise<[string, string[]]> {
  const data = temporaryFolder();
  const site = await startMachineSite({ pages: PAGES });
  try {
    const environment = {
      NODE_OPTIONS: `--import=${PRELOAD}`,
      CLOCK_FROM: String(Date.now() + JUMP_AFTER_MS),
      CLOCK_BY: String(byMs),
    };
    const usual = ['--allow-private-network', '--delay', String(DELAY_S), '--attempts', '1', '--unit-seconds', '2'];
    const begun = performance.now();
    const crawl = new SurfProcess(['crawl', site.seed, '--data', data, ...usual, ...flags], environment);
    const hangs = await crawl.lives(MOST_MS);
    const end = hangs ? await crawl.kill() : await crawl.ended;
    const took = (performance.now() - begun) / 1_000;
    const problems = crashProblems('crawl', end);
    if (hangs) problems.push(`it had not ended after ${MOST_MS / 1_000} s: ${end.stderr.slice(-200)}`);
    const { json } = await said(data, 'status', 'last');
    const stored = (json.counts as { stored?: number } | undefined)?.stored;
    if (json.status !== 'succeeded' || stored !== PAGES)
      problems.push(`it is ${json.status} (${json.reason}), ${stored} of ${PAGES} pages`);
    const closest = Math.min(...site.requests.slice(1).map((at, index) => at - (site.requests[index] ?? 0)));
    if (closest < DELAY_S * 1_000 - TOLERANCE_MS) problems.push(`two requests are ${closest.toFixed(0)} ms apart`);
    const ran = Number(json.seconds);
    if (!(ran >= 0 && Math.abs(ran - took) < 10))
      problems.push(`it says that it ran ${ran} s, it took ${took.toFixed(1)} s`);
    problems.push(...(await verifyProblems(data)));
    return [
      `${stored} pages; closest requests ${closest.toFixed(0)} ms apart of ${DELAY_S * 1_000}; took ${took.toFixed(1)} s, says ${ran} s; verify holds`,
      problems,
    ];
  } finally {
    await site.close();
    removeFolder(data);
  }
}
