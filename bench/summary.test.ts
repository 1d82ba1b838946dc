import { describe, expect, it } from 'vitest';
import type { Measurement } from '#bench/measurement.ts';
import { median, summarize, tableOf } from '#bench/summary.ts';

const run = (name: string, cpu: number, recall = 1): Measurement => ({
  name,
  pages: 20_000,
  recall,
  wall: 10,
  cpu_user: 1,
  cpu_sys: 1,
  cpu_s_per_1000: cpu,
  pps: 100 / cpu,
  peak_rss_mb: 300,
  dup_fetches: 0,
  calib_ms: 300,
  foreign_cpu: 0,
  rc: 0,
  timed_out: false,
});

describe('the summary of a bench', () => {
  it('compares within a round, so that a round on a slow machine does not count twice', () => {
    const rounds = [
      [run('surf', 0.4), run('bare', 0.2)],
      [run('surf', 4), run('bare', 2.5, 0.9)],
      [run('surf', 0.6), run('bare', 0.4)],
    ];

    const [surf, bare] = summarize(rounds);

    expect(surf).toMatchObject({ name: 'surf', runs: 3, cpuPer1000: 0.6, recall: 1, surfCpuRatio: null });
    expect(bare).toMatchObject({ name: 'bare', cpuPer1000: 0.4, recall: 0.9, pagesPerSecond: 250 });
    expect(bare?.surfCpuRatio).toBeCloseTo(1.6);
  });

  it('has a row for each contender', () => {
    const rounds = [[run('surf', 0.4), run('crawlee', 8)]];

    const table = tableOf(summarize(rounds), rounds);

    expect(table).toHaveLength(3);
    expect(table[2]).toMatch(/^crawlee +8\.000 +8\.00 +13 +300 +1 +0\.050$/);
  });

  it('takes the middle of an odd number, the mean of the middle two of an even one', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(median([])).toBeNaN();
  });
});
