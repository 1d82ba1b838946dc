import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { describeExecution } from '#engine/overview/describe-execution.ts';
import { EmbeddedCrawl } from '#test/e2e/crawls/embedded-crawl.ts';
import { expectProven } from '#test/e2e/crawls/proof.ts';
import { startSite } from '#test/site/site.ts';

const HOUR = 3_600_000;
const timeOf = (at: number): string => new Date(at).toISOString().slice(11, 16);

describe('politeness.window (G7)', () => {
  it('a crawl outside of its hours asks nothing, and shows what it waits for and until when (G7, N13)', async () => {
    const site = await startSite();
    const window = { from: timeOf(Date.now() + 2 * HOUR), to: timeOf(Date.now() + 3 * HOUR), zone: 'UTC' };
    const seeds = [`${site.origin(0)}/latency/0`];
    const crawl = await EmbeddedCrawl.create({ seeds, politeness: { delaySeconds: 0, window } });
    try {
      const running = crawl.run();
      const look = () => describeExecution(crawl.surf, crawl.id);
      while ((await look()).status !== 'waiting') await sleep(20);

      const { waiting } = await look();
      expect(waiting?.cause).toBe(`outside of ${window.from}-${window.to} UTC`);
      expect(waiting?.until.slice(11)).toBe(`${window.from}:00.000Z`);
      expect(Date.parse(waiting?.until ?? '') - Date.now()).toBeLessThanOrEqual(2 * HOUR);

      await crawl.control({ type: 'stop' });
      expect((await running).status).toBe('stopped');
      expect(site.log).toEqual([]);
      await expectProven(crawl.surf, crawl.id);
    } finally {
      await crawl.close();
      await site.close();
    }
  });

  it('a crawl within its hours continues', async () => {
    const site = await startSite();
    const window = { from: timeOf(Date.now() - HOUR), to: timeOf(Date.now() + HOUR), zone: 'UTC' };
    const seeds = [`${site.origin(0)}/latency/0`];
    const crawl = await EmbeddedCrawl.create({ seeds, politeness: { delaySeconds: 0, window } });
    try {
      expect((await crawl.run()).counts.stored).toBe(1);
    } finally {
      await crawl.close();
      await site.close();
    }
  });
});
