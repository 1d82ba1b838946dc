import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Seed } from '#core/url/seed/seed.ts';
import { explain } from '#engine/explain/explain.ts';
import { EmbeddedCrawl } from '#test/e2e/crawls/embedded-crawl.ts';
import { expectProven } from '#test/e2e/crawls/proof.ts';
import { type Site, startSite } from '#test/site/site.ts';

/** Two seeds lead to `/shared`; `/moved` redirects, and so does `/hop` behind it. */
const LINKS: Readonly<Record<string, readonly string[]>> = {
  '/a': ['/a1', '/shared'],
  '/a1': ['/a2'],
  '/a2': ['/a3'],
  '/b': ['/shared', '/moved', '/a2'],
  '/b1': ['/b2'],
  '/b2': ['/b3'],
  '/shared': ['/s1'],
  '/s1': ['/s2'],
};
const MOVED: Readonly<Record<string, string>> = { '/moved': '/hop', '/hop': '/b1' };

describe('the depth of a seed (G3)', () => {
  let site: Site;
  let crawl: EmbeddedCrawl | undefined;
  beforeAll(async () => {
    site = await startSite({
      handler: (exchange) => {
        const { pathname } = exchange.url;
        const to = MOVED[pathname];
        if (to !== undefined) return exchange.send(302, { location: to });
        const links = (LINKS[pathname] ?? []).map((path) => `<a href="${path}">${path}</a>`);
        return exchange.send(200, { 'content-type': 'text/html' }, `<p>${pathname}</p>${links.join('')}`);
      },
    });
  });
  afterEach(() => crawl?.close());
  afterAll(() => site.close());

  const at = (path: string): string => `${site.origin(0)}${path}`;
  /** Paths of all addresses of the ledger. */
  const crawled = async (seeds: readonly Seed[], change: object = {}): Promise<string[]> => {
    crawl = await EmbeddedCrawl.create({ seeds, ...change });
    const row = await crawl.run();
    await expectProven(crawl.surf, crawl.id);
    expect([row.status, row.counts.pending]).toEqual(['succeeded', 0]);
    return (await crawl.views()).map(({ url }) => new URL(url).pathname);
  };

  it('ends its links, and no others', async () => {
    const seeds = [
      { url: at('/a'), depth: 1 },
      { url: at('/b'), depth: 2 },
    ];
    const paths = await crawled(seeds, { parallelism: 8, hostsPerWorker: 1 });

    // A page belongs to the seed that found it first: /shared to /a, so /s1 is beyond.
    expect(paths).toEqual(['/a', '/a1', '/a2', '/a3', '/b', '/b1', '/b2', '/hop', '/moved', '/shared']);
    const of = async (path: string) =>
      (await explain(crawl?.surf as EmbeddedCrawl['surf'], crawl?.id as never, at(path))).found;
    expect((await of('/shared'))?.depthLeft).toBe(0);
    expect((await of('/b1'))?.depthLeft).toBe(1);
    expect((await of('/b2'))?.depthLeft).toBe(0);
  });

  it('counts for what its seed found first, in the order of the seeds', async () => {
    const seeds = [
      { url: at('/b'), depth: 2 },
      { url: at('/a'), depth: 0 },
    ];
    const paths = await crawled(seeds, { parallelism: 1 });

    expect(paths).toEqual(['/a', '/a2', '/a3', '/b', '/b1', '/b2', '/hop', '/moved', '/s1', '/shared']);
  });

  it('is not that of a seed without one, and holds depth-first, too', async () => {
    const seeds = [{ url: at('/a'), depth: 0 }, at('/shared')];

    expect(await crawled(seeds, { order: 'depth-first', parallelism: 1 })).toEqual(['/a', '/s1', '/s2', '/shared']);
  });
});
