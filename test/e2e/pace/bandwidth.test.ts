import { describe, expect, it } from 'vitest';
import { crawled, wordOf } from '#test/e2e/crawls/embedded-crawl.ts';
import { expectProven } from '#test/e2e/crawls/proof.ts';
import { gapBetween, pagesOf } from '#test/e2e/crawls/request-figures.ts';
import type { Exchange } from '#test/site/exchange.ts';
import { startSite } from '#test/site/site.ts';

const BODY_BYTES = 25_000;
const BYTES_PER_SECOND = 100_000;
const GAP_MS = 250;

/** Pages of one size; the first links the others. */
function servePages(exchange: Exchange): void {
  const { pathname } = exchange.url;
  const links = pathname === '/' ? Array.from({ length: 8 }, (_, n) => `<a href="/${n}">next</a>`) : [];
  if (pathname === '/robots.txt') exchange.send(404, { 'content-type': 'text/plain' });
  else exchange.html(`<title>${pathname}</title>${links.join('')}`.padEnd(BODY_BYTES, ' '));
}

describe('politeness.bytesPerSecond (G11)', () => {
  // Real seconds on a machine that may be busy with other tests: once more before it counts.
  it('keeps the bandwidth of a host over pages and waves', { retry: 1 }, async () => {
    const site = await startSite({ handler: servePages });
    const politeness = { delaySeconds: 0, bytesPerSecond: BYTES_PER_SECOND };
    try {
      await crawled({ seeds: [`${site.origin(0)}/`], politeness }, async (crawl) => {
        const pages = pagesOf(site.log).toSorted((a, b) => a.monotonicMs - b.monotonicMs);
        const gaps = pages.slice(1).map((page, n) => gapBetween(pages[n] ?? page, page));

        expect(pages).toHaveLength(9);
        expect(Math.min(...gaps)).toBeGreaterThanOrEqual(GAP_MS - 50);
        expect((await crawl.views()).map(wordOf)).toEqual(Array(9).fill('stored'));
        await expectProven(crawl.surf, crawl.id);
      });
    } finally {
      await site.close();
    }
  });
});
