import { describe, expect, it } from 'vitest';
import { MemoryHostStore } from '#test/fakes/memory/memory-host-store.ts';
import type { Script, Web } from '#test/fakes/scripted-fetcher.ts';
import { pagesOf, tasksOf, UnitBench } from '#test/fakes/unit-bench.ts';
import { VirtualClock } from '#test/fakes/virtual-clock.ts';

const page = (): Script => ({ body: '<p>page' });
/** A web whose robots.txt is this. */
const withRobots =
  (robots: Script, other: Web = page): Web =>
  (url, nth) =>
    url.endsWith('/robots.txt') ? robots : other(url, nth);

/** Times between the starts of page requests, in ms. */
function gaps(benches: readonly UnitBench[]): number[] {
  const starts = benches
    .flatMap((bench) => bench.fetcher.log)
    .filter(({ url }) => !url.endsWith('/robots.txt'))
    .map(({ startedAt }) => startedAt)
    .sort((a, b) => a - b);
  return starts.slice(1).map((start, i) => start - (starts[i] ?? 0));
}

describe('spacing', () => {
  it('is exactly the delay, from start to start', async () => {
    const web: Web = (_, nth) => ({ body: 'x', latencyMs: 100 + nth });
    const bench = new UnitBench(web, tasksOf(pagesOf('a.example', 20)), {
      workflow: { politeness: { delaySeconds: 0.7 } },
    });

    await bench.run();

    expect(gaps([bench])).toEqual(Array(19).fill(700));
  });

  it('holds with several connections too, and they overlap', async () => {
    const bench = new UnitBench(() => ({ body: 'x', latencyMs: 3_000 }), tasksOf(pagesOf('a.example', 12)), {
      workflow: { politeness: { delaySeconds: 0.5, connectionsPerHost: 4 } },
    });

    await bench.run();

    expect(Math.min(...gaps([bench]))).toBeGreaterThanOrEqual(500);
    expect(bench.fetcher.mostInFlight).toBe(4);
    expect(bench.fetcher.pages).toEqual(pagesOf('a.example', 12));
  });

  it('counts from when a request is sent, however long its connection takes', async () => {
    const web: Web = (url) => ({
      body: 'x',
      latencyMs: 2_500,
      connectMs: url.endsWith('3') ? 900 : url.endsWith('6') ? 1_700 : 0,
    });
    const bench = new UnitBench(web, tasksOf(pagesOf('a.example', 12)), {
      workflow: { politeness: { delaySeconds: 1, connectionsPerHost: 3 } },
    });

    await bench.run();

    expect(Math.min(...gaps([bench]))).toBeGreaterThanOrEqual(1_000);
    expect(bench.fetcher.mostInFlight).toBe(3);
  });

  it.each([58_500, 61_000])(
    'sends nothing on a connection that came after %i ms of a lease of 60 s, and comes again',
    async (connectMs) => {
      const web: Web = (url, nth) => ({ body: 'x', connectMs: url.endsWith('/0') && nth === 0 ? connectMs : 0 });
      const bench = new UnitBench(web, tasksOf(pagesOf('a.example', 2)));
      const begun = bench.clock.now();

      await bench.run();

      expect(bench.fetcher.pages).toEqual(pagesOf('a.example', 2).reverse());
      expect((bench.fetcher.log.find(({ url }) => url.endsWith('/0'))?.startedAt ?? 0) - begun).toBeGreaterThanOrEqual(
        connectMs,
      );
      expect(await bench.line('/0')).toMatchObject({
        outcome: { type: 'stored' },
        attempts: 2,
        errors: [{ code: 'timeout' }],
      });
    },
  );

  it('sends nothing on a connection that came after a stop', async () => {
    const web: Web = (url) => ({ body: 'x', connectMs: url.endsWith('/robots.txt') ? 0 : 9_000 });
    const bench = new UnitBench(web, tasksOf(pagesOf('a.example', 2)));
    const stopping = bench.clock.sleep(100).then(() => {
      bench.row = { ...bench.row, desired: 'stop' };
    });

    await bench.clock.run(Promise.all([bench.start(), stopping]));

    expect(bench.fetcher.pages).toEqual([]);
    expect(await bench.outcomes()).toEqual({ '/0': 'deferred(unit-time)', '/1': 'deferred(unit-time)' });
  });

  it('holds for retries and for another address of the same page', async () => {
    const web: Web = (url, nth) => {
      if (url.endsWith('/0')) return nth === 0 ? { status: 500 } : page();
      return url.endsWith('/1') ? { status: 301, headers: [['Location', '/1/']] } : page();
    };
    const bench = new UnitBench(web, tasksOf(pagesOf('a.example', 3)), {
      workflow: { key: { trailingSlash: 'fold' }, politeness: { delaySeconds: 1 } },
    });

    await bench.run();

    expect(gaps([bench]).every((gap) => gap >= 1_000)).toBe(true);
    expect(await bench.outcomes()).toEqual({ '/0': 'stored', '/1': 'stored', '/2': 'stored' });
  });

  it('is the Crawl-delay where that is longer, and is reported', async () => {
    const robots = { type: 'text/plain', body: 'User-agent: *\nCrawl-delay: 7' };
    const bench = new UnitBench(withRobots(robots), tasksOf(pagesOf('a.example', 5)));

    await bench.run();

    expect(gaps([bench])).toEqual([7_000, 7_000, 7_000, 7_000]);
    expect((await bench.chunks()).at(-1)?.end.hosts).toEqual([{ host: 'a.example', delayMs: 7_000 }]);
  });

  it('above 60 s defers the rest of the host after one request, until the delay has passed', async () => {
    const robots = { type: 'text/plain', body: 'User-agent: *\nCrawl-delay: 120' };
    const bench = new UnitBench(withRobots(robots), tasksOf(pagesOf('a.example', 3)));
    const begun = bench.clock.now();

    await bench.run();

    expect(bench.fetcher.pages).toHaveLength(1);
    const outcomes = (await bench.lines()).map(({ outcome }) => outcome);
    expect(outcomes).toEqual([
      { type: 'stored' },
      { type: 'deferred', reason: 'crawl-delay', notBefore: begun + 10 + 120_000, cause: expect.any(String) },
      { type: 'deferred', reason: 'crawl-delay', notBefore: begun + 10 + 120_000, cause: expect.any(String) },
    ]);
  });
});

describe('one politeness clock per host (N5)', () => {
  it('keeps the distance between two executions, and gives each about half', async () => {
    const clock = new VirtualClock();
    const hosts = new MemoryHostStore();
    const benches = ['xfirst0000', 'xsecond000'].map(
      (execution) => new UnitBench(page, tasksOf(pagesOf('a.example', 500)), { clock, hosts, execution }),
    );

    await clock.run(Promise.all(benches.map((bench) => bench.start())));

    expect(Math.min(...gaps(benches))).toBeGreaterThanOrEqual(1_000);
    const [first = 0, second = 0] = benches.map((bench) => bench.fetcher.pages.length);
    expect(Math.min(first, second) / (first + second)).toBeGreaterThan(0.35);
    expect(first + second).toBeGreaterThan(450);
  });

  it('keeps the distance to a worker that died with its lease', async () => {
    const clock = new VirtualClock();
    const hosts = new MemoryHostStore();
    await hosts.lease('a.example' as never, 'dead', clock.now(), 5_000);
    const bench = new UnitBench(page, tasksOf(pagesOf('a.example', 2)), { clock, hosts });
    const begun = clock.now();

    await bench.run();

    const [first] = bench.fetcher.log.filter(({ url }) => !url.endsWith('/robots.txt'));
    expect((first?.startedAt ?? 0) - begun).toBeGreaterThanOrEqual(63_000);
    expect(await bench.outcomes()).toEqual({ '/0': 'stored', '/1': 'stored' });
  });

  it('tells the host store a Crawl-delay before the first page, so that the distance is kept even when the worker dies', async () => {
    const hosts = new MemoryHostStore();
    const written: number[] = [];
    const web: Web = (url) => {
      const row = hosts.rows.get('a.example' as never);
      if (url.endsWith('/robots.txt')) return { type: 'text/plain', body: 'User-agent: *\nCrawl-delay: 7' };
      written.push((row?.nextAllowedAt ?? 0) - (row?.leaseUntil ?? 0) + 2_000);
      return page();
    };

    await new UnitBench(web, tasksOf(pagesOf('a.example', 2)), { hosts }).run();

    expect(written).toEqual([7_000, 7_000]);
    expect(hosts.calls.map(({ call }) => call)).toEqual(['lease', 'lease', 'release']);
  });

  it('reads the execution row after each lease and before the next request', async () => {
    const bench = new UnitBench(page, tasksOf(pagesOf('a.example', 1)));
    const looks: number[] = [];
    const { hosts } = bench;
    const lease = hosts.lease.bind(hosts);
    hosts.lease = async (...call) => {
      const answer = await lease(...call);
      looks.push(bench.looks);
      bench.row = { ...bench.row, wave: 2 };
      return answer;
    };

    await bench.run();

    expect(bench.fetcher.log).toEqual([]);
    expect(bench.looks).toBeGreaterThan(looks[0] ?? 0);
  });

  it('starts no request later than 2 s before the end of a lease that cannot be renewed in time', async () => {
    const clock = new VirtualClock();
    const hosts = new MemoryHostStore();
    const bench = new UnitBench(page, tasksOf(pagesOf('a.example', 100)), { clock, hosts });
    const lease = hosts.lease.bind(hosts);
    const until: number[] = [];
    let calls = 0;
    hosts.lease = async (...call) => {
      calls += 1;
      if (calls > 1) await clock.sleep(90_000);
      const answer = await lease(call[0], call[1], call[2], call[3]);
      if (answer.granted) until.push(answer.leaseUntil);
      return answer;
    };

    const closing = clock.sleep(80_000).then(() => {
      bench.row = { ...bench.row, wave: 2 };
    });
    await clock.run(Promise.all([bench.start(), closing]));

    expect(Math.max(...bench.fetcher.log.map(({ startedAt }) => startedAt))).toBeLessThanOrEqual(
      (until[0] ?? 0) - 2_000,
    );
  });

  it('gives the lease back with the time of the next request', async () => {
    const bench = new UnitBench(page, tasksOf(pagesOf('a.example', 2)));

    await bench.run();

    const [, second] = bench.fetcher.log.filter(({ url }) => !url.endsWith('/robots.txt'));
    const row = bench.hosts.rows.get('a.example' as never);
    expect(row).toMatchObject({ owner: null, nextAllowedAt: (second?.startedAt ?? 0) + 1_000 });
  });

  it('renews it every 36 s', async () => {
    const bench = new UnitBench(page, tasksOf(pagesOf('a.example', 80)));

    await bench.run();

    expect(bench.hosts.calls.map(({ call }) => call)).toEqual(['lease', 'lease', 'lease', 'release']);
  });
});

describe('retries', () => {
  it.each([
    ['dns', 'failed(dns)', 3],
    ['connect', 'failed(connect)', 3],
    ['proxy', 'failed(proxy)', 3],
    ['tls', 'failed(tls)', 1],
    ['timeout', 'failed(timeout)', 3],
    ['reset', 'failed(reset)', 3],
    ['protocol', 'failed(protocol)', 1],
    ['internal', 'failed(internal)', 1],
    ['blocked-address', 'skipped(blocked-address)', 1],
  ] as const)('%s ends as %s after %i tries', async (failure, outcome, tries) => {
    const bench = new UnitBench(
      withRobots({ status: 404 }, () => ({ failure })),
      tasksOf(pagesOf('a.example', 1)),
    );

    await bench.run();

    expect(await bench.outcomes()).toEqual({ '/0': outcome });
    expect(bench.fetcher.pages).toHaveLength(tries);
    expect((await bench.lines())[0]?.attempts).toBe(tries);
  });

  it('wait backoffSeconds × factor^n, while the host’s other pages continue', async () => {
    const web: Web = (url) => (url.endsWith('/0') ? { status: 503, latencyMs: 0 } : page());
    const bench = new UnitBench(web, tasksOf(pagesOf('a.example', 4)), {
      workflow: { politeness: { delaySeconds: 0.5 } },
    });

    await bench.run();

    const starts = bench.fetcher.log.filter(({ url }) => url.endsWith('/0')).map(({ startedAt }) => startedAt);
    const [a = 0, b = 0, c = 0] = starts;
    expect([b - a, c - b]).toEqual([2_000, 4_000]);
    expect(bench.fetcher.pages.slice(0, 4)).toEqual(pagesOf('a.example', 4));
    expect((await bench.line('/0'))?.errors?.map(({ code }) => code)).toEqual(['http-5xx', 'http-5xx', 'http-5xx']);
  });

  it('hold the whole host back as long as Retry-After says', async () => {
    const web: Web = (url, nth) =>
      url.endsWith('/0') && nth === 0 ? { status: 429, headers: [['Retry-After', '20']] } : page();
    const bench = new UnitBench(web, tasksOf(pagesOf('a.example', 3)));

    await bench.run();

    expect(gaps([bench])[0]).toBeGreaterThanOrEqual(20_000);
    expect(Object.values(await bench.outcomes())).toEqual(['stored', 'stored', 'stored']);
  });

  it('defer the host when Retry-After is above 60 s, and tell the next owner', async () => {
    const web: Web = withRobots({ status: 404 }, () => ({ status: 503, headers: [['Retry-After', '3600']] }));
    const bench = new UnitBench(web, tasksOf(pagesOf('a.example', 2)));

    await bench.run();

    const lines = await bench.lines();
    const nextAllowed = bench.clock.now() + 3_600_000;
    expect(lines.map(({ outcome, attempts }) => [outcome.type, attempts]).sort()).toEqual([
      ['deferred', 0],
      ['deferred', 1],
    ]);
    for (const { outcome } of lines) expect(outcome).toMatchObject({ reason: 'retry-after' });
    expect(bench.hosts.rows.get('a.example' as never)?.nextAllowedAt).toBeGreaterThan(nextAllowed - 1_000);
  });

  it('that do not fit the unit’s time are deferred with their tries and errors', async () => {
    const web = withRobots({ status: 404 }, () => ({ status: 500 }));
    const bench = new UnitBench(web, tasksOf(pagesOf('a.example', 1)), {
      workflow: { retry: { backoffSeconds: 30 } },
      plan: { unitMs: 20_000 },
    });

    await bench.run();

    expect((await bench.lines())[0]).toMatchObject({
      outcome: { type: 'deferred', reason: 'back-off', notBefore: expect.any(Number) },
      attempts: 1,
      errors: [{ code: 'http-5xx' }],
    });
  });

  it('continue the count of earlier units', async () => {
    const errors = [{ code: 'reset', message: 'gone', at: 5 }];
    const web = withRobots({ status: 404 }, () => ({ failure: 'timeout' as const }));
    const bench = new UnitBench(web, tasksOf(pagesOf('a.example', 1), { attempts: 2, errors }));

    await bench.run();

    expect((await bench.lines())[0]).toMatchObject({
      outcome: { type: 'failed', reason: 'timeout' },
      attempts: 3,
      errors: [{ code: 'reset' }, { code: 'timeout' }],
    });
  });
});

describe('a host that cannot be reached', () => {
  it('is left alone after five failures; its tasks are deferred, not failed, and never requested all at once', async () => {
    const web = withRobots({ status: 404 }, () => ({ failure: 'connect' as const }));
    const bench = new UnitBench(web, tasksOf(pagesOf('a.example', 40)));

    await bench.run();

    expect(bench.fetcher.pages.length).toBeLessThanOrEqual(8);
    const words = Object.values(await bench.outcomes());
    expect(words).toHaveLength(40);
    expect(words.filter((word) => word === 'deferred(back-off)').length).toBeGreaterThanOrEqual(36);
    expect(new Set(words)).toEqual(new Set(['deferred(back-off)', 'failed(connect)']));
  });

  it('uses up a try of each deferred task, so that a dead host has an end', async () => {
    const web = withRobots({ status: 404 }, () => ({ failure: 'dns' as const }));
    const bench = new UnitBench(web, tasksOf(pagesOf('a.example', 40), { attempts: 2 }));

    await bench.run();

    expect(new Set(Object.values(await bench.outcomes()))).toEqual(new Set(['failed(dns)']));
  });

  it('is not blamed for the proxy: each page has its own tries', async () => {
    const web = withRobots({ status: 404 }, () => ({ failure: 'proxy' as const }));
    const bench = new UnitBench(web, tasksOf(pagesOf('a.example', 12)));

    await bench.run();

    expect(new Set(Object.values(await bench.outcomes()))).toEqual(new Set(['failed(proxy)']));
    expect(bench.fetcher.pages).toHaveLength(36);
  });

  it('does not keep other hosts waiting', async () => {
    const web: Web = (url) => (url.includes('down.example') ? { failure: 'connect' } : page());
    const tasks = tasksOf([...pagesOf('down.example', 20), ...pagesOf('a.example', 5)]);
    const bench = new UnitBench(web, tasks, { workflow: { hostsPerWorker: 1 } });

    await bench.run();

    expect((await bench.lines()).filter(({ outcome }) => outcome.type === 'stored')).toHaveLength(5);
  });
});
