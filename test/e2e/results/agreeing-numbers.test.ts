import { expect, it } from 'vitest';
import { ProgressWatch } from '#cli/progress/progress-watch.ts';
import { describeExecution } from '#engine/overview/describe-execution.ts';
import { openApiBench } from '#test/api/api-bench.ts';
import { EmbeddedCrawl } from '#test/e2e/crawls/embedded-crawl.ts';
import { HELD, HeldSite, PAGES } from '#test/e2e/crawls/running-wave.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';

/** The seed, and what the running wave has stored. */
const STORED = 1 + HELD;

it('every screen shows one count of stored pages at one instant, and a rate that divides it by the time beside it', async () => {
  const held = await HeldSite.start();
  const crawl = await EmbeddedCrawl.create(held.workflow);
  const api = openApiBench({ ...crawl.surf });
  const run = crawl.run();
  try {
    await held.waits();
    await expect.poll(async () => (await describeExecution(crawl.surf, crawl.id)).live.stored).toBe(HELD);
    const command = async (...args: string[]) => (await surfHere([...args, '--data', crawl.surf.data])).stdout;

    const view = await describeExecution(crawl.surf, crawl.id);
    const progress = await new ProgressWatch(() => describeExecution(crawl.surf, crawl.id)).look();
    const one = (await api.send('GET', `/v1/executions/${crawl.id}`)).body as unknown as Shown;
    const [item] = (await api.send('GET', '/v1/executions')).body.items as unknown as Shown[];
    const status = JSON.parse(await command('status', 'last', '--json')) as Shown;
    const listed = JSON.parse(await command('ls', '--json')) as Shown;
    const statusText = await command('status', 'last');
    const listText = await command('ls');

    expect([view, progress, one, item, status, listed].map((shown) => shown?.pages)).toEqual(Array(6).fill(STORED));
    for (const { pages, seconds, pagesPerSecond } of [view, one, status]) {
      expect(Math.abs(pagesPerSecond - pages / seconds)).toBeLessThan(0.011); // two decimals of milliseconds
    }
    expect(statusText).toContain(`pages     ${STORED},`);
    expect(statusText).toContain(`of        ${1 + PAGES} discovered URLs: ${STORED} stored, ${PAGES - HELD} pending`);
    expect(statusText).toContain(`level 1   ${HELD} pages of ${PAGES} URLs, ${PAGES - HELD} pending`);
    expect(statusText).toMatch(/now {7}1 worker running: \d+ fetched/);
    expect(listText).toContain(` ${STORED} pages `);
    expect(progress?.pending).toBe(PAGES - HELD);

    held.letGo();
    const row = await run;
    const ended = await describeExecution(crawl.surf, crawl.id);
    expect([ended.pages, row.counts.stored, ended.live.stored]).toEqual([1 + PAGES, 1 + PAGES, 0]);
  } finally {
    held.letGo();
    await run.catch(() => undefined);
    await api.close();
    await crawl.close();
    await held.site.close();
  }
});

interface Shown {
  readonly pages: number;
  readonly seconds: number;
  readonly pagesPerSecond: number;
}
