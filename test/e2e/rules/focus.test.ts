import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explain } from '#engine/explain/explain.ts';
import type { TaskView } from '#engine/list-tasks/task-view.ts';
import { crawled, wordOf } from '#test/e2e/crawls/embedded-crawl.ts';
import { expectProven } from '#test/e2e/crawls/proof.ts';
import { type Site, startSite } from '#test/site/site.ts';

/** By path: the links of a page, address and text. */
const LINKS: Readonly<Record<string, readonly (readonly [href: string, text: string])[]>> = {
  '/': [
    ['/weather', 'weather'],
    ['/later', 'more'],
    ['/r1', 'About robots'],
    ['/moved', 'robots, moved'],
  ],
  '/r1': [
    ['/later', 'more robots'],
    ['/target', 'target'],
  ],
  '/later': [['/menu', 'menu']],
  '/host2': [
    ['/robots', 'more'],
    ['/other', 'more'],
  ],
};
const SITEMAP = '<urlset><url><loc>ORIGIN/map/robots</loc></url><url><loc>ORIGIN/map/cars</loc></url></urlset>';

const wordAndLevel = (view: TaskView): string => `${wordOf(view)} ${view.level}`;

describe('a focused crawl (G8)', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite({
      hosts: 2,
      handler: (exchange) => {
        const { pathname } = exchange.url;
        if (pathname === '/robots.txt') return exchange.send(404, {}, '');
        if (pathname === '/moved') return exchange.send(302, { location: '/target' });
        if (pathname === '/seed2') return exchange.send(302, { location: `${site.origin(1)}/host2` });
        if (pathname === '/map.xml') return exchange.html(SITEMAP.replaceAll('ORIGIN', site.origin(0)));
        const links = (LINKS[pathname] ?? []).map(([href, text]) => `<li><a href="${href}">${text}</a></li>`);
        return exchange.html(`<title>${pathname}</title>${'<p>x</p>'.repeat(20)}${links.join('')}`);
      },
    });
  });
  afterAll(() => site.close());

  const at = (path: string): string => `${site.origin(0)}${path}`;

  it.each([1, 8])(
    'is the same with %i workers: a link is followed when one page of its says enough',
    async (workers) => {
      const definition = {
        seeds: [at('/'), at('/seed2')],
        sitemaps: [at('/map.xml')],
        focus: { words: ['robots'] },
        parallelism: workers,
      };
      await crawled(definition, async (crawl, row) => {
        const views = await crawl.views();
        const weather = await explain(crawl.surf, crawl.id, at('/weather'));

        await expectProven(crawl.surf, crawl.id);
        expect(row.counts.skipped).toEqual({ 'off-topic': 4 });
        expect(Object.fromEntries(views.map((view) => [new URL(view.url).pathname, wordAndLevel(view)]))).toEqual({
          '/': 'stored 0',
          '/weather': 'skipped(off-topic) 1',
          '/r1': 'stored 1',
          '/moved': 'redirected 1',
          '/target': 'stored 1',
          '/later': 'stored 2', // off topic on the page of level 0
          '/menu': 'skipped(off-topic) 3',
          '/map/robots': 'stored 0',
          '/map/cars': 'skipped(off-topic) 0',
          '/seed2': 'redirected 0',
          '/host2': 'stored 0', // its links come into scope behind it, with their scores
          '/robots': 'stored 1',
          '/other': 'skipped(off-topic) 1',
        });
        expect(weather.verdict).toMatchObject({ reason: 'off-topic', rule: 'score 0.06' });
      });
    },
  );
});
