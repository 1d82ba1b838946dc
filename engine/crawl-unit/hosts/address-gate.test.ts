import { describe, expect, it } from 'vitest';
import { MemoryHostStore } from '#test/fakes/memory/memory-host-store.ts';
import { pagesOf, tasksOf, UnitBench } from '#test/fakes/unit-bench.ts';
import { VirtualClock } from '#test/fakes/virtual-clock.ts';

const ADDRESS = '203.0.113.7';
const HOSTS = 40;
const page = () => ({ body: '<p>page' });

interface BenchChange {
  readonly politeness?: object;
  readonly hosts?: MemoryHostStore;
  readonly clock?: VirtualClock;
  readonly execution?: string;
  readonly latencyMs?: number;
}

/** Names of one address, with two pages each. */
function benchOf({ politeness = {}, latencyMs = 10, ...rest }: BenchChange = {}): UnitBench {
  const names = Array.from({ length: HOSTS }, (_, n) => `n${n}.${rest.execution ?? 'x'}.example`);
  const bench = new UnitBench(() => ({ ...page(), latencyMs }), tasksOf(names.flatMap((name) => pagesOf(name, 2))), {
    workflow: { politeness: { delaySeconds: 1, ...politeness }, hostsPerWorker: HOSTS },
    ...rest,
  });
  bench.fetcher.addresses = () => ({ told: ADDRESS, peer: ADDRESS });
  return bench;
}

/** The most requests that began within any second. */
function mostASecond(benches: readonly UnitBench[]): number {
  const starts = benches.flatMap(({ fetcher }) => fetcher.log.map(({ startedAt }) => startedAt)).sort((a, b) => a - b);
  return Math.max(...starts.map((start) => starts.filter((at) => at >= start && at < start + 1_000).length));
}

describe('names of one address', () => {
  it('get four requests a second together, robots.txt included, and all their pages', async () => {
    const bench = benchOf();

    await bench.run();

    expect(mostASecond([bench])).toBe(4);
    expect(bench.fetcher.log).toHaveLength(3 * HOSTS);
    expect(bench.fetcher.pages).toHaveLength(2 * HOSTS);
  });

  it('have four connections at once at most, however long answers take', async () => {
    const bench = benchOf({ latencyMs: 5_000 });

    await bench.run();

    expect(bench.fetcher.mostInFlight).toBe(4);
  });

  it('share the bound between two executions on one host store', async () => {
    const [hosts, clock] = [new MemoryHostStore(), new VirtualClock()];
    const benches = ['xa00000000', 'xb00000000'].map((execution) => benchOf({ hosts, clock, execution }));

    await clock.run(Promise.all(benches.map((bench) => bench.start())));

    expect(mostASecond(benches)).toBeLessThanOrEqual(4);
    expect(benches.map(({ fetcher }) => fetcher.pages.length)).toEqual([2 * HOSTS, 2 * HOSTS]);
  });

  it('are visible while they wait, with the address', async () => {
    const bench = benchOf();

    await bench.run();

    const waits = bench.units.beats.flatMap(({ waiting }) => waiting);
    expect(waits.some(({ cause }) => cause === `address: other hosts use its address ${ADDRESS}, too`)).toBe(true);
  });

  it('are bounded at the address that a connection really has', async () => {
    const bench = benchOf();
    bench.fetcher.addresses = (url) => ({ told: `198.51.100.${url.length % 7}`, peer: ADDRESS });

    await bench.run();

    expect(mostASecond([bench])).toBe(4);
    expect(bench.fetcher.pages).toHaveLength(2 * HOSTS);
  });

  it('do not slow down a host that is alone at its address and asks for less distance itself', async () => {
    const robots = { type: 'text/plain', body: 'User-agent: *\nCrawl-delay: 0.01' };
    const web = (url: string) => (url.endsWith('/robots.txt') ? robots : page());
    const bench = new UnitBench(web, tasksOf(pagesOf('a.example', 20)), {
      workflow: { politeness: { delaySeconds: 1, crawlDelay: 'replace' } },
    });
    bench.fetcher.addresses = () => ({ told: ADDRESS, peer: ADDRESS });

    await bench.run();

    expect(bench.fetcher.pages).toHaveLength(20);
    expect(mostASecond([bench])).toBe(21);
  });

  it.each([
    ['the workflow says so', { perAddress: { requestsPerSecond: null } }],
    ['hosts have no spacing', { delaySeconds: 0 }],
  ])('have no bound where %s', async (_, politeness) => {
    const bench = benchOf({ politeness });

    await bench.run();

    expect(mostASecond([bench])).toBeGreaterThanOrEqual(HOSTS);
  });

  it('hold no places that hosts of other addresses wait for, while the four that are asked do not answer', async () => {
    const crowd = Array.from({ length: 20 }, (_, n) => `http://n${n}.example/${n}`);
    const others = Array.from({ length: 20 }, (_, n) => `http://other${n}.example/other${n}`);
    const bench = new UnitBench(
      (url) => (url.includes('other') ? page() : { ...page(), latencyMs: 30_000 }),
      tasksOf([...crowd, ...others]),
      { workflow: { politeness: { delaySeconds: 1, robots: 'ignore' }, hostsPerWorker: 10 } },
    );
    bench.fetcher.addresses = (url) => {
      const own = url.includes('other') ? `192.0.2.${/\d+/.exec(url)?.[0]}` : ADDRESS;
      return { told: own, peer: own };
    };

    await bench.run();

    const served = bench.fetcher.log.filter(({ url }) => url.includes('other')).map(({ startedAt }) => startedAt);
    const begun = Math.min(...bench.fetcher.log.map(({ startedAt }) => startedAt));
    expect(served).toHaveLength(20);
    expect(Math.max(...served) - begun).toBeLessThan(10_000);
    expect(new Set(Object.values(await bench.outcomes()))).toEqual(new Set(['stored']));
  });
});
