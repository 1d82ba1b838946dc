import { expect, it } from 'vitest';
import { settledDraft } from '#engine/list-tasks/task-view.ts';
import { sampleTask } from '#test/contract/samples.ts';
import { pagesOf, tasksOf, UnitBench } from '#test/fakes/unit-bench.ts';

const titleOf = async (title: string) => {
  const web = (url: string) => ({
    body: url.endsWith('/robots.txt') ? '' : `<meta charset="utf-8"><title>${title}</title>`,
  });
  const bench = new UnitBench(web, tasksOf(pagesOf('a.example', 1)));
  await bench.run();
  return await bench.line('/0');
};

it('an outcome line keeps 512 characters of a title, and says when it was cut', async () => {
  expect(await titleOf('t'.repeat(512))).not.toHaveProperty('titleCut');
  expect(await titleOf('日'.repeat(512))).toMatchObject({ title: '日'.repeat(512) });
  expect(await titleOf('t'.repeat(600))).toMatchObject({ title: 't'.repeat(512), titleCut: true });
});

it('so does a task, as the API shows it', () => {
  const title = 't'.repeat(512);

  expect(settledDraft(sampleTask(1, { title, titleCut: true }))).toMatchObject({ title, titleCut: true });
  expect(settledDraft(sampleTask(1, { title }))).toMatchObject({ title, titleCut: false });
});
