import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { costOf, LIST_PRICES } from '#core/cost/prices.ts';
import type { Usage } from '#core/cost/usage.ts';
import { crawlUsage } from '#core/estimate/crawl-usage.ts';
import { checkWorkflow } from '#core/workflow/parsing/parse-workflow.ts';

interface Metered {
  readonly name: string;
  readonly pages: number;
  readonly requests: number;
  readonly seconds: number;
  readonly usage: Usage;
}

const read = (name: string): { crawls: Metered[] } =>
  JSON.parse(readFileSync(new URL(`../../bench/results/${name}`, import.meta.url), 'utf8'));

/** Hosts and delay of the scenarios (bench/cost/scenarios.ts). */
const SCENARIOS = [
  ['hundred-hosts', 100, 1],
  ['one-polite-site', 1, 1],
  ['tiny-pages', 20, 0],
] as const;

const usdOf = (usage: Usage): number => costOf(usage, LIST_PRICES).total;

describe('what a crawl uses on AWS, before it runs (N1)', () => {
  it.each(SCENARIOS)('is within a quarter of what the metered crawl %s paid', (name, hosts, delaySeconds) => {
    const crawl = read('cost.json').crawls.find((one) => one.name === name) as Metered;
    const workflow = checkWorkflow({ seeds: ['http://a.example/'], politeness: { delaySeconds } });

    const share = usdOf(crawlUsage({ ...crawl, hosts }, workflow)) / usdOf(crawl.usage);

    expect(share).toBeGreaterThan(0.75);
    expect(share).toBeLessThan(1.25);
  });

  it('is within a quarter of the simulated crawl of a hundred thousand pages', () => {
    const crawl = read('simulation.json').crawls.find(({ pages }) => pages === 100_000) as Metered;
    const workflow = checkWorkflow({ seeds: ['http://a.example/'] });

    const share = usdOf(crawlUsage({ ...crawl, requests: crawl.pages, hosts: 100 }, workflow)) / usdOf(crawl.usage);

    expect(share).toBeGreaterThan(0.75);
    expect(share).toBeLessThan(1.25);
  });

  it('rises with each of its parts', () => {
    const workflow = checkWorkflow({ seeds: ['http://a.example/'] });
    const size = { pages: 1_000, requests: 1_100, seconds: 1_100, hosts: 1 };
    const usd = usdOf(crawlUsage(size, workflow));

    for (const more of [{ pages: 9_000 }, { requests: 9_000 }, { seconds: 9_000 }, { hosts: 20 }]) {
      expect(usdOf(crawlUsage({ ...size, ...more }, workflow))).toBeGreaterThan(usd);
    }
  });
});
