import { describe, expect, it } from 'vitest';
import { endReport } from '#cli/progress/report.ts';
import { describeRow } from '#engine/overview/describe-execution.ts';
import { crawled, wordOf } from '#test/e2e/crawls/embedded-crawl.ts';
import { expectProven } from '#test/e2e/crawls/proof.ts';
import { BOT_WALLS } from '#test/site/handlers/answers/bot-wall.ts';
import { startSite } from '#test/site/site.ts';

describe('bot walls', () => {
  it('of every service are failed(blocked), head the summary, and nothing behind them is followed', async () => {
    const site = await startSite({ hosts: BOT_WALLS.length + 1 });
    try {
      // each on a separate host: a wall closes its host for a while
      const walls = BOT_WALLS.map((name, i) => `${site.origin(i)}/bot-wall/${name}`);
      const open = `${site.origin(BOT_WALLS.length)}/latency/0`;
      await crawled({ seeds: [...walls, open], retry: { attempts: 3, backoffSeconds: 0 } }, async (run, row) => {
        const found = Object.fromEntries((await run.views()).map((view) => [view.url, wordOf(view)]));

        expect(found).toEqual({
          ...Object.fromEntries(walls.map((url) => [url, 'failed(blocked)'])),
          [open]: 'stored',
        });
        expect(site.log.filter(({ path }) => path.startsWith('/bot-wall/'))).toHaveLength(walls.length);
        expect(endReport(await describeRow(run.surf, row), { where: run.surf.data, showCost: false })[0]).toBe(
          `bot walls blocked 6 URLs: surf tasks ${run.id} --reason blocked lists them`,
        );
        await expectProven(run.surf, run.id);
      });
    } finally {
      await site.close();
    }
  });
});
