import { describe, expect, it } from 'vitest';
import type { Script, Web } from '#test/fakes/scripted-fetcher.ts';
import { pagesOf, tasksOf, UnitBench } from '#test/fakes/unit-bench.ts';

const WALL: Script = { status: 403, headers: [['cf-mitigated', 'challenge']], body: '<title>Just a moment...</title>' };
const withoutRobots =
  (web: Web): Web =>
  (url, nth) =>
    url.endsWith('/robots.txt') ? { status: 404 } : web(url, nth);

describe('a bot wall', () => {
  it('is failed(blocked) at once, with its name, and archived', async () => {
    const bench = new UnitBench(
      withoutRobots(() => WALL),
      tasksOf(['http://a.example/x']),
    );

    await bench.run();

    expect(bench.fetcher.pages).toHaveLength(1);
    expect(await bench.line('/x')).toMatchObject({
      outcome: { type: 'failed', reason: 'blocked' },
      status: 403,
      attempts: 1,
      errors: [{ code: 'blocked', message: 'Cloudflare (cf-mitigated: challenge)' }],
      warc: { offset: expect.any(Number) },
    });
  });

  it('with 200 is not a page either: nothing of it is stored, and its links are not followed', async () => {
    const wall: Script = { headers: [['cf-mitigated', 'challenge']], body: '<a href="/y">y</a>' };
    const bench = new UnitBench(
      withoutRobots(() => wall),
      tasksOf(['http://a.example/x']),
    );

    await bench.run();

    expect(await bench.outcomes()).toEqual({ '/x': 'failed(blocked)' });
    expect(await bench.candidates()).toEqual([]);
  });

  it('opens the circuit of its host alone: tried again after 30 s, then 60 s, then deferred', async () => {
    const web: Web = (url) => (url.startsWith('http://a.') ? WALL : { body: 'x' });
    const urls = [...pagesOf('a.example', 10), ...pagesOf('b.example', 10)];
    const bench = new UnitBench(withoutRobots(web), tasksOf(urls), { unit: { hosts: 2 } });

    await bench.run();

    const walled = bench.fetcher.log.filter(({ url }) => url.startsWith('http://a.') && !url.endsWith('robots.txt'));
    const gaps = walled.slice(1).map(({ startedAt }, i) => startedAt - (walled[i]?.startedAt ?? 0));
    expect(gaps.map((gap) => Math.round(gap / 1_000))).toEqual([30, 60]);
    expect(bench.fetcher.pages.filter((url) => url.startsWith('http://b.'))).toHaveLength(10);
    const put = (await bench.lines()).filter(({ outcome }) => outcome.type === 'deferred');
    expect(put).toHaveLength(7);
    expect(put[0]).toMatchObject({
      attempts: 1,
      outcome: { reason: 'back-off', cause: 'the host shows a bot wall' },
      errors: [{ code: 'blocked' }],
    });
  });

  it('fails the tasks deferred for it when their tries are over', async () => {
    const tasks = tasksOf(pagesOf('a.example', 6), { attempts: 2 });
    const bench = new UnitBench(
      withoutRobots(() => WALL),
      tasks,
    );

    await bench.run();

    expect(bench.fetcher.pages).toHaveLength(3);
    expect(Object.values(await bench.outcomes())).toEqual(Array(6).fill('failed(blocked)'));
  });

  it('that is gone at the next try closes the circuit', async () => {
    const web: Web = (url) => (url.endsWith('/0') ? WALL : { body: 'x' });
    const bench = new UnitBench(withoutRobots(web), tasksOf(pagesOf('a.example', 4)));

    await bench.run();

    expect(await bench.outcomes()).toEqual({ '/0': 'failed(blocked)', '/1': 'stored', '/2': 'stored', '/3': 'stored' });
  });
});
