import { describe, expect, it } from 'vitest';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { crawlTwice } from '#test/e2e/crawls/two-crawls.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import { SurfProcess } from '#test/e2e/process/surf-process.ts';
import { startRawServer } from '#test/http/raw-server.ts';
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

describe('a robots.txt that answers with an error', () => {
  it('is shown with its host and the flag that ends the wait, while the crawl waits and in its status', async () => {
    const folder = temporaryFolder();
    const server = await startRawServer((socket) => void socket.end('HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n'));
    const host = `127.0.0.1:${server.port}`;
    const crawl = new SurfProcess(['crawl', `http://${host}/`, '--data', folder, '--allow-private-network']);
    try {
      const told = await crawl.says('--robots-error allow');
      const status = await surfHere(['status', 'last', '--data', folder]);
      const { waiting } = JSON.parse((await surfHere(['status', 'last', '--data', folder, '--json'])).stdout);
      await surfHere(['stop', 'last', '--data', folder]);
      await crawl.ended;

      const cause = `${host}: its robots.txt answers 503`;
      expect(told).toBe(true);
      expect(crawl.stderr).toContain(`${cause}. Surf requests it again`);
      expect(waiting).toMatchObject({ cause, remedy: expect.stringContaining('--robots-error allow') });
      expect(status.stdout).toMatch(/ waiting {3}until \S+ for .* answers 503\n {12}Surf requests it again/);
    } finally {
      await server.close();
      removeFolder(folder);
    }
  });
});
