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
