import { afterEach, describe, expect, it } from 'vitest';
import { CutOffNetwork } from '#test/e2e/outage/cut-off-network.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import type { Exchange } from '#test/site/exchange.ts';

const HOSTS = 12;
const PAGES = 6;
const OPEN = ['--allow-private-network', '--scope', 'any', '--depth', '1', '--timeout-seconds', '3'];
const NO_NETWORK = /^no network: /;
const opened: CutOffNetwork[] = [];
afterEach(async () => {
  for (const network of opened.splice(0)) await network.close();
});

async function open(hosts: number, serve: (exchange: Exchange) => void): Promise<CutOffNetwork> {
  const network = await CutOffNetwork.open(hosts, serve);
  opened.push(network);
  return network;
}

/** A seed of each host links to its other pages. */
function serveHost(exchange: Exchange): void {
  const links = exchange.path === '/' ? Array.from({ length: PAGES - 1 }, (_, n) => `/${n}`) : [];
  html(links)(exchange);
}

/** No two hosts, and no two paths, have the same page. */
const html =
  (links: readonly string[]) =>
  (exchange: Exchange): void => {
    const anchors = links.map((url) => `<a href="${url}">${url}</a>`);
    exchange.html(`${exchange.headers.host}${exchange.path} ${anchors.join(' ')}`);
  };

describe('an outage of the network', () => {
  it('fails no URL of a crawl of many hosts, which outlives a kill in it and ends when the network is back', async () => {
    const network = await open(HOSTS, serveHost);
    const seeds = Array.from({ length: HOSTS }, (_, n) => network.url(n));
    const crawl = network.surf('crawl', ...seeds, ...OPEN, '--delay', '0.5');
    await network.until(() => network.requests > 2 * HOSTS + 5);

    network.takeAway();
    await network.until(async () => NO_NETWORK.test((await network.status()).waiting?.cause ?? ''));
    const waiting = await network.status();
    await crawl.kill();
    const resumed = network.surf('resume', 'last');
    await network.until(async () => (await network.status()).status === 'waiting');
    network.giveBack();
    const { code, stdout } = await resumed.ended;

    expect(waiting.waiting?.remedy).toContain('surf doctor');
    expect(waiting.counts.failed).toEqual({});
    expect(code, stdout).toBe(0);
    expect((await network.status()).counts).toMatchObject({ stored: HOSTS * PAGES, failed: {}, pending: 0 });
    const proof = await surfHere(['verify', 'last', '--data', network.data]);
    expect(proof.code, proof.stdout).toBe(0);
  });

  it('without any answer ends the crawl at once, with the network as what to check', async () => {
    const network = await open(1, serveHost);
    network.takeAway();

    const { code, stdout } = await network.surf('crawl', ...[0, 1, 2, 3].map((n) => network.url(n)), ...OPEN).ended;

    expect(code).toBe(1);
    expect(stdout).toContain('failed (no-seed)');
    expect(stdout).toContain('surf doctor');
  });
});

describe('dead hosts', () => {
  it('in a closed network whose own hosts answer fail at once: no outside name resolves', async () => {
    const network = await open(4, (exchange) => html(outside)(exchange));
    const outside = Array.from({ length: 8 }, (_, n) => network.url(`dead${n}`));
    const seeds = [0, 1, 2, 3].map((n) => network.url(n));

    const { code, stdout } = await network.surf('crawl', ...seeds, ...OPEN).ended;

    expect(code, stdout).toBe(0);
    const { counts, seconds } = await network.status();
    expect(counts).toMatchObject({ stored: 4, failed: { dns: 8 }, pending: 0 });
    expect(seconds).toBeLessThan(25);
  });

  it('of which a hostile page names sixty pause nothing', async () => {
    const network = await open(2, (exchange) => {
      if (exchange.context.origin === 0) html([network.url(1)])(exchange);
      else html(Array.from({ length: 60 }, (_, n) => network.url(`dead${n}`)))(exchange);
    });

    const flags = ['--depth', '2', '--attempts', '1', '--hosts-per-worker', '100'];
    const { code, stdout } = await network.surf('crawl', network.url(0), ...OPEN, ...flags).ended;

    expect(code, stdout).toBe(0);
    const { counts, seconds } = await network.status();
    expect(counts).toMatchObject({ stored: 2, failed: { dns: 60 }, pending: 0 });
    expect(seconds).toBeLessThan(40);
  });
});
