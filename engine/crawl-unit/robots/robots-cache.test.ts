import { describe, expect, it } from 'vitest';
import { sha256Hex } from '#core/bytes/digest.ts';
import { SurfError } from '#core/error.ts';
import { bodyIn } from '#core/politeness/hosts/host-store.ts';
import { MemoryHostStore } from '#test/fakes/memory/memory-host-store.ts';
import type { Script, Web } from '#test/fakes/scripted-fetcher.ts';
import { pagesOf, tasksOf, UnitBench } from '#test/fakes/unit-bench.ts';

const page = (): Script => ({ body: '<p>page' });
const text = (body: string): Script => ({ type: 'text/plain', body });
/** More than a pointer holds: it gets an object. */
const longText = (body: string): Script => text(`${body}\n#${'x'.repeat(16_384)}`);
/** Hexadecimal digits that nothing makes shorter than a half. */
const digits = (count: number): string =>
  Array.from({ length: Math.ceil(count / 64) }, (_, n) => sha256Hex(String(n)))
    .join('')
    .slice(0, count);
const withRobots =
  (robots: Script, other: Web = page): Web =>
  (url, nth) =>
    url.endsWith('/robots.txt') ? robots : other(url, nth);

/** Keys of robots.txt that are put from now on; the first `failures` puts fail. */
function robotsPuts({ archive }: UnitBench, failures = 0): string[] {
  const keys: string[] = [];
  const put = archive.put.bind(archive);
  archive.put = async (key, parts) => {
    if (key.startsWith('robots/') && keys.push(key) <= failures) {
      throw new SurfError('STORE_UNAVAILABLE', 'try again', { retryable: true });
    }
    return put(key, parts);
  };
  return keys;
}

describe('robots.txt', () => {
  it('is requested once per origin, before anything else there', async () => {
    const urls = ['http://a.example/0', 'https://a.example/1', 'http://a.example:8080/2', 'http://a.example/3'];
    const bench = new UnitBench(withRobots(text('')), tasksOf(urls));

    await bench.run();

    expect(bench.fetcher.log.map(({ url }) => url)).toEqual([
      'http://a.example/robots.txt',
      'http://a.example/0',
      'https://a.example/robots.txt',
      'https://a.example/1',
      'http://a.example:8080/robots.txt',
      'http://a.example:8080/2',
      'http://a.example/3',
    ]);
  });

  it('is archived, but is neither task nor page', async () => {
    const bench = new UnitBench(withRobots(text('User-agent: *\nDisallow: /none')), tasksOf(pagesOf('a.example', 1)));

    await bench.run();

    const [chunk] = await bench.chunks();
    expect(chunk?.cdxj.map((line) => line.split(' ')[0])).toEqual(['example,a)/robots.txt', 'example,a)/0']);
    expect(chunk?.outcomes).toHaveLength(1);
  });

  it('is in the row of its origin when it is small, octet by octet, and no object', async () => {
    const octets = Buffer.from(Array.from({ length: 256 }, (_, octet) => octet));
    const rules = Buffer.concat([Buffer.from('User-agent: *\nDisallow: /1\n#'), octets]);
    const bench = new UnitBench(withRobots({ type: 'text/plain', body: rules }), tasksOf(pagesOf('a.example', 2)));
    const puts = robotsPuts(bench);

    await bench.run();

    const pointer = await bench.hosts.robots('http://a.example');
    expect([puts, pointer?.object, pointer?.hash]).toEqual([[], null, sha256Hex(rules)]);
    expect(Buffer.from(pointer === null ? [] : (bodyIn(pointer) ?? [])).equals(rules)).toBe(true);
  });

  it.each([
    ['16,384 bytes that repeat', '#'.repeat(16_384), 0],
    ['16,385 bytes that repeat', '#'.repeat(16_385), 1],
    ['2,500 hexadecimal digits', digits(2_500), 0],
    ['5,000 hexadecimal digits', digits(5_000), 1],
  ])('of %s is put as an object only when its row would be large', async (_, body, objects) => {
    const bench = new UnitBench(withRobots(text(body)), tasksOf(pagesOf('a.example', 1)));
    const puts = robotsPuts(bench);

    await bench.run();

    expect(puts).toHaveLength(objects);
  });

  it('of several origins with the same bytes is put once a unit, and pointed to by each', async () => {
    const other = 'User-agent: *\nDisallow: /c';
    const urls = ['a', 'b', 'c'].map((name) => `http://${name}.example/0`);
    const robots: Web = (url) => (url.endsWith('/robots.txt') ? longText(url.includes('//c.') ? other : '') : page());
    const bench = new UnitBench(robots, tasksOf(urls));
    const puts = robotsPuts(bench);

    await bench.run();

    const [a, b, c] = await Promise.all(urls.map((url) => bench.hosts.robots(new URL(url).origin)));
    expect(puts.sort()).toEqual([a?.object, c?.object].sort());
    expect(b?.object).toBe(a?.object);
  });

  it('is pointed to only when its put has succeeded, however many origins wait for that', async () => {
    const urls = ['a', 'b'].map((name) => `http://${name}.example/0`);
    const bench = new UnitBench(withRobots(longText('')), tasksOf(urls));
    const puts = robotsPuts(bench, 2);
    const pointed: number[] = [];
    const save = bench.hosts.saveRobots.bind(bench.hosts);
    bench.hosts.saveRobots = (pointer) => {
      pointed.push(bench.archive.objects.has(pointer.object ?? '') ? puts.length : 0);
      return save(pointer);
    };

    await bench.run();

    expect(pointed).toEqual([3, 3]); // two tries failed
  });

  it('skips what it forbids, with line, file and time (N6)', async () => {
    const bench = new UnitBench(
      withRobots(longText('User-agent: *\n\nDisallow: /1')),
      tasksOf(pagesOf('a.example', 3)),
    );

    await bench.run();

    expect(await bench.outcomes()).toEqual({ '/0': 'stored', '/1': 'skipped(robots)', '/2': 'stored' });
    const line = await bench.line('/1');
    expect(line).toMatchObject({
      outcome: { rule: 'Disallow: /1' },
      attempts: 0,
      robots: { line: 3, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(bench.archive.objects.has(`robots/${line?.robots?.hash}.txt`)).toBe(true);
    expect(bench.fetcher.pages).toEqual(['http://a.example/0', 'http://a.example/2']);
  });

  it('is read for our own product token', async () => {
    const robots = text('User-agent: *\nDisallow: /\n\nUser-agent: mybot\nDisallow: /1');
    const bench = new UnitBench(withRobots(robots), tasksOf(pagesOf('a.example', 2)), {
      workflow: { politeness: { userAgent: 'MyBot/2.0 (+http://me.example)' } },
    });

    await bench.run();

    expect(await bench.outcomes()).toEqual({ '/0': 'stored', '/1': 'skipped(robots)' });
  });

  it('is not requested when the workflow ignores it', async () => {
    const bench = new UnitBench(withRobots(text('User-agent: *\nDisallow: /')), tasksOf(pagesOf('a.example', 2)), {
      workflow: { politeness: { robots: 'ignore' } },
    });

    await bench.run();

    expect(bench.fetcher.log.map(({ url }) => url)).toEqual(pagesOf('a.example', 2));
  });

  it.each([
    ['small', text],
    ['large', longText],
  ])('is shared by executions for a day when it is %s', async (_, robots) => {
    const hosts = new MemoryHostStore();
    const web = withRobots(robots('User-agent: *\nDisallow: /1'));
    const first = new UnitBench(web, tasksOf(pagesOf('a.example', 2)), { hosts });
    await first.run();
    const second = new UnitBench(web, tasksOf(pagesOf('a.example', 2)), {
      hosts,
      clock: first.clock,
      execution: 'xother0000',
    });
    for (const [key, bytes] of first.archive.objects)
      if (key.startsWith('robots/')) second.archive.objects.set(key, bytes);
    await second.run();
    const third = new UnitBench(web, tasksOf(pagesOf('a.example', 2)), {
      hosts,
      clock: first.clock,
      execution: 'xthird0000',
    });
    await first.clock.run(first.clock.sleep(86_400_000));
    await third.run();

    expect(second.fetcher.log.map(({ url }) => url)).toEqual(['http://a.example/0']);
    expect(await second.outcomes()).toEqual({ '/0': 'stored', '/1': 'skipped(robots)' });
    expect(third.fetcher.log.map(({ url }) => url)).toContain('http://a.example/robots.txt');
  });

  it('is fetched again when the object that the host store names is gone', async () => {
    const hosts = new MemoryHostStore();
    const first = new UnitBench(withRobots(longText('User-agent: *\nDisallow: /1')), tasksOf(pagesOf('a.example', 2)), {
      hosts,
    });
    await first.run();
    const second = new UnitBench(withRobots(text('User-agent: *\nDisallow: /0')), tasksOf(pagesOf('a.example', 2)), {
      hosts,
      clock: first.clock,
    });

    await second.run();

    expect(await second.outcomes()).toEqual({ '/0': 'skipped(robots)', '/1': 'stored' });
  });

  it('is followed through five redirects, to other hosts too, without configured headers', async () => {
    const hop = (n: number): Script => ({ status: 302, headers: [['Location', `http://r${n}.example/robots.txt`]] });
    const web: Web = (url) => {
      if (!url.endsWith('/robots.txt')) return page();
      const n = Number(/r(\d)/.exec(url)?.[1] ?? 0);
      return n < 5 ? hop(n + 1) : text('User-agent: *\nDisallow: /1');
    };
    const bench = new UnitBench(web, tasksOf(pagesOf('a.example', 2)), {
      workflow: { fetch: { headers: { Authorization: { secretRef: 'KEY' } } } },
      secrets: { 'local/KEY': 'x' },
    });

    await bench.run();

    expect(await bench.outcomes()).toEqual({ '/0': 'stored', '/1': 'skipped(robots)' });
    expect(bench.fetcher.log.filter(({ headers }) => headers.some(([name]) => name === 'Authorization'))).toHaveLength(
      2,
    );
  });

  it.each([
    ['404', { status: 404 }],
    ['403', { status: 403 }],
    ['a sixth redirect', { status: 302, headers: [['Location', '/robots.txt']] }],
    ['a page of HTML', { body: '<html>not found</html>' }],
  ] as const)('answering %s allows everything', async (_, robots) => {
    const bench = new UnitBench(withRobots(robots), tasksOf(pagesOf('a.example', 2)));

    await bench.run();

    expect(await bench.outcomes()).toEqual({ '/0': 'stored', '/1': 'stored' });
    expect(bench.fetcher.log.length - bench.fetcher.pages.length).toBe('headers' in robots ? 6 : 1);
    const pointer = await bench.hosts.robots('http://a.example');
    expect(pointer?.hash === null).toBe(!('body' in robots)); // HTML may be rules: it is parsed
  });

  it.each([
    ['500', { status: 500 }],
    ['429', { status: 429 }],
    ['nothing in time', { failure: 'timeout' }],
    ['a reset', { failure: 'reset' }],
    ['half of it', { body: 'User-agent: *', end: 'disconnect' }],
  ] as const)('answering %s puts everything off for half a minute', async (_, robots) => {
    const bench = new UnitBench(withRobots(robots), tasksOf(pagesOf('a.example', 2)));
    const begun = bench.clock.now();

    await bench.run();

    expect(bench.fetcher.pages).toEqual([]);
    for (const { outcome, attempts } of await bench.lines()) {
      expect([outcome.type, attempts]).toEqual(['deferred', 1]);
      expect(outcome).toMatchObject({ reason: 'robots-unreachable' });
      expect('notBefore' in outcome && outcome.notBefore - begun).toBeGreaterThanOrEqual(30_000);
      expect('notBefore' in outcome && outcome.notBefore - begun).toBeLessThan(31_000);
    }
  });

  it('that stays unreachable is asked later and later, and fails the task after its tries', async () => {
    const later = new UnitBench(withRobots({ status: 500 }), tasksOf(pagesOf('a.example', 1), { attempts: 1 }));
    const last = new UnitBench(withRobots({ status: 500 }), tasksOf(pagesOf('a.example', 1), { attempts: 2 }));
    const begun = later.clock.now();

    await later.run();
    await last.run();

    const [line] = await later.lines();
    expect(line?.outcome.type === 'deferred' && line.outcome.notBefore - begun).toBeGreaterThanOrEqual(60_000);
    expect(await last.outcomes()).toEqual({ '/0': 'failed(robots-unreachable)' });
    expect((await last.line('/0'))?.errors?.at(-1)?.code).toBe('robots-unreachable');
  });

  it.each(['dns', 'connect', 'tls'] as const)(
    'of a host that fails with %s fails its pages in the same way',
    async (failure) => {
      const bench = new UnitBench(() => ({ failure }), tasksOf(pagesOf('a.example', 1)));

      await bench.run();

      expect(await bench.outcomes()).toEqual({ '/0': `failed(${failure})` });
      expect(bench.fetcher.pages).toEqual([]);
    },
  );

  it('that answers an error has no rules, and is requested once, with robotsError allow (H11)', async () => {
    const hosts = new MemoryHostStore();
    const crawl = async (robotsError: string): Promise<UnitBench> => {
      const bench = new UnitBench(withRobots({ status: 503 }), tasksOf(pagesOf('a.example', 2)), {
        workflow: { politeness: { robotsError }, retry: { attempts: 1 } },
        hosts,
      });
      await bench.run();
      return bench;
    };

    const first = await crawl('allow');
    const second = await crawl('allow');
    const strict = await crawl('disallow');

    expect(await first.outcomes()).toEqual({ '/0': 'stored', '/1': 'stored' });
    expect(first.fetcher.log.filter(({ url }) => url.endsWith('/robots.txt'))).toHaveLength(1);
    expect(await second.outcomes()).toEqual({ '/0': 'stored', '/1': 'stored' });
    expect(second.fetcher.log.filter(({ url }) => url.endsWith('/robots.txt'))).toHaveLength(0);
    // Another workflow does not take the error for rules, nor wait for a day.
    expect(await strict.outcomes()).toEqual({
      '/0': 'failed(robots-unreachable)',
      '/1': 'failed(robots-unreachable)',
    });
    expect(strict.fetcher.log.map(({ url }) => url)).toEqual(['http://a.example/robots.txt']);
  });

  it('of a host at a blocked address skips its pages', async () => {
    const bench = new UnitBench(() => ({ failure: 'blocked-address' }), tasksOf(pagesOf('a.example', 2)));

    await bench.run();

    expect(await bench.outcomes()).toEqual({ '/0': 'skipped(blocked-address)', '/1': 'skipped(blocked-address)' });
  });
});
