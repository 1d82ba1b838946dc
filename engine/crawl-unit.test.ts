import { describe, expect, it } from 'vitest';
import { pagesOf, tasksOf, UnitBench } from '#test/fakes/unit-bench.ts';

const page = () => ({ body: '<p>page' });

describe('a unit', () => {
  it('stores its pages and reports each task once, in rank order of its host', async () => {
    const bench = new UnitBench(page, tasksOf(pagesOf('a.example', 3)));

    await bench.run();

    expect(bench.outcomes).toEqual({ '/0': 'stored', '/1': 'stored', '/2': 'stored' });
    expect(bench.fetcher.pages).toEqual(pagesOf('a.example', 3));
    expect(bench.chunks.map(({ head }) => [head.n, head.final])).toEqual([[0, true]]);
  });
});
