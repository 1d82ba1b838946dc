import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crawlResult } from '#test/e2e/crawls/crawl-record.ts';
import { differencesOf } from '#test/e2e/crawls/differences.ts';
import { crawled } from '#test/e2e/crawls/embedded-crawl.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { makeWeb } from '#test/site/web/make-web.ts';

const WEB = { hosts: 3, pages: 40, seed: 5, redirects: [301], errors: [404], duplicates: 3 };

describe('surf rebuild', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite({ hosts: WEB.hosts, handler: makeWeb(WEB).handler });
  });
  afterAll(() => site.close());

  it('writes lost rows again from the archive, each as it was, and does not open a limited crawl', async () => {
    const definition = { seeds: site.origins.map((origin) => `${origin}/`), limits: { pages: 25 } };

    await crawled(definition, async (crawl, row) => {
      const { surf: folder, id } = crawl;
      const before = await crawlResult(folder, crawl);
      await folder.tasks.clear(id);
      expect(await differencesOf(folder, id)).not.toEqual([]);

      const { code } = await surfHere(['rebuild', id, '--data', folder.data]);

      expect(code).toBe(0);
      expect(await differencesOf(folder, id)).toEqual([]);
      expect(await crawlResult(folder, crawl)).toEqual(before);
      const after = await folder.catalog.execution(id);
      expect([after.status, after.wave, after.costUsd]).toEqual(['limited', row.wave, row.costUsd]);
    });
  });
});
