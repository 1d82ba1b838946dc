import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openEmbedded } from '#compose/compose-local.ts';
import type { TaskView } from '#engine/list-tasks/task-view.ts';
import { quickWorkflow, removeFolder, temporaryFolder, wordOf } from '#test/e2e/crawls/embedded-crawl.ts';
import { expectProven } from '#test/e2e/crawls/proof.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import { surf } from '#test/e2e/process/surf-process.ts';
import { startSite } from '#test/site/site.ts';
import { makeWeb, urlOf } from '#test/site/web/make-web.ts';
import { referenceCrawl } from '#test/site/web/reference-crawl.ts';

describe('an address that makes its worker thread exit (N11)', () => {
  it('is failed(worker-died) alone: every other page is crawled', async () => {
    const web = makeWeb({ hosts: 3, pages: 60, seed: 9 });
    const site = await startSite({ hosts: 3, handler: web.handler });
    const data = temporaryFolder();
    try {
      const killer = { host: 1, path: '/page/19' };
      const url = urlOf(killer, site.origins);
      const file = join(data, 'workflow.json');
      const seeds = site.origins.map((origin) => `${origin}/`);
      writeFileSync(file, JSON.stringify(quickWorkflow({ seeds, parallelism: 4, hostsPerWorker: 1 })));

      const end = await surf(['run', file, '--data', data, '--allow-private-network', '--json'], {
        SURF_TEST_KILL_URL: url,
      });
      const { stdout } = await surfHere(['tasks', 'last', '--data', data, '--json']);

      expect(JSON.parse(end.stdout)).toMatchObject({ status: 'succeeded', counts: { failed: { 'worker-died': 1 } } });
      const found = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as TaskView);
      const words = found.map((view) => `${view.url} ${view.level} ${wordOf(view)}`).sort();
      const pages = web.pages.map((page) =>
        page.host === killer.host && page.path === killer.path
          ? { ...page, kind: 'error' as const, status: 404 }
          : page,
      );
      const expected = referenceCrawl({ ...web, pages }, site.origins).map((task) =>
        task.url === url ? `${url} ${task.level} failed(worker-died)` : `${task.url} ${task.level} ${task.outcome}`,
      );
      expect(words).toEqual(expected.sort());
      expect(site.log.some(({ origin, path }) => `${origin}${path}` === url)).toBe(false);
      await provenIn(data);
    } finally {
      await site.close();
      removeFolder(data);
    }
  });
});

async function provenIn(data: string): Promise<void> {
  const embedded = openEmbedded({ data });
  try {
    const [row] = (await embedded.catalog.executions(1)).rows;
    if (row === undefined) throw new Error('there is no execution');
    await expectProven(embedded, row.id);
  } finally {
    await embedded.close();
  }
}
