import { afterEach, describe, expect, it } from 'vitest';
import { NameCache, type Resolved } from '#adapters/http/resolver/name-cache.ts';
import { createSystemResolver } from '#adapters/http/resolver/system-resolver.ts';
import { createUndiciFetcher, type UndiciFetcherOptions } from '#adapters/http/undici-fetcher.ts';
import { parseConnectTo } from '#core/fetch/address/connect-to.ts';
import type { FetchResult } from '#core/fetch/fetcher.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';
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
      { url: url as CrawlUrl, method: 'GET', headers: [], timeoutMs: 2_000, maxBytes: 1_000, decideBody: () => 'read' },
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

  it('refuses metadata addresses and ports of other protocols under every option', async () => {
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

  it.each([
    ['http://2130706433/', 'decimal'],
    ['http://0177.0.0.1/', 'octal'],
    ['http://0x7f.0x1/', 'hexadecimal'],
    ['http://127.1/', 'short'],
    ['http://１２７.０.０.１/', 'fullwidth'],
    ['http://127.0.0.1./', 'with a dot behind'],
    ['http://[::ffff:7f00:1]/', 'mapped'],
    ['http://user:pass@127.0.0.1/', 'behind a user'],
  ])('refuses %s (%s), which the URL parser folds', async (text) => {
    const url = parseCrawlUrl(text);

    expect(await opened({})(url ?? '')).toMatchObject(BLOCKED);
  });

  it.each([
    'http://[fe80::1%25eth0]/',
    'http://[::1%25lo]/',
    'http://127.0.0.256/',
    'http://0x100000000/',
    'ftp://a.test/',
  ])('%s is not an address at all', (text) => expect(parseCrawlUrl(text)).toBeNull());

  it('refuses what a resolver says with a zone, or of another kind', async () => {
    const fetch = (...addresses: string[]) => opened({ resolver: () => found(...addresses) })('http://odd.test/');

    expect(await fetch('fe80::1%eth0')).toMatchObject(BLOCKED);
    expect(await fetch('93.184.216.34', 'fe80::1')).toMatchObject(BLOCKED);
    expect(await fetch('::ffff:10.0.0.1')).toMatchObject(BLOCKED);
    expect(await fetch('file:///etc/hosts')).toMatchObject(BLOCKED);
  });

  it('refuses metadata addresses behind names and connect-to under every option', async () => {
    const resolver = (name: string) => found(name === 'inside.test' ? '169.254.169.254' : '127.0.0.1');
    const all = { allowPrivateNetwork: true, resolver };
    const to = (rule: string) => opened({ ...all, connectTo: [parseConnectTo(rule)] })('http://shop.example/');

    expect(await opened(all)('http://inside.test/')).toMatchObject(BLOCKED);
    expect(await to('::inside.test:80')).toMatchObject(BLOCKED);
    expect(await to('::169.254.169.254:80')).toMatchObject(BLOCKED);
    expect(await to('::127.0.0.1:25')).toMatchObject(BLOCKED);
    expect(
      await opened({ resolver, connectTo: [parseConnectTo('::plain.test:80')] })('http://a.example/'),
    ).toMatchObject(BLOCKED);
  });

  it('checks the addresses in each connect: a name that changes is refused when its record has expired', async () => {
    let now = 0;
    let asked = 0;
    const cache = new NameCache(
      () => Promise.resolve({ addresses: [asked++ === 0 ? '127.0.0.1' : '169.254.169.254'], ttlSeconds: 0 }),
      () => now,
    );
    const server = await startRawServer((socket) =>
      socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok'),
    );
    closers.push(() => server.close());
    const fetch = opened({ allowPrivateNetwork: true, names: cache });
    const url = `http://rebind.test:${server.port}/`;

    expect(await fetch(url)).toMatchObject({ ok: true, address: '127.0.0.1' });
    now = 4_999;
    expect(await fetch(url)).toMatchObject({ ok: true, address: '127.0.0.1' });
    now = 5_000;
    expect(await fetch(url)).toMatchObject(BLOCKED);
    expect([asked, server.received.length]).toEqual([2, 2]);
  });

  it.each([
    ['ENOTFOUND', 'the name shop.test has no address'],
    ['EAI_AGAIN', 'no name server tells the address of shop.test'],
  ])('says of a name whether it has no address, or nobody knows: %s', async (code, message) => {
    const resolver = () => Promise.reject(Object.assign(new Error(`getaddrinfo ${code}`), { code }));

    expect(await opened({ resolver })('http://shop.test/')).toMatchObject({ ok: false, reason: 'dns', message });
  });

  it('leaves localhost and all below it to the system, which says loopback', async () => {
    const asked: string[] = [];
    const lookUp = (name: string) => {
      asked.push(name);
      return Promise.resolve(['127.0.0.1']);
    };
    const resolver = createSystemResolver({ lookUp, servers: ['127.0.0.1:9'] });

    expect(await opened({ resolver })('http://localhost/')).toMatchObject(BLOCKED);
    expect(await opened({ resolver })('http://app.localhost/')).toMatchObject(BLOCKED);
    expect(asked).toEqual(['localhost', 'app.localhost']);
  });
});
