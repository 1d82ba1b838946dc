import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_COLUMNS } from '#core/export/tables/columns/sample-columns.ts';
import type { TablePage } from '#core/export/tables/table-columns.ts';
import { explain } from '#engine/explain/explain.ts';
import { sampleVisits } from '#engine/export/job/sample-visits.ts';
import { crawled } from '#test/e2e/crawls/embedded-crawl.ts';
import { expectProven } from '#test/e2e/crawls/proof.ts';
import { type Site, startSite } from '#test/site/site.ts';

const PAGES = 60;
/** Every page links the home page, and four others of the first twenty or of all. */
const linksOf = (n: number): number[] => [0, n + 1, 7 * n + 3, (3 * n + 5) % 20, (5 * n + 2) % 20];

describe('a sample (G8)', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite({
      hosts: 2,
      handler: (exchange) => {
        const { pathname } = exchange.url;
        if (pathname === '/robots.txt') return exchange.send(404, {}, '');
        if (pathname === '/seed') return exchange.send(302, { location: `${site.origin(1)}/0` });
        if (pathname === '/a') return exchange.html('<title>a</title><a href="/b">b</a>');
        if (pathname === '/b') return exchange.html('<title>b</title><a href="/a">a</a>');
        const n = Number(pathname.slice(1));
        if (n % 13 === 12) return exchange.send(301, { location: `/${n + 1}` });
        if (n % 17 === 16) return exchange.send(404, {}, '');
        const links = linksOf(n).map((to) => `<a href="/${to % PAGES}">${to}</a>`);
        return exchange.html(`<title>${n}</title>${links.join('')}<a href="http://elsewhere.test/">x</a>`);
      },
    });
  });
  afterAll(() => site.close());

  it('is the same with 1 and 8 workers, proven, with visits and weights of its pages', async () => {
    const definition = { seeds: [`${site.origin(0)}/seed`], order: 'sample', sample: { walks: 4, steps: 12 } };
    const sampled = (parallelism: number) =>
      crawled({ ...definition, parallelism }, async (crawl, row) => {
        await expectProven(crawl.surf, crawl.id);
        const views = await crawl.views();
        const visits = await sampleVisits(crawl.surf, crawl.id);
        const missed = [...Array(PAGES).keys()].map((n) => `${site.origin(1)}/${n}`);
        const unseen = missed.filter((url) => !views.some((view) => view.url === url));
        const why = await explain(crawl.surf, crawl.id, unseen[0] ?? '');
        return { status: row.status, seen: views.map(({ url, level }) => [url, level, visits.of(url)]), why };
      });

    const [one, eight] = [await sampled(1), await sampled(8)];

    expect(one.status).toBe('succeeded');
    expect(eight.seen).toEqual(one.seen);
    const visits = one.seen.map(([, , times]) => Number(times ?? 0));
    expect(visits.reduce((sum, times) => sum + times, 0)).toBe(4 * 13);
    expect(one.seen.length).toBeLessThan(PAGES);
    expect(one.why).toMatchObject({ pending: { cause: 'no walk has followed a link to it' } });
  });

  it('follows links between the pages of one unit', async () => {
    const seeds = ['/a', '/b'].map((path) => `${site.origin(0)}${path}`);
    const sample = { walks: 1, steps: 19, jump: 0 };
    const visits = await crawled({ seeds, order: 'sample', sample }, (crawl) => sampleVisits(crawl.surf, crawl.id));

    expect(seeds.map(visits.of)).toEqual([10, 10]);
  });

  it('has the weight of a page from its visits; another crawl has neither', () => {
    const cellsOf = (visits: number | null | undefined) =>
      SAMPLE_COLUMNS.map(({ cell }) => cell({ ...(visits !== undefined && { visits }) } as TablePage));

    expect([cellsOf(1), cellsOf(3), cellsOf(null), cellsOf(undefined)]).toEqual([
      [1, 1],
      [3, 0.333333],
      [null, null],
      [null, null],
    ]);
  });
});
