import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryHostStore } from '#test/fakes/memory/memory-host-store.ts';
import type { Script } from '#test/fakes/scripted-fetcher.ts';
import { pagesOf, tasksOf, UnitBench } from '#test/fakes/unit-bench.ts';
import { VirtualClock } from '#test/fakes/virtual-clock.ts';

const HOSTS = ['a.example.com', 'b.example.com', 'example.com', 'c.other.org', '203.0.113.9'];
const page = (): Script => ({ body: '<p>page' });
const isOfExample = (url: string): boolean => (URL.parse(url)?.hostname ?? '').endsWith('example.com');

interface BenchChange {
  readonly politeness?: object;
  readonly web?: (url: string) => Script;
  readonly hosts?: MemoryHostStore;
  readonly clock?: VirtualClock;
  readonly execution?: string;
}

const benchOf = (urls: readonly string[], { politeness = {}, web = page, ...rest }: BenchChange = {}): UnitBench =>
  new UnitBench(web, tasksOf(urls), {
    workflow: { politeness: { delaySeconds: 1, delayPer: 'domain', ...politeness } },
    ...rest,
  });

/** When pages of example.com were requested, in order. */
const startsOf = (...benches: readonly UnitBench[]): number[] =>
  benches
    .flatMap(({ fetcher }) => fetcher.log)
    .filter(({ url }) => isOfExample(url) && !url.endsWith('/robots.txt'))
    .map(({ startedAt }) => startedAt)
    .sort((a, b) => a - b);

const gaps = (starts: readonly number[]): number[] => starts.slice(1).map((at, n) => at - (starts[n] ?? 0));

describe('politeness.delayPer: domain (G11)', () => {
  it('gives all hosts of a domain one request a delay together; other hosts do not wait for them', async () => {
    const bench = benchOf(
      HOSTS.flatMap((host) => pagesOf(host, 3)),
      { politeness: { robots: 'ignore' } },
    );

    await bench.run();

    const starts = startsOf(bench);
    expect(gaps(starts)).toEqual(Array(8).fill(1_000));
    const ends = bench.fetcher.log.filter(({ url }) => !isOfExample(url)).map(({ startedAt }) => startedAt);
    expect(Math.max(...ends) - (starts[0] ?? 0)).toBeLessThan(2_500);
    expect(Object.values(await bench.outcomes())).toEqual(['stored', 'stored', 'stored']);
    expect(await bench.lines()).toHaveLength(15);
  });

  it('is off by default: each host has its own delay', async () => {
    const bench = benchOf(
      ['a.example.com', 'b.example.com'].flatMap((host) => pagesOf(host, 3)),
      {
        politeness: { delayPer: 'host' },
      },
    );

    await bench.run();

    expect(gaps(startsOf(bench))).toEqual([0, 1_000, 0, 1_000, 0]);
    expect([...bench.hosts.rows.keys()].sort()).toEqual(['a.example.com', 'b.example.com']);
  });

  it('asks each origin for its robots.txt; the longest Crawl-delay counts for all', async () => {
    const robots = (url: string): Script => ({
      body: url.includes('b.example.com') ? 'User-agent: *\nCrawl-delay: 7\nDisallow: /1\n' : 'User-agent: *\n',
      type: 'text/plain',
    });
    const bench = benchOf(
      ['b.example.com', 'a.example.com'].flatMap((host) => pagesOf(host, 2)),
      {
        web: (url) => (url.endsWith('/robots.txt') ? robots(url) : page()),
      },
    );

    await bench.run();

    expect(gaps(startsOf(bench))).toEqual([7_010, 7_000]);
    expect(bench.fetcher.pages).toEqual(['http://b.example.com/0', 'http://a.example.com/0', 'http://a.example.com/1']);
  });

  it('lets no dead host keep the others from their pages', async () => {
    const bench = benchOf(
      ['a.example.com', 'b.example.com'].flatMap((host) => pagesOf(host, 2)),
      {
        politeness: { robots: 'ignore' },
        web: (url) => (url.includes('//a.') ? { failure: 'connect' } : page()),
      },
    );

    await bench.run();

    const ends = (await bench.lines()).map(({ outcome }) => outcome.type);
    expect(ends.filter((type) => type === 'stored')).toHaveLength(2);
    expect(gaps(startsOf(bench)).every((gap) => gap >= 1_000)).toBe(true);
  });

  it('holds between executions that crawl different hosts of it', async () => {
    const [hosts, clock] = [new MemoryHostStore(), new VirtualClock()];
    const benches = ['a', 'b'].map((name) =>
      benchOf(pagesOf(`${name}.example.com`, 4), { hosts, clock, execution: `xdomain000${name}` }),
    );

    await clock.run(Promise.all(benches.map((bench) => bench.start())));

    expect(gaps(startsOf(...benches)).filter((gap) => gap < 1_000)).toEqual([]);
    expect(startsOf(...benches)).toHaveLength(8);
  });

  it('keeps the delay of a host that another execution spaces by host', async () => {
    const [hosts, clock] = [new MemoryHostStore(), new VirtualClock()];
    const benches = ['domain', 'host'].map((delayPer) =>
      benchOf(pagesOf('a.example.com', 4), { hosts, clock, execution: `x${delayPer}0000`, politeness: { delayPer } }),
    );

    await clock.run(Promise.all(benches.map((bench) => bench.start())));

    expect(gaps(startsOf(...benches)).filter((gap) => gap < 1_000)).toEqual([]);
    expect(startsOf(...benches)).toHaveLength(8);
  });

  it('holds from one wave to the next, which begins with another host', async () => {
    const [hosts, clock] = [new MemoryHostStore(), new VirtualClock()];
    const waves = ['a', 'b', 'a'].map((name) =>
      benchOf(pagesOf(`${name}.example.com`, 2), { hosts, clock, politeness: { robots: 'ignore' } }),
    );

    for (const wave of waves) await wave.run();

    expect(gaps(startsOf(...waves))).toEqual(Array(5).fill(1_000));
  });

  it('shows which domain a host waits for', async () => {
    const bench = benchOf(['a.example.com', 'b.example.com'].flatMap((host) => pagesOf(host, 40)));

    await bench.run();

    expect(bench.units.beats.flatMap(({ waiting }) => waiting)).toContainEqual(
      expect.objectContaining({ host: 'b.example.com', cause: 'delay: another host of example.com has its turn' }),
    );
  });

  it('keeps the delay in every made-up domain, and settles every page', async () => {
    const script = fc.record({
      latencyMs: fc.integer({ min: 1, max: 4_000 }),
      connectMs: fc.integer({ min: 0, max: 900 }),
      status: fc.constantFrom(200, 200, 200, 404, 503),
    });
    const made = fc.record({
      scripts: fc.array(script, { minLength: 1, maxLength: 6 }),
      pages: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 5 }),
      connectionsPerHost: fc.integer({ min: 1, max: 3 }),
      delaySeconds: fc.constantFrom(0.5, 1, 3),
    });
    await fc.assert(
      fc.asyncProperty(made, async ({ scripts, pages, connectionsPerHost, delaySeconds }) => {
        const urls = pages.flatMap((count, n) => pagesOf(`h${n}.example.com`, count));
        const web = (url: string): Script => ({ ...page(), ...pick(url, scripts) });
        const bench = benchOf(urls, { politeness: { robots: 'ignore', connectionsPerHost, delaySeconds }, web });

        await bench.run();

        expect(gaps(startsOf(bench)).filter((gap) => gap < delaySeconds * 1_000)).toEqual([]);
        expect(await bench.lines()).toHaveLength(urls.length);
      }),
      { numRuns: 60 },
    );
  });
});

const pick = (url: string, scripts: readonly Script[]): Script =>
  scripts[(Number(url.at(-1)) + url.charCodeAt(8)) % scripts.length] ?? {};
