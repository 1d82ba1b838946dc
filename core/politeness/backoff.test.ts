import { describe, expect, it } from 'vitest';
import { backoffSeconds, noRoomBackoffMs, robotsBackoffMs } from '#core/politeness/backoff.ts';
import { Retry } from '#core/politeness/retry-rules.ts';

describe('back-off', () => {
  it('of a task grows by the factor, and is a day at most', () => {
    const retry = Retry.parse({ attempts: 20, backoffSeconds: 2, factor: 3 });

    expect([0, 1, 2, 3, 19].map((attempts) => backoffSeconds(retry, attempts))).toEqual([2, 2, 6, 18, 86_400]);
  });

  it('of an unreachable robots.txt doubles from 30 s to an hour', () => {
    expect([0, 1, 2, 6, 7, 1_000].map(robotsBackoffMs)).toEqual([
      30_000, 60_000, 120_000, 1_920_000, 3_600_000, 3_600_000,
    ]);
  });

  it('of a request that made room for other hosts doubles from 1 s', () => {
    expect([1, 2, 3].map(noRoomBackoffMs)).toEqual([1_000, 2_000, 4_000]);
  });
});
