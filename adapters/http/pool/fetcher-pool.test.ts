import { afterEach, describe, expect, it } from 'vitest';
import { FetcherPool } from '#adapters/http/pool/fetcher-pool.ts';
import type { Fetcher, FetchRequest } from '#core/fetch/fetcher.ts';
import { parseProxy } from '#core/secrets/proxy-address.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { type ConnectProxy, startConnectProxy } from '#test/http/connect-proxy.ts';
import { type RawServer, startRawServer } from '#test/http/raw-server.ts';

const SETTINGS = { allowPrivateNetwork: true, connectTo: [] };
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A pool and what it gives, and a site that sets a cookie. */
async function bench() {
  const pool = new FetcherPool({});
  const given = new Set<Fetcher>();
  closers.push(async () => void (await Promise.all([...given].map((fetcher) => fetcher.close()))));
  const site = await startRawServer((socket) =>
    socket.write('HTTP/1.1 200 OK\r\nSet-Cookie: session=1\r\nContent-Length: 1\r\n\r\nx'),
  );
  closers.push(() => site.close());
  const through = (proxy: string | null, settings = SETTINGS): Fetcher => {
    const address = proxy === null ? null : parseProxy(proxy);
    if (typeof address === 'string') throw new Error(address);
    const fetcher = pool.get(settings, address);
    given.add(fetcher);
    return fetcher;
  };
  return { through, site };
}

async function proxied(credentials?: string): Promise<ConnectProxy> {
  const proxy = await startConnectProxy(credentials === undefined ? {} : { credentials });
  closers.push(() => proxy.close());
  return proxy;
}

async function asks(fetcher: Fetcher, site: RawServer, headers: FetchRequest['headers'] = []): Promise<string> {
  const url = `http://127.0.0.1:${site.port}/` as CrawlUrl;
  const request = {
    url,
    method: 'GET',
    headers,
    timeoutMs: 5_000,
    maxBytes: 100,
    decideBody: () => 'read' as const,
  } as const;
  const result = await fetcher.fetch(request, 1);
  return result.ok ? String(result.status) : `${result.reason}: ${result.message}`;
}

describe('workflows of one worker', () => {
  it('share no connection where one goes through a proxy and another does not', async () => {
    const { through, site } = await bench();
    const proxies = [await proxied(), await proxied()];
    const ways = [null, ...proxies.map(({ url }) => url)];

    for (const way of [...ways, ...ways]) expect(await asks(through(way), site)).toBe('200');

    expect(proxies.map(({ targets }) => targets.length)).toEqual([1, 1]);
    expect(site.received.map((text) => text.split('GET / ').length - 1)).toEqual([2, 2, 2]);
  });

  it('share no connection with another user of the same proxy, nor with one without a password', async () => {
    const { through, site } = await bench();
    const proxy = await proxied('me:right');
    const as = (user: string) => through(proxy.url.replace('//', `//${user}@`));

    const answers = [
      await asks(as('me:right'), site),
      await asks(as('me:wrong'), site),
      await asks(through(proxy.url), site),
      await asks(as('me:right'), site),
    ];

    expect(answers.map((answer) => /\d{3}$/.exec(answer)?.[0])).toEqual(['200', '407', '407', '200']);
    expect(site.received).toHaveLength(1);
  });

  it('share no connection where one may ask private addresses and another may not', async () => {
    const { through, site } = await bench();

    expect(await asks(through(null), site)).toBe('200');
    expect(await asks(through(null, { ...SETTINGS, allowPrivateNetwork: false }), site)).toMatch(/^blocked-address/);

    expect(site.received).toHaveLength(1);
  });

  it('keep no cookie: they send no cookie of a site with a later request', async () => {
    const { through, site } = await bench();
    const proxy = await proxied();

    for (const way of [null, proxy.url, null, proxy.url]) await asks(through(way), site, [['User-Agent', 'tester/1']]);

    expect(site.received.join('')).not.toMatch(/cookie/i);
  });

  it('of a fifth proxy close the connections through the one used longest ago, and its return opens one', async () => {
    const { through, site } = await bench();
    const proxies = await Promise.all(Array.from({ length: 5 }, () => proxied()));
    const [first] = proxies;

    for (const { url } of proxies) expect(await asks(through(url), site)).toBe('200');
    await expect.poll(() => first?.open()).toBe(0);
    expect(await asks(through(first?.url ?? ''), site)).toBe('200');

    expect(proxies.map(({ targets }) => targets.length)).toEqual([2, 1, 1, 1, 1]);
  });
});
