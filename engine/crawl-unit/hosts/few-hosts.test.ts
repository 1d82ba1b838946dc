import { describe, expect, it } from 'vitest';
import { FEW_HOSTS_PATIENCE_MS, fewHosts } from '#core/cost/worker-size.ts';
import { tasksOf, UnitBench } from '#test/fakes/unit-bench.ts';

/** A page of each host, and a hundred pages of the first ones. */
const pagesOf = (hosts: number, large: number): string[] =>
  Array.from({ length: hosts }, (_, host) =>
    Array.from({ length: host < large ? 100 : 1 }, (_, page) => `http://h${host}.example/${page}`),
  ).flat();

async function crawled(urls: readonly string[], { memoryMb = 1_024, paidByTime = true, delaySeconds = 1 } = {}) {
  const workflow = { politeness: { delaySeconds } };
  const bench = new UnitBench(() => ({ body: 'x' }), tasksOf(urls), { workflow, plan: { memoryMb } });
  const begun = bench.clock.monotonic();
  await bench.run({ paidByTime });
  const lines = await bench.lines();
  const deferred = lines.flatMap(({ outcome }) => (outcome.type === 'deferred' ? [outcome] : []));
  return { ms: bench.clock.monotonic() - begun, settled: lines.length - deferred.length, deferred };
}

describe('few hosts', () => {
  it('are a quarter of those in flight, and those of which a small worker takes all', () => {
    const of = (delaySeconds: number) => (inFlight: number) => fewHosts(inFlight, delaySeconds);

    expect([24, 25, 40, 100, 120].map(of(1))).toEqual([0, 25, 25, 25, 30]);
    expect([11, 12, 40, 60, 100].map(of(0.5))).toEqual([0, 12, 12, 15, 25]);
  });

  it('are left to the next wave by a worker with much memory, soon after the others have ended', async () => {
    const { ms, settled, deferred } = await crawled(pagesOf(30, 3));

    expect(ms).toBeGreaterThanOrEqual(FEW_HOSTS_PATIENCE_MS);
    expect(ms).toBeLessThan(FEW_HOSTS_PATIENCE_MS + 5_000);
    expect(settled + deferred.length).toBe(327);
    expect(deferred.length).toBeGreaterThan(240);
    expect(deferred[0]).toMatchObject({
      reason: 'unit-time',
      cause: 'its worker had few hosts left: the next wave takes them',
    });
  });

  it.each([
    ['it has the memory of a small one', { memoryMb: 256 }],
    ['waiting costs nothing, as on a laptop', { paidByTime: false }],
    ['it waits for nobody, but computes', { delaySeconds: 0 }],
  ])('are crawled to their end by a worker when %s', async (_, options) => {
    const { settled, deferred } = await crawled(pagesOf(30, 3), options);

    expect([settled, deferred]).toEqual([327, []]);
  });

  it('are crawled to their end where the unit never had more', async () => {
    expect((await crawled(pagesOf(24, 3))).deferred).toEqual([]);
  });

  it('are crawled to their end where that takes no longer than to leave them', async () => {
    const urls = pagesOf(30, 0).concat(Array.from({ length: 10 }, (_, page) => `http://h1.example/more/${page}`));

    expect((await crawled(urls)).deferred).toEqual([]);
  });
});
