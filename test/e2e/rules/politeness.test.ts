import { describe, expect, it } from 'vitest';
import { crawlTwice } from '#test/e2e/crawls/two-crawls.ts';
import type { Exchange } from '#test/site/exchange.ts';

/**
 * Every page links ten of the next level: waves are short, and the host changes hands with each.
 */
function serveLevels(exchange: Exchange): void {
  const { pathname } = exchange.url;
  const level = pathname === '/' ? 0 : Number(exchange.part(0));
  const links = Array.from({ length: 10 }, (_, i) => `<a href="/${level + 1}/${i}">next</a>`);
  if (pathname === '/robots.txt') exchange.send(404, { 'content-type': 'text/plain' });
  else exchange.html(`<title>${pathname}</title>${links.join('\n')}`);
}

describe('two executions in two processes on one data folder (N5)', () => {
  // Real seconds on a machine that may be busy with other tests: once more before it counts.
  it('keep the delay between any two requests to a host that both crawl, and take turns', { retry: 1 }, async () => {
    const delaySeconds = 0.3;
    const { ends, closestAtMostMs, shared, all } = await crawlTwice({
      delaySeconds,
      handler: serveLevels,
      limits: { pages: 20 },
    });

    expect(ends.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    expect(all).toEqual([20, 20]);
    expect(closestAtMostMs).toBeGreaterThanOrEqual(250); // `npm run test:slow` counts from reading to reading
    const [first = 0, second = 0] = shared;
    expect(Math.min(first, second) / (first + second)).toBeGreaterThanOrEqual(0.25);
  });
});
