import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explain } from '#engine/explain/explain.ts';
import { crawled } from '#test/e2e/crawls/embedded-crawl.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { SITEMAP_HOSTS, sitemapSite } from '#test/site/sites/sitemap-site.ts';

describe('explain of a crawl with sitemaps', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite({ hosts: SITEMAP_HOSTS, handler: sitemapSite });
  });
  afterAll(() => site.close());

  it('names the sitemaps that an entry was found in, and the page that led to them (N7)', async () => {
    const seed = `${site.origin(0)}/`;
    await crawled({ seeds: [seed], scope: { mode: 'any' }, sitemaps: 'auto' }, async (crawl) => {
      const entry = await explain(crawl.surf, crawl.id, `${site.origin(0)}/deep1`);

      expect(entry.found).toMatchObject({ how: 'sitemap', complete: true });
      expect(entry.found?.chain).toEqual([
        { url: `${site.origin(0)}/deep.xml`, how: 'sitemap', level: 0 },
        { url: `${site.origin(0)}/indexes.xml`, how: 'sitemap', level: 0 },
        { url: `${site.origin(0)}/index.xml`, how: 'robots', level: 0 },
        { url: seed, how: 'seed', level: 0 },
      ]);
      expect(await explain(crawl.surf, crawl.id, `${site.origin(0)}/pages.xml.gz#x`)).toMatchObject({
        kind: 'sitemap',
        state: 'succeeded',
        merged: { with: `${site.origin(0)}/pages.xml.gz`, rules: ['fragment'] },
        found: { how: 'sitemap' },
      });
      for (const { url, state, via } of await crawl.views()) {
        const { state: found, found: how } = await explain(crawl.surf, crawl.id, url);
        expect([url, found, how?.chain[0]?.url ?? null]).toEqual([url, state, via]);
      }
    });
  });

  it('names a sitemap that the workflow gives', async () => {
    const given = `${site.origin(1)}/feed.xml`;
    const definition = { seeds: [`${site.origin(1)}/`], sitemaps: [given] };
    await crawled(definition, async (crawl) => {
      const { found } = await explain(crawl.surf, crawl.id, `${site.origin(1)}/news2`);

      expect(found).toMatchObject({ how: 'sitemap', level: 0, chain: [{ url: given, level: 0 }], complete: true });
    });
  });
});
