import { afterEach, describe, expect, it } from 'vitest';
import type { Resolved } from '#adapters/http/name-cache.ts';
import { createUndiciFetcher, type UndiciFetcherOptions } from '#adapters/http/undici-fetcher.ts';
import { parseConnectTo } from '#core/fetch/connect-to.ts';
import type { FetchResult } from '#core/fetch/fetcher.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { startRawServer } from '#test/http/raw-server.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function serve() {
  const server = await startRawServer((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'));
  closers.push(() => server.close());
  return server;
}

function opened(options: Partial<UndiciFetcherOptions>): (url: string) => Promise<FetchResult> {
  const fetcher = createUndiciFetcher({ allowPrivateNetwork: false, connectTo: [], ...options });
  closers.push(() => fetcher.close());
  return (url) =>
    fetcher.fetch(
      { url: url as CrawlUrl, method: 'GET', headers: [], timeoutMs: 2_000, maxBytes: 1_000, judge: () => 'read' },
      1,
    );
}

const found = (...addresses: string[]): Promise<Resolved> => Promise.resolve({ addresses, ttlSeconds: 60 });

const BLOCKED = { ok: false, reason: 'blocked-address' };

describe('the address guard (N8)', () => {
  it('refuses private and loopback addresses unless they are opened', async () => {
    const server = await serve();
    const url = `http://127.0.0.1:${server.port}/`;

    expect(await opened({})(url)).toMatchObject(BLOCKED);
    expect(await opened({})(`http://[::ffff:127.0.0.1]:${server.port}/`)).toMatchObject(BLOCKED);
    expect(await opened({ allowPrivateNetwork: true })(url)).toMatchObject({ ok: true, address: '127.0.0.1' });
    expect(server.received).toHaveLength(1);
  });

  it('refuses metadata addresses and ports of other protocols, whatever is opened', async () => {
    const fetch = opened({ allowPrivateNetwork: true });

    expect(await fetch('http://169.254.169.254/latest/meta-data/')).toMatchObject(BLOCKED);
    expect(await fetch('http://127.0.0.1:25/')).toMatchObject(BLOCKED);
  });

  it('refuses a name if any of its addresses is blocked, and asks the resolver once', async () => {
    const server = await serve();
    let asked = 0;
    const resolver = () => {
      asked++;
      return found('127.0.0.1', '10.0.0.1');
    };

    expect(await opened({ resolver })(`http://rebind.test:${server.port}/`)).toMatchObject(BLOCKED);
    expect(await opened({ resolver: () => found('nonsense') })('http://odd.test/')).toMatchObject(BLOCKED);
    expect(server.received).toHaveLength(0);
    expect(asked).toBe(1);
  });

  it('connects to the address that was checked, though the name changes meanwhile', async () => {
    const server = await serve();
    let asked = 0;
    const resolver = () => found(asked++ === 0 ? '127.0.0.1' : '169.254.169.254');
    const fetch = opened({ allowPrivateNetwork: true, resolver });

    const results = [
      await fetch(`http://name.test:${server.port}/1`),
      await fetch(`http://name.test:${server.port}/2`),
    ];

    expect(results).toMatchObject([
      { ok: true, address: '127.0.0.1' },
      { ok: true, address: '127.0.0.1' },
    ]);
    expect(asked).toBe(1);
    expect(server.received[0]).toContain(`host: name.test:${server.port}\r\n`);
  });

  it('connects elsewhere where connect-to says so, keeps Host, and checks the target', async () => {
    const server = await serve();
    const connectTo = [parseConnectTo(`::127.0.0.1:${server.port}`)];
    const resolver = () => Promise.reject(new Error('must not be asked'));

    const moved = await opened({ allowPrivateNetwork: true, connectTo, resolver })('http://shop.example/x');
    const refused = await opened({ connectTo, resolver })('http://shop.example/x');

    expect(moved).toMatchObject({ ok: true, address: '127.0.0.1' });
    expect(server.received).toHaveLength(1);
    expect(server.received[0]).toMatch(/^GET \/x HTTP\/1\.1\r\nhost: shop\.example\r\n/);
    expect(refused).toMatchObject(BLOCKED);
  });

  it("names the URL's host in TLS, wherever it connects to", async () => {
    const server = await serve();
    const connectTo = [parseConnectTo(`shop.example:443:127.0.0.1:${server.port}`)];

    const result = await opened({ allowPrivateNetwork: true, connectTo })('https://shop.example/');

    expect(server.received[0]?.startsWith('\x16\x03')).toBe(true); // a TLS handshake, with the name in its SNI
    expect(server.received[0]).toContain('shop.example');
    expect(result).toMatchObject({ ok: false, reason: 'tls' });
  });

  it('tries the next address of a name that has several', async () => {
    const server = await serve();
    const resolver = () => found('::1', '127.0.0.1');

    const result = await opened({ allowPrivateNetwork: true, resolver })(`http://dual.test:${server.port}/`);

    expect(result).toMatchObject({ ok: true, address: '127.0.0.1' });
  });
});
