import { expect, it } from 'vitest';
import { pagesOf, tasksOf, UnitBench } from '#test/fakes/unit-bench.ts';

const PAGE = '<html lang="de"><base href="/b/"><link rel=canonical href="c"><h1>Lamp</h1>';

const lineOf = async (output: object) => {
  const web = (url: string) => ({ body: url.endsWith('/robots.txt') ? '' : PAGE });
  const bench = new UnitBench(web, tasksOf(pagesOf('a.example', 1)), { workflow: { output } });
  await bench.run();
  return await bench.line('/0');
};

it('an outcome line has what the page says of itself, addresses absolute', async () => {
  expect((await lineOf({}))?.facts).toEqual({ language: 'de', canonical: 'http://a.example/b/c', h1: 'Lamp' });
});

it('it has nothing of that with output.facts false', async () => {
  expect(await lineOf({ facts: false })).not.toHaveProperty('facts');
});
