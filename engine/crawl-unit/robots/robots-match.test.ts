import { describe, expect, it } from 'vitest';
import { tasksOf, UnitBench } from '#test/fakes/unit-bench.ts';

const ROBOTS = 'User-agent: *\nAllow: /\nDisallow: /private\n';
const web = (url: string) => (url.endsWith('/robots.txt') ? { body: ROBOTS, type: 'text/plain' } : { body: 'page' });
const tasks = tasksOf(['http://a.example/private', 'http://a.example/public']);

describe('politeness.robotsMatch (H2, N6)', () => {
  it('longest: the longest rule decides, as RFC 9309 has it', async () => {
    const bench = new UnitBench(web, tasks);

    await bench.run();

    expect(await bench.outcomes()).toEqual({ '/private': 'skipped(robots)', '/public': 'stored' });
    expect(await bench.line('/private')).toMatchObject({
      outcome: { rule: 'Disallow: /private' },
      robots: { line: 3 },
    });
  });

  it('first: the first rule of the file that matches decides', async () => {
    const bench = new UnitBench(web, tasks, { workflow: { politeness: { robotsMatch: 'first' } } });

    await bench.run();

    expect(await bench.outcomes()).toEqual({ '/private': 'stored', '/public': 'stored' });
  });
});

describe('politeness.crawlDelay (H11)', () => {
  const startsOf = async (politeness: Record<string, unknown>, robots: string): Promise<number[]> => {
    const bench = new UnitBench(
      (url) => (url.endsWith('/robots.txt') ? { body: robots, type: 'text/plain' } : { body: 'page' }),
      tasksOf(['http://a.example/0', 'http://a.example/1', 'http://a.example/2']),
      { workflow: { politeness } },
    );
    await bench.run();
    const pages = bench.fetcher.log.filter(({ url }) => !url.endsWith('/robots.txt')).map(({ startedAt }) => startedAt);
    return pages.slice(1).map((at, i) => Math.round(at - (pages[i] ?? 0)));
  };
  const SMALLER = 'User-agent: *\nCrawl-delay: 0.2\n';

  it('replace: a smaller Crawl-delay counts; where robots.txt says nothing, delaySeconds does', async () => {
    expect(await startsOf({ crawlDelay: 'replace' }, SMALLER)).toEqual([200, 200]);
    expect(await startsOf({ crawlDelay: 'replace' }, 'User-agent: *\nAllow: /\n')).toEqual([1_000, 1_000]);
  });

  it('raise: the longer of both counts', async () => {
    expect(await startsOf({}, SMALLER)).toEqual([1_000, 1_000]);
    expect(await startsOf({}, 'User-agent: *\nCrawl-delay: 3\n')).toEqual([3_000, 3_000]);
  });
});
