import { describe, expect, it } from 'vitest';
import { crawled, wordOf } from '#test/e2e/crawls/embedded-crawl.ts';
import { expectProven } from '#test/e2e/crawls/proof.ts';
import { gapBetween } from '#test/e2e/crawls/request-figures.ts';
import type { Exchange } from '#test/site/exchange.ts';
import { startSite } from '#test/site/site.ts';

const INTERVAL_MS = 200;

/** The first page of each host links three others. */
function servePages(exchange: Exchange): void {
  const { pathname } = exchange.url;
  const links = pathname === '/' ? [1, 2, 3].map((n) => `<a href="/${n}">next</a>`) : [];
  if (pathname === '/robots.txt') exchange.send(404, { 'content-type': 'text/plain' });
  else exchange.html(`<title>${exchange.headers.host}${pathname}</title>${links.join('')}`);
}

describe('politeness.requestsPerMinute (G11)', () => {
  // Real seconds on a machine that may be busy with other tests: once more before it counts.
  it('keeps the rate of a crawl over hosts, units and waves', { retry: 1 }, async () => {
    const site = await startSite({ hosts: 3, handler: servePages });
    const politeness = { delaySeconds: 0, requestsPerMinute: 60_000 / INTERVAL_MS };
    const seeds = site.origins.map((origin) => `${origin}/`);
    try {
      await crawled({ seeds, politeness, parallelism: 3, hostsPerWorker: 1 }, async (crawl) => {
        const log = site.log.toSorted((a, b) => a.monotonicMs - b.monotonicMs);

        expect((await crawl.views()).map(wordOf)).toEqual(Array(12).fill('stored'));
        expect(log.length).toBeGreaterThanOrEqual(12 + 3);
        // Units begin at about the same time: each may be late by two requests of the others.
        for (const [n, entry] of log.entries()) {
          for (const [more, later] of log.slice(n + 1).entries())
            expect(gapBetween(entry, later)).toBeGreaterThanOrEqual((more + 1 - 2 * 3) * INTERVAL_MS);
        }
        await expectProven(crawl.surf, crawl.id);
      });
    } finally {
      await site.close();
    }
  });
});
