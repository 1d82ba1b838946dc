import { describe, expect, it } from 'vitest';
import { meteredCrawl } from '#bench/cost/metered-crawl.ts';
import { AWS_LIMITS } from '#bench/simulate/aws-limits.ts';
import { fittedCrawl } from '#bench/simulate/fitted-formula.ts';
import { passedLimits, reportOf } from '#bench/simulate/report.ts';
import { simulate } from '#bench/simulate/simulation.ts';
import { politeWeb } from '#bench/simulate/web/web-shape.ts';
import { costOf, LIST_PRICES } from '#core/cost/prices.ts';
import type { Usage } from '#core/cost/usage.ts';
import { amount } from '#test/campaign.ts';

describe('the simulation (N2)', () => {
  it('predicts each line of the cost of a crawl by real workers within 10 %', async () => {
    const shape = { hosts: 30, delaySeconds: 1, latencyMs: 300, cpuMs: 2, parallelism: 4 };
    const busyMs = () => 0; // the computing of `advance` depends on what else this machine does
    const [metered, simulated] = [
      await meteredCrawl({ ...shape, name: 'real', title: 'real', pagesPerHost: 50, pageBytes: 2_000 }, busyMs),
      await simulate(
        {
          ...shape,
          name: 'simulated',
          levels: [30, 300, 1_170],
          pageBytes: 2_000,
          warcBytes: 1_200,
          repeats: 1,
          robots: false,
          errorsEvery: 0,
        },
        { small: false, busyMs },
      ),
    ];

    expect([simulated.pages, simulated.waves]).toEqual([metered.pages, metered.waves]);
    const [one, other] = [costOf(simulated.usage, LIST_PRICES), costOf(metered.usage, LIST_PRICES)];
    expect(Math.abs(one.total / other.total - 1)).toBeLessThan(0.1);
    expect(Math.abs(simulated.seconds / metered.seconds - 1)).toBeLessThan(0.1);
    for (const [place, { item, usd }] of other.lines.entries()) {
      if (usd < other.total / 100) continue;
      expect(Math.abs((one.lines[place]?.usd ?? 0) / usd - 1), item).toBeLessThan(0.1);
    }
  });

  it('of a polite web stays below the limits of AWS and below 1.50 USD per million', async () => {
    const crawl = await simulate(politeWeb(amount({ gate: 15_000, campaign: 100_000 }), 40));

    const { total } = costOf(crawl.usage, LIST_PRICES);
    expect(passedLimits(crawl)).toEqual([]);
    expect(crawl.payloadBytes).toBeLessThan(2_048);
    expect(crawl.historyEvents).toBeLessThan(AWS_LIMITS.historyEvents.value / 10);
    expect((total * 1e6) / crawl.pages).toBeLessThan(1.5);
    expect(crawl.usage.writeUnits / crawl.pages).toBeLessThan(0.5);
  });
});

describe('the fitted formula', () => {
  const usage: Usage = {
    gbSeconds: 10,
    invocations: 2,
    transitions: 4,
    writeUnits: 100,
    readUnits: 1,
    puts: 2,
    gets: 1,
  };
  const small = {
    name: 'small',
    pages: 100,
    waves: 3,
    seconds: 50,
    usage,
    payloadBytes: 300,
    historyEvents: 40,
    hottest: { key: 'tasks #0', perSecond: 20 },
    advanceCpuSeconds: 1,
    advanceSeconds: 2,
    advancesSeconds: 5,
    largestHostSeconds: 40,
    advanceMb: 10,
    processMb: 90,
  };
  const twice = Object.fromEntries(Object.entries(usage).map(([name, used]) => [name, used * 2])) as unknown as Usage;
  const large = { ...small, name: 'large', pages: 200, waves: 5, seconds: 90, usage: twice };

  it('continues the line through two crawls, and says that it does', () => {
    const far = fittedCrawl(small, large, 1_000);

    expect(far).toMatchObject({
      pages: 1_000,
      waves: 21,
      seconds: 410,
      payloadBytes: 300,
      historyEvents: 40,
      fittedFrom: [100, 200],
    });
    expect(far.usage).toEqual({
      gbSeconds: 100,
      invocations: 20,
      transitions: 40,
      writeUnits: 1_000,
      readUnits: 10,
      puts: 20,
      gets: 10,
    });
    expect(reportOf([small, far])[0]).toContain('≈ 1,000');
  });

  it('is not made of crawls of one size', () => {
    expect(() => fittedCrawl(small, small, 1_000)).toThrow(RangeError);
  });

  it('reports when a limit is passed', () => {
    expect(passedLimits({ ...small, hottest: { key: 'tasks #0', perSecond: 1_001 } })).toEqual([
      '100 pages: writes of tasks #0 1001, the limit is 1000',
    ]);
  });
});
