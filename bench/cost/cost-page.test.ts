import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type CostData, costPage, type SimulationData } from '#bench/cost/cost-page.ts';
import { meteredCrawl } from '#bench/cost/metered-crawl.ts';
import { SCENARIOS } from '#bench/cost/scenarios.ts';
import type { UntidyData } from '#bench/simulate/untidy/table.ts';
import { costOf, LIST_PRICES } from '#core/cost/prices.ts';

const textOf = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const DATA = JSON.parse(textOf('bench/results/cost.json')) as CostData;
const SIMULATION = JSON.parse(textOf('bench/results/simulation.json')) as SimulationData;
const UNTIDY = JSON.parse(textOf('bench/results/untidy.json')) as UntidyData;

describe('docs/explanation/cost.md (N2)', () => {
  it('is made of the figures that were metered last', () => {
    expect(DATA.crawls.map(({ name }) => name)).toEqual(SCENARIOS.map(({ name }) => name));
    expect(textOf('docs/explanation/cost.md')).toBe(costPage(DATA, SIMULATION, UNTIDY));
  });

  it('says that a million 100-KB pages of many hosts cost at most 1.50 USD', () => {
    const [hundred] = DATA.crawls;

    expect((costOf(hundred?.usage ?? ZERO, LIST_PRICES).total * 1e6) / (hundred?.pages ?? 1)).toBeLessThan(1.5);
  });
});

const ZERO = { gbSeconds: 1, invocations: 0, transitions: 0, writeUnits: 0, readUnits: 0, puts: 0, gets: 0 };

describe('a metered crawl', () => {
  it('writes few units a page and two objects a chunk; its time is what its hosts take', async () => {
    const scenario = {
      name: 'small',
      title: 'small',
      hosts: 2,
      pagesPerHost: 60,
      pageBytes: 2_000,
      delaySeconds: 1,
      latencyMs: 100,
      cpuMs: 1,
      parallelism: 2,
    };
    const nothing = () => 0; // what `advance` really takes depends on the machine

    const { usage, pages, requests, waves, seconds } = await meteredCrawl(scenario, nothing);

    expect([pages, requests, waves]).toEqual([120, 122, 3]); // with two robots.txt; levels of 2, 20 and 98
    expect(usage.writeUnits).toBeGreaterThan(40);
    expect(usage.writeUnits).toBeLessThan(200); // 240 with a row a page
    expect(seconds).toBeGreaterThan(59);
    expect(seconds).toBeLessThan(80);
    expect(usage.gbSeconds).toBeGreaterThan(59 * 0.25);
    expect(usage.gbSeconds).toBeLessThan(80 * 0.25);
  });
});
