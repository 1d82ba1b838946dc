import { isDeepStrictEqual } from 'node:util';
import { CRASH_WEBS, CrashBench, type CrashTrace, type CrashWeb, type Kill } from '#test/kill/crash-bench.ts';
import { PLACED_KILLS } from '#test/kill/placed-kills.ts';
import { type Random, seededRandom } from '#test/site/random.ts';

/** `npm run test:kill`: every placed kill, then kills at random times. `SEED` repeats a run. */
const RANDOM_RUNS = 40;
const MOST_KILLS = 3;

interface Crash {
  readonly bench: CrashBench;
  readonly kills: readonly Kill[];
  /** A placed kill must hit; one by time may come too late. */
  readonly mustHit: boolean;
}

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const wordsOf = (kill: Kill): string => ('at' in kill ? kill.at : `${kill.afterMs} ms`);

/** @returns what is wrong; empty when all is as in the undisturbed crawl */
async function faultsOf(
  { bench, mustHit }: Crash,
  { hits, lost: _, unexplained, ...after }: CrashTrace,
): Promise<string[]> {
  const { trace } = await bench.undisturbed();
  const faults = [...unexplained];
  if (mustHit && hits === 0) faults.push('the process never came to that phase');
  for (const name of Object.keys(trace) as (keyof typeof trace)[]) {
    if (isDeepStrictEqual(after[name], trace[name])) continue;
    faults.push(`${name} differ: ${firstDifference(after[name], trace[name])}`);
  }
  return faults;
}

function firstDifference(found: unknown, expected: unknown): string {
  if (!Array.isArray(found) || !Array.isArray(expected))
    return `${JSON.stringify(found)} not ${JSON.stringify(expected)}`;
  const at = expected.findIndex((one, i) => !isDeepStrictEqual(one, found[i]));
  const place = at < 0 ? expected.length : at;
  return `[${place}] ${JSON.stringify(found[place])} not ${JSON.stringify(expected[place])}`;
}

async function crash(one: Crash, number: number): Promise<{ isGood: boolean; hits: number; lost: number }> {
  const title = `${number} ${one.bench.name} ${one.kills.map(wordsOf).join(', ')}`;
  try {
    const trace = await one.bench.crash(one.kills);
    const faults = await faultsOf(one, trace);
    say(
      `${faults.length === 0 ? 'ok' : 'NOT OK'} ${title}: ${trace.hits} killed, ${trace.lost} requests of unlisted chunks`,
    );
    for (const fault of faults.slice(0, 5)) say(`  ${fault.slice(0, 1_000)}`);
    return { isGood: faults.length === 0, hits: trace.hits, lost: trace.lost };
  } catch (error) {
    say(`NOT OK ${title}: ${error instanceof Error ? error.message : String(error)}`);
    return { isGood: false, hits: 0, lost: 0 };
  }
}

async function randomCrash(benches: ReadonlyMap<CrashWeb, CrashBench>, random: Random): Promise<Crash> {
  const bench = benches.get(random.pick(['wide', 'deep']));
  if (bench === undefined) throw new Error('no such web');
  const { ms } = await bench.undisturbed();
  const kills = Array.from({ length: 1 + random.below(MOST_KILLS) }, () => ({ afterMs: random.below(Math.ceil(ms)) }));
  return { bench, kills, mustHit: false };
}

async function runAll(benches: ReadonlyMap<CrashWeb, CrashBench>): Promise<number> {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  const random = seededRandom(seed);
  say(`seed ${seed}; SEED=${seed} npm run test:kill repeats the random times`);
  let [number, good, hits, lost] = [0, 0, 0, 0];
  const count = async (one: Crash): Promise<void> => {
    number += 1;
    const result = await crash(one, number);
    good += result.isGood ? 1 : 0;
    hits += result.hits;
    lost += result.lost;
  };
  for (const { web, at } of PLACED_KILLS) {
    const bench = benches.get(web);
    if (bench !== undefined) await count({ bench, kills: [{ at }], mustHit: true });
  }
  for (let i = 0; i < RANDOM_RUNS; i++) await count(await randomCrash(benches, random));
  const seconds = Math.round(performance.now() / 1_000);
  say(
    `${good} passed, ${number - good} failed: ${PLACED_KILLS.length} placed and ${RANDOM_RUNS} random runs, ` +
      `${hits} processes killed, ${lost} requests of unlisted chunks, ${seconds} s, seed ${seed}`,
  );
  return number - good;
}

const benches = new Map<CrashWeb, CrashBench>();
try {
  for (const web of Object.keys(CRASH_WEBS) as CrashWeb[]) {
    const bench = await CrashBench.open(web);
    benches.set(web, bench);
    const { trace, ms } = await bench.undisturbed();
    if (trace.differences.length > 0)
      throw new Error(`verify of the undisturbed crawl: ${JSON.stringify(trace.differences)}`);
    say(`${web}: undisturbed ${Math.round(ms)} ms, ${trace.records.length} tasks`);
  }
  process.exitCode = (await runAll(benches)) === 0 ? 0 : 1;
} finally {
  for (const bench of benches.values()) await bench.close();
}
