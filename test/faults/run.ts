import { isDeepStrictEqual, parseArgs } from 'node:util';
import { type CrawlResult, crawlResult } from '#test/e2e/crawls/crawl-record.ts';
import { differencesOf } from '#test/e2e/crawls/differences.ts';
import { crawled } from '#test/e2e/crawls/embedded-crawl.ts';
import { MiniStack } from '#test/emulator/ministack.ts';
import { FaultedCrawl, type FaultedRun } from '#test/faults/faulted-crawl.ts';
import { startSite } from '#test/site/site.ts';
import { makeWeb } from '#test/site/web/make-web.ts';

/**
 * `npm run test:faults [-- --runs 200 --seed N --lanes 2]`: crawls one made-up web over the
 * adapters of AWS and MiniStack, behind a proxy that lets one call of twenty fail. Every second run
 * also kills workers and `advance`, calls units twice, and lets two units run at once. Each crawl
 * must end with the tasks, records and counts of the embedded one, `verify` must hold, and all runs
 * without kills together may send 1.3 times the calls of a crawl without faults.
 */
const { values: flags } = parseArgs({
  options: {
    runs: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    lanes: { type: 'string', default: '2' },
  },
});
const MOST_CALLS = 1.3;
const WEB = {
  hosts: 5,
  pages: 90,
  seed: 11,
  redirects: [301, 302, 307, 308],
  errors: [404, 500, 403],
  duplicates: 5,
  disallowed: 3,
  outside: 4,
};

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const runs = Number(flags.runs);
const first = Number(flags.seed);
const web = makeWeb(WEB);
const site = await startSite({ hosts: WEB.hosts, handler: web.handler });
const stack = await MiniStack.start();
const definition = {
  seeds: site.origins.map((origin) => `${origin}/`),
  parallelism: 4,
  hostsPerWorker: 2,
  output: { links: 'full' as const },
};

function faultsOf({ result, differences }: FaultedRun, embedded: CrawlResult): string[] {
  const found = differences.map((difference) => `verify: ${JSON.stringify(difference)}`);
  for (const name of Object.keys(embedded) as (keyof CrawlResult)[]) {
    if (!isDeepStrictEqual(result[name], embedded[name]))
      found.push(`${name}: ${JSON.stringify(result[name])} instead of ${JSON.stringify(embedded[name])}`);
  }
  return found;
}

try {
  const embedded = await crawled(definition, async (crawl) => {
    const differences = await differencesOf(crawl.surf, crawl.id);
    if (differences.length > 0) throw new Error(`verify of the embedded crawl: ${JSON.stringify(differences)}`);
    return crawlResult(crawl.surf, crawl);
  });
  const quiet = await FaultedCrawl.run(stack.endpoint, { definition, seed: 0, rates: {}, isKilled: false });
  say(`without faults: ${quiet.calls} calls, ${embedded.tasks.length} tasks; seed ${first}`);

  const sum = { good: 0, faults: 0, kills: 0, calls: 0, counted: 0, seconds: 0 };
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let i = next++; i < runs; i = next++) {
      const isKilled = i % 2 === 1;
      const run = await FaultedCrawl.run(stack.endpoint, { definition, seed: first + i, isKilled }).catch(
        (error: unknown) => {
          say(`NOT OK ${i + 1}, seed ${first + i}: ${String(error)}`);
          return null;
        },
      );
      if (run === null) continue;
      const wrong = faultsOf(run, embedded);
      const what = `${run.faults} of ${run.calls} calls failed, ${run.kills} kills, ${run.seconds.toFixed(1)} s`;
      say(`${wrong.length === 0 ? 'ok' : 'NOT OK'} ${i + 1}, seed ${first + i}: ${what}`);
      for (const line of wrong.slice(0, 5)) say(`  ${line.slice(0, 1_000)}`);
      sum.good += wrong.length === 0 ? 1 : 0;
      sum.faults += run.faults;
      sum.kills += run.kills;
      sum.seconds = Math.max(sum.seconds, run.seconds);
      if (!isKilled) Object.assign(sum, { calls: sum.calls + run.calls, counted: sum.counted + 1 });
    }
  };
  await Promise.all(Array.from({ length: Number(flags.lanes) }, lane));

  const ratio = sum.calls / Math.max(1, sum.counted) / quiet.calls;
  const isCheap = ratio <= MOST_CALLS;
  say(
    `${sum.good} passed, ${runs - sum.good} failed: ${sum.faults} calls failed, ${sum.kills} kills, ` +
      `${ratio.toFixed(3)} times the calls without faults${isCheap ? '' : ' (TOO MANY)'}, ` +
      `the longest ${sum.seconds.toFixed(0)} s, seed ${first}`,
  );
  process.exitCode = sum.good === runs && isCheap ? 0 : 1;
} finally {
  await stack.stop();
  await site.close();
}
