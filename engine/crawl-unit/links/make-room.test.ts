import { describe, expect, it } from 'vitest';
import { HostSlots } from '#engine/crawl-unit/hosts/host-slots.ts';
import { pagesOf, tasksOf, UnitBench } from '#test/fakes/unit-bench.ts';

/** One place for all hosts. */
const NARROW = { hostsPerWorker: 1, politeness: { delaySeconds: 0, robots: 'ignore' } };
const THREE = ['http://a.example/a', 'http://b.example/b', 'http://c.example/c'];

describe('a request that makes room for others', () => {
  it('is made again after all hosts that waited, and costs its URL no try', async () => {
    const web = (url: string) => ({ body: url, ...(url === THREE[0] && { makesRoom: true as const }) });
    const workflow = { ...NARROW, retry: { attempts: 1 } };
    const bench = new UnitBench(web, tasksOf(THREE), { workflow });

    await bench.run();

    expect(bench.fetcher.pages).toEqual([...THREE, THREE[0]]);
    expect(await bench.outcomes()).toEqual({ '/a': 'stored', '/b': 'stored', '/c': 'stored' });
    expect(await bench.line('/a')).toMatchObject({ attempts: 1, errors: [{ code: 'no-room' }] });
  });

  it('is a try every fourth time, and fails by its own reason when the tries are used up', async () => {
    const bench = new UnitBench(() => ({ failure: 'no-room', gaveWay: true }), tasksOf(pagesOf('a.example', 1)), {
      workflow: { ...NARROW, retry: { attempts: 2 } },
    });

    await bench.run();

    expect(bench.fetcher.pages).toHaveLength(8);
    expect(await bench.outcomes()).toEqual({ '/0': 'failed(no-room)' });
    expect((await bench.line('/0'))?.attempts).toBe(2);
  });

  it('does not count against its host: no circuit breaker opens', async () => {
    const web = (_url: string, nth: number) => (nth < 2 ? { failure: 'no-room' as const } : { body: 'page' });
    const bench = new UnitBench(web, tasksOf(pagesOf('a.example', 4)), { workflow: NARROW });

    await bench.run();

    expect(bench.fetcher.pages).toHaveLength(12); // eight of them in a row could open it
    expect(bench.clock.elapsed).toBeLessThan(20_000);
    expect(new Set(Object.values(await bench.outcomes()))).toEqual(new Set(['stored']));
  });

  it('below the floor is a failed try of its host, which comes after the others', async () => {
    const slow = { failure: 'timeout' as const, gaveWay: true as const };
    const bench = new UnitBench((url) => (url === THREE[0] ? slow : { body: url }), tasksOf(THREE), {
      workflow: { ...NARROW, retry: { attempts: 2, backoffSeconds: 0 } },
    });

    await bench.run();

    expect(bench.fetcher.pages).toEqual([...THREE, THREE[0]]);
    expect(await bench.line('/a')).toMatchObject({ attempts: 2, outcome: { type: 'failed', reason: 'timeout' } });
  });

  it('for robots.txt leaves nothing known of it: its requests continue after the others', async () => {
    const web = (url: string) =>
      url.endsWith('/robots.txt') ? { status: 404, makesRoom: true as const } : { body: url };
    const workflow = { ...NARROW, politeness: { ...NARROW.politeness, robots: 'obey' } };
    const bench = new UnitBench(web, tasksOf(THREE), { workflow });

    await bench.run();

    expect(await bench.outcomes()).toEqual({ '/a': 'stored', '/b': 'stored', '/c': 'stored' });
    expect(bench.fetcher.pages[0]).toBe(THREE[2]);
  });

  it('and meets the end of its unit has used up a try: nobody makes room without end', async () => {
    const bench = new UnitBench(() => ({ failure: 'no-room', latencyMs: 4_000 }), tasksOf(pagesOf('a.example', 1)), {
      workflow: NARROW,
      plan: { unitMs: 12_000 },
    });

    await bench.run();

    const [line] = await bench.lines();
    expect(line).toMatchObject({ attempts: 1, outcome: { type: 'deferred', reason: 'room', cause: 'no-room failed' } });
  });
});

describe('the places of hosts', () => {
  it('are given in the order of asking, to hosts that made room after all others', async () => {
    const slots = new HostSlots(1);
    const order: string[] = [];
    await slots.take();
    const asked = [
      slots.take(true).then(() => order.push('last')),
      slots.take().then(() => order.push('first')),
      slots.take().then(() => order.push('second')),
    ];
    expect(slots.isWanted).toBe(true);

    for (const taken of [asked[1], asked[2], asked[0]]) {
      slots.give();
      await taken;
    }

    expect(order).toEqual(['first', 'second', 'last']);
    expect(slots.isWanted).toBe(false);
  });

  it('are not wanted by hosts that made room themselves', async () => {
    const slots = new HostSlots(1);
    await slots.take();

    void slots.take(true);

    expect(slots.isWanted).toBe(false);
  });
});
