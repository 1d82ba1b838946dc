import { describe, expect, it } from 'vitest';
import { EmbeddedCrawl, wordOf } from '#test/e2e/crawls/embedded-crawl.ts';
import { expectProven } from '#test/e2e/crawls/proof.ts';
import { gapBetween, pagesOf } from '#test/e2e/crawls/request-figures.ts';
import type { Exchange } from '#test/site/exchange.ts';
import { startSite } from '#test/site/site.ts';

const NAMES = ['www.pace.test', 'a.pace.test', 'b.pace.test'];
const DELAY_MS = 250;

/** The first page links two of each host, and each of these one more. */
function serveHosts(exchange: Exchange): void {
  const { pathname } = exchange.url;
  const links =
    pathname === '/'
      ? NAMES.flatMap((name) => [1, 2].map((n) => `http://${name}/${n}`))
      : [`${pathname.slice(0, 2)}/more`];
  if (pathname === '/robots.txt') exchange.send(404, { 'content-type': 'text/plain' });
  else
    exchange.html(
      `<title>${exchange.headers.host}${pathname}</title>${links.map((url) => `<a href="${url}">next</a>`).join('\n')}`,
    );
}

describe('politeness.delayPer: domain (G11)', () => {
  // Real seconds on a machine that may be busy with other tests: once more before it counts.
  it('keeps the delay between any two requests to a domain, over hosts and waves', { retry: 1 }, async () => {
    const site = await startSite({ handler: serveHosts });
    const { hostname, port } = new URL(site.origin(0));
    const connectTo = NAMES.map((host) => ({ host, port: null, toHost: hostname, toPort: Number(port) }));
    const politeness = { delaySeconds: DELAY_MS / 1_000, delayPer: 'domain' };
    const definition = {
      seeds: ['http://www.pace.test/'],
      scope: { mode: 'domain' },
      limits: { depth: 2 },
      politeness,
    };
    const crawl = await EmbeddedCrawl.create(definition, connectTo);
    try {
      await crawl.run();

      const pages = pagesOf(site.log).toSorted((a, b) => a.monotonicMs - b.monotonicMs);
      const gaps = pages.slice(1).map((page, n) => gapBetween(pages[n] ?? page, page));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(DELAY_MS - 50);
      expect(new Set(pages.map(({ host }) => host))).toEqual(new Set(NAMES));
      expect((await crawl.views()).map(wordOf)).toEqual(Array(13).fill('stored'));
      expect(pages).toHaveLength(13);
      await expectProven(crawl.surf, crawl.id);
    } finally {
      await crawl.close();
      await site.close();
    }
  });
});
