import { describe, expect, it } from 'vitest';
import type { PlanTask } from '#core/archive/plan.ts';
import { pagesOf, tasksOf, UnitBench } from '#test/fakes/unit-bench.ts';
import { VirtualClock } from '#test/fakes/virtual-clock.ts';

const page = () => ({ body: '<p>page' });

/** A clock on which something happens at one moment. */
function at(clock: VirtualClock, ms: number, act: () => void): Promise<void> {
  return clock.sleep(ms).then(act);
}

describe('crawlUnit', () => {
  it('stores its pages and reports each task once, in rank order of its host', async () => {
    const bench = new UnitBench(page, tasksOf(pagesOf('a.example', 3)));

    await bench.run();

    expect(await bench.outcomes()).toEqual({ '/0': 'stored', '/1': 'stored', '/2': 'stored' });
    expect(bench.fetcher.pages).toEqual(pagesOf('a.example', 3));
    expect((await bench.chunks()).map(({ head }) => [head.n, head.final])).toEqual([[0, true]]);
    expect((await bench.units.rows(bench.ticket.execution, 1, [0])).map(({ ended }) => ended)).toEqual([true]);
  });

  it('refuses a plan with a line that is not a task, and requests nothing', async () => {
    const [first, second] = tasksOf(pagesOf('a.example', 2)) as [PlanTask, PlanTask];
    const values: unknown[] = [null, 7, { ...second, url: undefined }, { ...second, rank: '2' }];
    for (const damaged of values) {
      const bench = new UnitBench(page, [first, damaged as PlanTask]);

      await expect(bench.run()).rejects.toMatchObject({ code: 'OBJECT_CORRUPT' });
      expect(bench.fetcher.log).toEqual([]);
    }
  });

  it('is run by one of many invocations only', async () => {
    const bench = new UnitBench(page, tasksOf(pagesOf('a.example', 3)));

    await bench.clock.run(Promise.all([bench.start(), bench.start(), bench.start()]));

    expect(bench.fetcher.pages).toHaveLength(3);
    expect((await bench.lines()).length).toBe(3);
  });

  it('asks and writes nothing when its wave is over, or its plan is not the committed one', async () => {
    for (const row of [{ wave: 2 }, { plan: 'another' }]) {
      const bench = new UnitBench(page, tasksOf(pagesOf('a.example', 3)));
      bench.row = { ...bench.row, ...row };

      await bench.run();

      expect(bench.fetcher.log).toEqual([]);
      expect(await bench.chunks()).toEqual([]);
    }
  });

  it('ends without another request or chunk when its wave is closed while it works', async () => {
    const bench = new UnitBench(page, tasksOf(pagesOf('a.example', 30)));

    const closing = at(bench.clock, 7_000, () => {
      bench.row = { ...bench.row, wave: 2 };
    });
    await bench.clock.run(Promise.all([bench.start(), closing]));

    expect(bench.clock.elapsed).toBeLessThanOrEqual(12_000);
    expect(bench.fetcher.pages.length).toBeLessThanOrEqual(12);
    expect(await bench.chunks()).toEqual([]);
    expect(bench.hosts.calls.at(-1)).toMatchObject({ call: 'release' });
  });

  it('starts no request 10 s after a stop, gives what is in flight 10 s, and reports everything', async () => {
    const slow = (url: string) => ({ body: 'x', latencyMs: url.endsWith('/robots.txt') ? 10 : 25_000 });
    const bench = new UnitBench(slow, tasksOf(pagesOf('a.example', 5)));

    const stopping = at(bench.clock, 1_000, () => {
      bench.row = { ...bench.row, desired: 'stop' };
    });
    await bench.clock.run(Promise.all([bench.start(), stopping]));

    expect(bench.fetcher.pages).toHaveLength(1);
    expect(bench.fetcher.inFlight).toBe(0);
    expect(bench.clock.elapsed).toBeLessThanOrEqual(16_000);
    expect(Object.values(await bench.outcomes())).toEqual(Array(5).fill('deferred(unit-time)'));
    expect((await bench.chunks()).at(-1)?.head.final).toBe(true);
  });

  it('keeps what was done before a stop', async () => {
    const bench = new UnitBench(page, tasksOf(pagesOf('a.example', 30)));

    const stopping = at(bench.clock, 8_500, () => {
      bench.row = { ...bench.row, desired: 'pause' };
    });
    await bench.clock.run(Promise.all([bench.start(), stopping]));

    const outcomes = Object.values(await bench.outcomes());
    const stored = outcomes.filter((word) => word === 'stored').length;
    expect(stored).toBe(bench.fetcher.pages.length);
    expect(stored).toBeGreaterThanOrEqual(8);
    expect(stored).toBeLessThanOrEqual(11);
    expect(outcomes).toHaveLength(30);
  });

  it('starts nothing in the last tenth of its time, and leaves the rest for later', async () => {
    const bench = new UnitBench(page, tasksOf(pagesOf('a.example', 30)), { plan: { unitMs: 10_000 } });

    await bench.run();

    expect(Math.max(...bench.fetcher.log.map(({ startedAt }) => startedAt)) - bench.clock.now()).toBeLessThan(0);
    expect(bench.fetcher.pages).toHaveLength(9);
    const outcomes = Object.values(await bench.outcomes());
    expect(outcomes.filter((word) => word === 'stored')).toHaveLength(9);
    expect(outcomes.filter((word) => word.startsWith('deferred'))).toHaveLength(21);
    expect(bench.clock.elapsed).toBeLessThanOrEqual(10_000);
  });

  it('aborts at the end of its time what hangs, and counts it as a try only if it had half of the time', async () => {
    const hang = (url: string) => (url.endsWith('/robots.txt') ? { status: 404 } : { latencyMs: 1e9 });
    const early = new UnitBench(hang, tasksOf(pagesOf('a.example', 1)), { plan: { unitMs: 40_000 } });
    const late = new UnitBench(hang, tasksOf(pagesOf('a.example', 1)), { plan: { unitMs: 40_000 } });
    late.hosts.rows.set('a.example' as never, {
      owner: null,
      leaseUntil: 0,
      nextAllowedAt: late.clock.now() + 30_000,
      found: 0,
      wanted: null,
      wantedUntil: 0,
      releasedBy: null,
    });

    await early.run();
    await late.run();

    expect(early.clock.elapsed).toBe(40_000);
    expect((await early.lines()).map(({ attempts, errors }) => [attempts, errors?.[0]?.code])).toEqual([
      [1, 'timeout'],
    ]);
    expect((await late.lines()).map(({ attempts, errors }) => [attempts, errors?.[0]?.code])).toEqual([[0, undefined]]);
    expect(early.fetcher.inFlight + late.fetcher.inFlight).toBe(0);
  });

  it('starts no request after the deadline (N9)', async () => {
    const clock = new VirtualClock();
    const deadlineAt = clock.now() + 4_500;
    const bench = new UnitBench(page, tasksOf(pagesOf('a.example', 30)), { clock, plan: { deadlineAt } });

    await bench.run();

    expect(bench.fetcher.log.every(({ startedAt }) => startedAt < deadlineAt)).toBe(true);
    expect(bench.fetcher.pages).toHaveLength(5);
  });

  it('works on no more hosts at once than hostsPerWorker, and on that many', async () => {
    const urls = Array.from({ length: 20 }, (_, i) => pagesOf(`h${i}.example`, 5)).flat();
    const bench = new UnitBench(() => ({ body: 'x', latencyMs: 200 }), tasksOf(urls), {
      workflow: { hostsPerWorker: 6, politeness: { delaySeconds: 0 } },
    });

    await bench.run();

    expect(bench.fetcher.mostInFlight).toBe(6);
    expect((await bench.lines()).length).toBe(100);
  });

  it('shows now and then what it has done and whom it waits for', async () => {
    const web = (url: string) => (url.includes('b.example') ? { failure: 'connect' as const } : page());
    const tasks = tasksOf([...pagesOf('a.example', 12), ...pagesOf('b.example', 12)]);
    const bench = new UnitBench(web, tasks, { workflow: { politeness: { robots: 'ignore' } } });
    let seen: unknown;

    const looking = at(bench.clock, 10_500, () => {
      seen = bench.units.rows(bench.ticket.execution, 1, [0]).then(([row]) => row?.live);
    });
    await bench.clock.run(Promise.all([bench.start(), looking]));

    expect(await seen).toMatchObject({
      stored: 10,
      waiting: [{ host: 'b.example', cause: expect.stringContaining('back-off') }],
    });
  });

  it('dies with the error of a store, with all requests ended', async () => {
    const bench = new UnitBench(() => ({ body: 'x', latencyMs: 500 }), tasksOf(pagesOf('a.example', 150)), {
      workflow: { politeness: { delaySeconds: 0 } },
    });
    const { archive } = bench;
    const ports = {
      ...bench.ports,
      archive: {
        put: () => Promise.reject(new Error('disk full')),
        get: (key: string) => archive.get(key),
        range: (key: string, offset: number, length: number) => archive.range(key, offset, length),
        list: (prefix: string) => archive.list(prefix),
        delete: (keys: readonly string[]) => archive.delete(keys),
      },
    };

    const run = bench.clock.run(
      import('#engine/crawl-unit/crawl-unit.ts').then(({ crawlUnit }) => crawlUnit(ports, bench.ticket)),
    );

    await expect(run).rejects.toThrow('disk full');
    expect(bench.fetcher.inFlight).toBe(0);
    expect(bench.fetcher.pages.length).toBeLessThan(110);
  });
});
