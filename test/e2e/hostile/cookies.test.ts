import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { searchFolder } from '#test/e2e/crawls/bytes-in-folder.ts';
import { crawled, removeFolder, temporaryFolder, wordOf } from '#test/e2e/crawls/embedded-crawl.ts';
import { expectProven } from '#test/e2e/crawls/proof.ts';
import { requestCounts } from '#test/e2e/crawls/request-figures.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import type { Exchange } from '#test/site/exchange.ts';
import { type Site, startSite } from '#test/site/site.ts';

const PAGES = 5;

/** What a request showed: its path, and its Cookie header. */
type Shown = readonly [path: string, cookie: string | undefined];

/** A site that redirects each page to itself until its cookie comes back. */
function serveWall(exchange: Exchange, shown: Shown[]): void {
  const { pathname } = exchange.url;
  const { cookie } = exchange.headers;
  shown.push([pathname, cookie]);
  const links = Array.from({ length: PAGES - 1 }, (_, n) => `<a href="/${n}">next</a>`);
  if (pathname === '/robots.txt') exchange.send(404, { 'content-type': 'text/plain' });
  else if (cookie?.includes('wall=open') !== true) {
    exchange.send(302, { location: pathname, 'set-cookie': 'wall=open; Path=/; HttpOnly' });
  } else exchange.html(`<title>${pathname}</title>${pathname === '/' ? links.join('') : pathname}`);
}

describe('fetch.cookies', () => {
  let site: Site;
  let shown: Shown[];
  beforeEach(async () => {
    shown = [];
    site = await startSite({ handler: (exchange) => serveWall(exchange, shown) });
  });
  afterEach(() => site.close());

  it('gets behind a wall that needs its cookie back, once for each level', async () => {
    await crawled({ seeds: [`${site.origin(0)}/`], fetch: { cookies: true } }, async (crawl) => {
      const views = await crawl.views();
      const requests = [...requestCounts(site.log).values()];

      expect(views.map(wordOf)).toEqual(Array(PAGES).fill('stored'));
      expect(views.map(({ attempts }) => attempts)).toEqual(Array(PAGES).fill(1));
      expect(requests.toSorted()).toEqual([1, 1, 1, 2, 2]);
      expect(shown.filter(([path]) => path === '/robots.txt').every(([, cookie]) => cookie === undefined)).toBe(true);
      await expectProven(crawl.surf, crawl.id);
    });
  });

  it('is off by default: the seed redirects in a circle, and the second line names the flag', async () => {
    const folder = temporaryFolder();
    try {
      const flags = ['--data', folder, '--delay', '0', '--allow-private-network'];
      const refused = await surfHere(['crawl', `${site.origin(0)}/`, ...flags]);
      const [first = '', second = ''] = refused.stdout.split('\n');

      expect([refused.code, first]).toEqual([1, `no page was fetched: ${site.origin(0)}/: it redirects in a circle`]);
      expect(second).toContain('fetch.cookies (--cookies)');
      expect(shown.filter(([, cookie]) => cookie !== undefined)).toEqual([]);
      expect((await surfHere(['crawl', `${site.origin(0)}/`, ...flags, '--cookies'])).code).toBe(0);
    } finally {
      removeFolder(folder);
    }
  });

  it('of a site with a secret header are in no archived request', async () => {
    const folder = temporaryFolder();
    try {
      const flags = ['--data', folder, '--delay', '0', '--allow-private-network', '--cookies'];
      const header = ['--header', 'Authorization: {secretRef: SESSION}'];
      const run = ['crawl', `${site.origin(0)}/`, ...flags, ...header];
      const { code } = await surfHere(run, { SURF_SECRET_SESSION: 'canary-2718' });

      expect(code).toBe(0);
      expect(shown.filter(([, cookie]) => cookie === 'wall=open')).toHaveLength(PAGES);
      expect(searchFolder(folder, 'canary-2718').found).toEqual([]);
      expect(searchFolder(folder, '\r\nCookie: wall=open').found).toEqual([]);
      expect(searchFolder(folder, '\r\nCookie: [secret]').found.length).toBeGreaterThan(0);
    } finally {
      removeFolder(folder);
    }
  });
});
