import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryHostStore } from '#test/fakes/memory/memory-host-store.ts';
import type { Script } from '#test/fakes/scripted-fetcher.ts';
import { type BenchOptions, pagesOf, tasksOf, UnitBench } from '#test/fakes/unit-bench.ts';
import { VirtualClock } from '#test/fakes/virtual-clock.ts';

const page = (): Script => ({ body: '<p>page' });
const hostsOf = (count: number): string[] => Array.from({ length: count }, (_, n) => `h${n}.test`);

interface Rated extends Omit<BenchOptions, 'workflow'> {
  readonly politeness: object;
  readonly urls: readonly string[];
  readonly web?: (url: string) => Script | undefined;
  readonly fetch?: object;
}

const benchOf = ({ politeness, urls, web = page, fetch = {}, ...rest }: Rated): UnitBench =>
  new UnitBench(web, tasksOf(urls), { ...rest, workflow: { politeness: { delaySeconds: 0, ...politeness }, fetch } });

const startsOf = (...benches: readonly UnitBench[]): number[] =>
  benches.flatMap(({ fetcher }) => fetcher.log.map(({ startedAt }) => startedAt)).sort((a, b) => a - b);

const gaps = (starts: readonly number[]): number[] => starts.slice(1).map((at, n) => at - (starts[n] ?? 0));

describe('politeness.requestsPerMinute (G11)', () => {
  it('spaces the requests of a unit to all of its hosts, robots.txt included', async () => {
    const bench = benchOf({
      politeness: { requestsPerMinute: 60 },
      urls: hostsOf(20).flatMap((host) => pagesOf(host, 2)),
    });
    const begunAt = bench.clock.now();

    await bench.run();

    const starts = startsOf(bench);
    expect(starts).toHaveLength(60);
    expect((starts[0] ?? 0) - begunAt).toBe(1_000);
    expect(gaps(starts)).toEqual(Array(59).fill(1_000));
    expect((await bench.lines()).map(({ outcome }) => outcome.type)).toEqual(Array(40).fill('stored'));
  });

  it('counts no robots.txt that is known', async () => {
    const hosts = new MemoryHostStore();
    const clock = new VirtualClock();
    const urls = hostsOf(3).map((host) => `http://${host}/`);
    await benchOf({ hosts, clock, urls, politeness: {}, execution: 'xbefore000' }).run();
    const bench = benchOf({ hosts, clock, urls, politeness: { requestsPerMinute: 60 } });

    await bench.run();

    expect(gaps(startsOf(bench))).toEqual([1_000, 1_000]);
  });

  it('counts HEAD and GET as two', async () => {
    const politeness = { requestsPerMinute: 60, robots: 'ignore' };
    const bench = benchOf({ politeness, urls: pagesOf('h0.test', 3), fetch: { headFirst: true } });

    await bench.run();

    expect(gaps(startsOf(bench))).toEqual([10, 1_990, 10, 1_990, 10]);
  });

  it('is off by default', async () => {
    const bench = benchOf({ politeness: { robots: 'ignore' }, urls: hostsOf(9).map((host) => `http://${host}/`) });

    await bench.run();

    expect(gaps(startsOf(bench))).toEqual(Array(8).fill(0));
  });

  it('follows the hour of day', async () => {
    const clock = new VirtualClock(Date.parse('2026-01-15T21:59:40Z'));
    const night = { from: '22:00', to: '06:00', requestsPerMinute: 600 };
    const politeness = { robots: 'ignore', requestsPerMinute: 12, rateByHour: [night] };
    const bench = benchOf({ clock, politeness, urls: pagesOf('h0.test', 12) });

    await bench.run();

    expect(gaps(startsOf(bench))).toEqual([5_000, 5_000, 5_000, ...Array(8).fill(100)]);
  });

  it('shows why a host waits, and defers with its reason what the unit has no time for', async () => {
    const bench = benchOf({ politeness: { robots: 'ignore', requestsPerMinute: 1 }, urls: pagesOf('h0.test', 12) });

    await bench.run();

    const reasons = (await bench.lines()).map(({ outcome }) => ('reason' in outcome ? outcome.reason : outcome.type));
    expect(reasons.filter((reason) => reason === 'stored')).toHaveLength(8);
    expect(reasons.filter((reason) => reason === 'rate')).toHaveLength(4);
    expect(bench.units.beats.flatMap(({ waiting }) => waiting)).toContainEqual(
      expect.objectContaining({ host: 'h0.test', cause: 'rate: 1 requests a minute for all hosts of the crawl' }),
    );
  });

  it('is shared by the units of a wave, as their plan says, for every made-up wave', async () => {
    const made = fc.record({
      pages: fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 4 }),
      requestsPerMinute: fc.constantFrom(20, 60, 300),
      latencyMs: fc.integer({ min: 1, max: 3_000 }),
    });
    await fc.assert(
      fc.asyncProperty(made, async ({ pages, requestsPerMinute, latencyMs }) => {
        const [hosts, clock] = [new MemoryHostStore(), new VirtualClock()];
        const all = pages.reduce((sum, count) => sum + count, 0);
        const benches = pages.map((count, n) =>
          benchOf({
            hosts,
            clock,
            execution: `xunit0000${n}`,
            unit: { rateShare: count / all },
            politeness: { robots: 'ignore', requestsPerMinute },
            urls: pagesOf(`h${n}.test`, count),
            web: () => ({ ...page(), latencyMs }),
          }),
        );
        await clock.run(Promise.all(benches.map((bench) => bench.start())));

        const starts = startsOf(...benches);
        expect(starts).toHaveLength(all);
        for (const from of starts) {
          const within = starts.filter((start) => start >= from && start < from + 60_000).length;
          expect(within).toBeLessThanOrEqual(requestsPerMinute + pages.length);
        }
      }),
      { numRuns: 30 },
    );
  });
});
