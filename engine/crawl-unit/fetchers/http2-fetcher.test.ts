import { expect, it } from 'vitest';
import { pagesOf, tasksOf, UnitBench } from '#test/fakes/unit-bench.ts';

it.each([true, false])('fetch.http2: %s holds for robots.txt and pages alike', async (http2) => {
  const tasks = tasksOf(pagesOf('a.example', 2));
  const bench = new UnitBench(() => ({ body: 'x' }), tasks, { workflow: { fetch: { http2 } } });

  await bench.run();

  expect(bench.fetcher.log.map((request) => request.http2)).toEqual([http2, http2, http2]);
});
