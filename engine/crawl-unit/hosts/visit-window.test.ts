import { describe, expect, it } from 'vitest';
import type { Web } from '#test/fakes/scripted-fetcher.ts';
import { pagesOf, tasksOf, UnitBench } from '#test/fakes/unit-bench.ts';
import { VirtualClock } from '#test/fakes/virtual-clock.ts';

const NIGHT = { from: '22:00', to: '06:00', zone: 'Europe/Berlin' };
/** 22:00 in Berlin, in winter. */
const OPENS = Date.parse('2026-01-15T21:00:00Z');
const CLOSES = Date.parse('2026-01-16T05:00:00Z');
const NEXT = Date.parse('2026-01-16T21:00:00Z');

const web: Web = (url) =>
  url.endsWith('/robots.txt') ? { body: 'User-agent: *\n', type: 'text/plain' } : { body: 'x' };
const benchAt = (epoch: number, pages: number, page: Web = web): UnitBench =>
  new UnitBench(page, tasksOf(pagesOf('a.example', pages)), {
    clock: new VirtualClock(epoch),
    workflow: { politeness: { window: NIGHT } },
  });

describe('politeness.window (G7)', () => {
  it('asks nothing outside of it, not even robots.txt, and puts everything off to its opening', async () => {
    const bench = benchAt(OPENS - 3_600_000, 3);

    await bench.run();

    expect(bench.fetcher.log).toEqual([]);
    expect(bench.hosts.calls).toEqual([]);
    expect((await bench.lines()).map(({ outcome, attempts }) => [outcome, attempts])).toEqual(
      Array(3).fill([
        { type: 'deferred', reason: 'window', notBefore: OPENS, cause: 'outside of 22:00-06:00 Europe/Berlin' },
        0,
      ]),
    );
    expect(bench.clock.now() - OPENS).toBeLessThan(-3_599_000);
  });

  it('waits for an opening that is near', async () => {
    const bench = benchAt(OPENS - 30_000, 3);

    await bench.run();

    expect(Object.values(await bench.outcomes())).toEqual(['stored', 'stored', 'stored']);
    expect(bench.fetcher.log[0]?.startedAt).toBeGreaterThanOrEqual(OPENS);
    expect(bench.fetcher.log).toHaveLength(4);
  });

  it('starts no request from its end on, and puts the rest off to the next day', async () => {
    const bench = benchAt(CLOSES - 5_000, 20);

    await bench.run();

    const starts = bench.fetcher.log.map(({ startedAt }) => startedAt);
    expect(Math.max(...starts)).toBeLessThan(CLOSES);
    expect(starts).toHaveLength(6);
    const put = (await bench.lines()).filter(({ outcome }) => outcome.type === 'deferred');
    expect(put).toHaveLength(15);
    expect(put.every(({ outcome }) => outcome.type === 'deferred' && outcome.notBefore === NEXT)).toBe(true);
  });

  it('does not send a request whose connection came after its end; that was not a try', async () => {
    const slow: Web = (url) => ({ ...web(url, 0), connectMs: url.endsWith('/1') ? 3_000 : 0 });
    const bench = benchAt(CLOSES - 2_000, 2, slow);

    await bench.run();

    expect(bench.fetcher.log.map(({ url }) => new URL(url).pathname)).toEqual(['/robots.txt', '/0']);
    expect(await bench.line('/1')).toMatchObject({
      outcome: { type: 'deferred', reason: 'window', notBefore: NEXT },
      attempts: 0,
    });
  });

  it('follows no redirect of robots.txt after its end, and does not hold that against the host', async () => {
    const moved: Web = (url) =>
      url === 'http://a.example/robots.txt'
        ? { status: 301, headers: [['Location', 'http://b.example/robots.txt']], latencyMs: 2_000 }
        : web(url, 0);
    const bench = benchAt(CLOSES - 1_000, 1, moved);

    await bench.run();

    expect(bench.fetcher.log.map(({ url }) => url)).toEqual(['http://a.example/robots.txt']);
    expect(await bench.outcomes()).toEqual({ '/0': 'deferred(window)' });
    expect(await bench.hosts.robots('http://a.example')).toBeNull();
  });

  it('sends no GET after its end for a HEAD before it', async () => {
    const slow: Web = (url, nth, method) => ({ ...web(url, nth), latencyMs: method === 'HEAD' ? 3_000 : 10 });
    const bench = new UnitBench(slow, tasksOf(pagesOf('a.example', 1)), {
      clock: new VirtualClock(CLOSES - 2_000),
      workflow: { politeness: { window: NIGHT }, fetch: { headFirst: true } },
    });

    await bench.run();

    expect(bench.fetcher.log.map(({ method }) => method)).toEqual(['GET', 'HEAD']);
    expect(await bench.line('/0')).toMatchObject({ outcome: { reason: 'window' }, attempts: 0 });
  });
});
