import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Script } from '#test/fakes/scripted-fetcher.ts';
import { tasksOf, UnitBench } from '#test/fakes/unit-bench.ts';

interface Sized {
  readonly sizes: readonly number[];
  readonly politeness: object;
  readonly hosts?: readonly string[];
}

/** Pages whose bodies have so many bytes, over these hosts. @default one host */
function benchOf({ sizes, politeness, hosts = ['a.example.com'] }: Sized): UnitBench {
  const urls = sizes.map((_, n) => `http://${hosts[n % hosts.length]}/${n}`);
  const web = (url: string): Script => ({ body: 'x'.repeat(sizes[Number(url.split('/').at(-1))] ?? 0) });
  return new UnitBench(web, tasksOf(urls), { workflow: { politeness: { robots: 'ignore', ...politeness } } });
}

/** When each page was requested, and how many bytes it had, in order. */
const requestsOf = (bench: UnitBench, sizes: readonly number[]): { at: number; bytes: number }[] =>
  bench.fetcher.log.map(({ startedAt, url }) => ({ at: startedAt, bytes: sizes[Number(url.split('/').at(-1))] ?? 0 }));

const gaps = (starts: readonly number[]): number[] => starts.slice(1).map((at, n) => Math.round(at - (starts[n] ?? 0)));

describe('politeness.bytesPerSecond (G11)', () => {
  it('spaces requests by what came, 60 s at most, and by the delay where that is longer', async () => {
    const sizes = [10_000, 2_000, 500, 900_000, 100];
    const bench = benchOf({ sizes, politeness: { delaySeconds: 1, bytesPerSecond: 1_000 } });

    await bench.run();

    expect(gaps(bench.fetcher.log.map(({ startedAt }) => startedAt))).toEqual([10_000, 2_000, 1_000, 60_000]);
    expect(Object.values(await bench.outcomes())).toEqual(Array(5).fill('stored'));
  });

  it('alone gives small pages no pause', async () => {
    const bench = benchOf({ sizes: [1, 1, 3_000, 1], politeness: { delaySeconds: 0, bytesPerSecond: 1_000 } });

    await bench.run();

    expect(gaps(bench.fetcher.log.map(({ startedAt }) => startedAt))).toEqual([10, 10, 3_000]);
  });

  it('is off by default', async () => {
    const bench = benchOf({ sizes: [90_000, 90_000, 90_000], politeness: { delaySeconds: 1 } });

    await bench.run();

    expect(gaps(bench.fetcher.log.map(({ startedAt }) => startedAt))).toEqual([1_000, 1_000]);
  });

  it('is of one domain with delayPer: domain, and shows why a host waits', async () => {
    const sizes = [30_000, 5_000];
    const hosts = ['a.example.com', 'b.example.com'];
    const politeness = { delaySeconds: 1, delayPer: 'domain', bytesPerSecond: 1_000 };
    const bench = benchOf({ sizes, politeness, hosts });

    await bench.run();

    expect(gaps(bench.fetcher.log.map(({ startedAt }) => startedAt))).toEqual([30_000]);
    const causes = bench.units.beats.flatMap(({ waiting }) => waiting.map(({ cause }) => cause));
    expect(causes).toContain('bandwidth: 30 s between two requests to example.com: no more than 1000 bytes a second');
  });

  it('defers with its reason what the unit has no time for', async () => {
    const bench = benchOf({ sizes: Array(14).fill(58_000), politeness: { delaySeconds: 1, bytesPerSecond: 1_000 } });

    await bench.run();

    const reasons = (await bench.lines()).map(({ outcome }) => ('reason' in outcome ? outcome.reason : outcome.type));
    expect(reasons.filter((reason) => reason === 'stored')).toHaveLength(10);
    expect(reasons.filter((reason) => reason === 'bandwidth')).toHaveLength(4);
  });

  it('keeps the rate over every row of requests of every made-up host', async () => {
    const made = fc.record({
      sizes: fc.array(fc.integer({ min: 0, max: 40_000 }), { minLength: 2, maxLength: 10 }),
      connectionsPerHost: fc.integer({ min: 1, max: 3 }),
      bytesPerSecond: fc.constantFrom(1_000, 5_000, 20_000),
    });
    await fc.assert(
      fc.asyncProperty(made, async ({ sizes, connectionsPerHost, bytesPerSecond }) => {
        const bench = benchOf({ sizes, politeness: { delaySeconds: 0, connectionsPerHost, bytesPerSecond } });

        await bench.run();

        const requests = requestsOf(bench, sizes);
        for (const [n, { at }] of requests.entries()) {
          // Those before had come, but for what may have been in flight; each row is paid for.
          const come = requests.slice(0, Math.max(0, n - connectionsPerHost + 1)).toReversed();
          let ms = 0;
          for (const { at: from, bytes } of come) {
            ms += (bytes * 1_000) / bytesPerSecond;
            expect(at - from).toBeGreaterThanOrEqual(Math.min(ms, 60_000) - 1);
            if (ms > 60_000) break;
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});
