import { describe, it } from 'vitest';
import { EmbeddedCrawl } from '#test/e2e/crawls/embedded-crawl.ts';
import { expectShownWhileRunning, HeldSite } from '#test/e2e/crawls/running-wave.ts';

describe('an embedded crawl in the middle of a wave', () => {
  it('shows the tasks, records and explanations of its durable chunks, and the same when the wave is settled', async () => {
    const held = await HeldSite.start();
    const crawl = await EmbeddedCrawl.create(held.workflow);
    try {
      await expectShownWhileRunning(crawl.surf, { id: crawl.id, held, run: crawl.run() });
    } finally {
      held.letGo();
      await crawl.close();
      await held.site.close();
    }
  });
});
