import { describe, expect, it } from 'vitest';
import { tasksOf, UnitBench } from '#test/fakes/unit-bench.ts';

const URLS = Array.from({ length: 5 }, (_, n) => `http://a.example/${n}`);
/** Of the five responses. */
const LATENCIES_MS = [100, 3_000, 100, 30_000, 100];

/** @returns ms between the starts of two pages */
async function spacingsOf(politeness: Record<string, unknown>): Promise<number[]> {
  const latencyMs = (url: string): number => LATENCIES_MS[Number(url.at(-1))] ?? 0;
  const bench = new UnitBench((url) => ({ body: 'page', latencyMs: latencyMs(url) }), tasksOf(URLS), {
    workflow: { politeness: { robots: 'ignore', ...politeness } },
  });
  await bench.run();
  const starts = bench.fetcher.log.map(({ startedAt }) => startedAt);
  return starts.slice(1).map((at, n) => Math.round(at - (starts[n] ?? 0)));
}

describe('politeness.delayFactor (G11)', () => {
  it('spaces the requests to a host by a multiple of its last response, 60 s at most', async () => {
    expect(await spacingsOf({ delaySeconds: 1, delayFactor: 5 })).toEqual([1_000, 15_000, 1_000, 60_000]);
  });

  it('alone gives a fast host no pause', async () => {
    expect(await spacingsOf({ delaySeconds: 0, delayFactor: 2 })).toEqual([200, 6_000, 200, 60_000]);
  });

  it('is off by default: a slow response is waited for, and no longer', async () => {
    expect(await spacingsOf({ delaySeconds: 1 })).toEqual([1_000, 3_000, 1_000, 30_000]);
  });
});
