import { describe, expect, it } from 'vitest';
import { simulate } from '#bench/simulate/simulation.ts';
import { untidyTable } from '#bench/simulate/untidy/table.ts';
import { UNTIDY } from '#bench/simulate/untidy/untidiness.ts';
import { SimulatedWeb } from '#bench/simulate/web/simulated-web.ts';
import { type WebShape, webOf } from '#bench/simulate/web/web-shape.ts';

const untidy = (shape: WebShape): WebShape => ({ ...shape, latencyMs: 500, untidy: UNTIDY });

describe('an untidy web', () => {
  it('is found whole though one host in twenty never answers', () => {
    const web = new SimulatedWeb(untidy(webOf(100, 5_000)));
    const found = new Set(web.seeds);
    let dead = 0;
    for (const url of found) {
      const place = web.placeOf(url);
      expect(web.urlOf(place)).toBe(url);
      if (web.isDead(place)) dead += 1;
      else for (const link of web.linksOf(place)) found.add(link);
    }

    expect(found.size).toBe(5_000);
    expect(dead).toBeGreaterThan(5);
    expect(dead).toBeLessThan(50);
  });

  it('gives the largest host its share by Zipf’s law, and answers the mean latency', () => {
    const web = new SimulatedWeb(untidy(webOf(100, 100_000)));
    const places = Array.from({ length: 20_000 }, (_, index) => ({ level: 3, index }));
    const hosts = places.map((place) => new URL(web.urlOf(place)).hostname);
    const answers = places.map((place) => web.answerOf(place, 1));
    const answered = answers.filter(({ ok }) => ok).map(({ ms }) => ms);

    const share = hosts.filter((host) => host === 'host-0.simulated.test').length / hosts.length;
    expect(share).toBeCloseTo(1 / 5.187, 2);
    expect(1 - answered.length / answers.length).toBeCloseTo(0.01, 2);
    expect(answered.toSorted((a, b) => a - b)[answered.length >> 1]).toBeCloseTo(500, -1.5);
    expect(answered.reduce((sum, ms) => sum + ms, 0) / answered.length).toBeCloseTo(824, -2);
  });

  it('is crawled to its end, each page settled once', async () => {
    const crawl = await simulate(untidy(webOf(20, 400)));

    expect(crawl.pages).toBe(400);
    expect(crawl.seconds).toBeGreaterThan(crawl.largestHostSeconds / 2);
    expect(crawl.advancesSeconds).toBeLessThan(crawl.seconds);
  });
});

describe('the table of an untidy web', () => {
  it('says of each target whether it is met, and what binds', () => {
    const usage = { gbSeconds: 0, invocations: 0, transitions: 0, writeUnits: 160_000, readUnits: 0, puts: 0, gets: 0 };
    const line = {
      name: '100 hosts, 100,000 pages',
      at: '2026-11-24',
      pages: 100_000,
      waves: 9,
      seconds: 30_000,
      usage,
      payloadBytes: 0,
      historyEvents: 0,
      hottest: { key: '', perSecond: 0 },
      advanceCpuSeconds: 1,
      advanceSeconds: 2,
      advancesSeconds: 300,
      largestHostSeconds: 25_000,
      advanceMb: 90,
    };

    expect(untidyTable({ lines: [line] }).slice(2)).toEqual([
      '| 100 hosts, 100,000 pages | 3.3 | 1.00 | 1 % | 90 MB | the largest host: politeness | ≤ 1.50 USD: met |',
    ]);
    expect(
      untidyTable({ lines: [{ ...line, seconds: 90_000, usage: { ...usage, writeUnits: 320_000 } }] }).at(-1),
    ).toContain('the slowest unit of each wave | ≤ 1.50 USD: **missed**');
  });
});
