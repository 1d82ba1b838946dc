import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createUndiciFetcher, type UndiciFetcherOptions } from '#adapters/http/undici-fetcher.ts';
import { parseConnectTo } from '#core/fetch/address/connect-to.ts';
import type { FetchRequest, FetchResult } from '#core/fetch/fetcher.ts';
import { parseProxy } from '#core/secrets/proxy-address.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import {
  type ConnectProxy,
  type ConnectProxyOptions,
  PROXY_SOURCE,
  startConnectProxy,
} from '#test/http/connect-proxy.ts';
import { selfSigned } from '#test/http/self-signed.ts';

const certificate = selfSigned('shop.test');
const ofProxy = selfSigned('proxy.test');
const trusted = getCACertificates();
beforeAll(() => setDefaultCACertificates([...trusted, certificate.cert, ofProxy.cert]));
afterAll(() => setDefaultCACertificates(trusted));

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function proxied(options: ConnectProxyOptions = {}): Promise<ConnectProxy> {
  const proxy = await startConnectProxy(options);
  closers.push(() => proxy.close());
  return proxy;
}

/** A server that remembers from where it was asked, and what for. */
async function serve(secure = false) {
  const asked: { from: string | undefined; head: string }[] = [];
  const listen: RequestListener = (request, response) => {
    asked.push({ from: request.socket.remoteAddress, head: JSON.stringify([request.url, request.headers]) });
    response.end('hello');
  };
  const server: Server = secure ? createHttpsServer(certificate, listen) : createHttpServer(listen);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));
  return { port: (server.address() as AddressInfo).port, asked };
}

function through(url: string, options: Partial<UndiciFetcherOptions> = {}) {
  const proxy = parseProxy(url);
  if (typeof proxy === 'string') throw new Error(proxy);
  const fetcher = createUndiciFetcher({ allowPrivateNetwork: true, connectTo: [], ...options }, proxy);
  closers.push(() => fetcher.close());
  return (to: string, change: Partial<FetchRequest> = {}): Promise<FetchResult> =>
    fetcher.fetch(
      {
        url: to as CrawlUrl,
        method: 'GET',
        headers: [['User-Agent', 'tester/1']],
        timeoutMs: 5_000,
        maxBytes: 100_000,
        decideBody: () => 'read',
        ...change,
      },
      2,
    );
}

const wordsOf = (result: FetchResult): string =>
  result.ok
    ? `${result.status} ${Buffer.from(result.body)} of ${result.address}`
    : `${result.reason}: ${result.message}`;

describe('a fetcher with a proxy', () => {
  it('makes http connections through it, to the checked address', async () => {
    const [proxy, server] = [await proxied(), await serve()];
    const resolver = async () => ({ addresses: ['127.0.0.1'], ttlSeconds: 60 });

    const result = await through(proxy.url, { resolver })(`http://shop.test:${server.port}/a`);

    expect(wordsOf(result)).toBe('200 hello of 127.0.0.1');
    expect(proxy.heads).toEqual([
      `CONNECT 127.0.0.1:${server.port} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`,
    ]);
    expect(server.asked.map(({ from }) => from)).toEqual([PROXY_SOURCE]);
    expect(server.asked[0]?.head).toContain(`"host":"shop.test:${server.port}"`);
  });

  it('keeps a tunnel for the next request', async () => {
    const [proxy, server] = [await proxied(), await serve()];
    const fetch = through(proxy.url);

    for (const path of ['a', 'b', 'c']) await fetch(`http://127.0.0.1:${server.port}/${path}`);

    expect([proxy.targets.length, server.asked.length]).toEqual([1, 3]);
  });

  it('speaks TLS with the host inside the tunnel, by its name', async () => {
    const [proxy, server] = [await proxied(), await serve(true)];
    const connectTo = [parseConnectTo(`:443:127.0.0.1:${server.port}`)];
    const fetch = through(proxy.url, { connectTo });

    const [shop, other] = [await fetch('https://shop.test/'), await fetch('https://other.test/')];

    expect(wordsOf(shop)).toBe('200 hello of 127.0.0.1');
    expect(wordsOf(other)).toMatch(/^tls: /);
    expect(proxy.targets).toEqual([`127.0.0.1:${server.port}`, `127.0.0.1:${server.port}`]);
    expect(server.asked.map(({ from }) => from)).toEqual([PROXY_SOURCE]);
  });

  it('speaks TLS with a proxy of https://, and with the host inside it', async () => {
    const [proxy, server] = [await proxied({ tls: ofProxy }), await serve(true)];
    const connectTo = [
      parseConnectTo(`shop.test:443:127.0.0.1:${server.port}`),
      parseConnectTo(`proxy.test:443:127.0.0.1:${proxy.port}`),
    ];

    expect(wordsOf(await through('https://proxy.test', { connectTo })('https://shop.test/'))).toBe(
      '200 hello of 127.0.0.1',
    );
    expect(wordsOf(await through(proxy.url)('https://shop.test/'))).toMatch(/^(?:proxy|dns): /);
    expect(proxy.targets).toHaveLength(1);
  });

  it('sends its credentials to the proxy, and to nobody else', async () => {
    const [proxy, server] = [await proxied({ credentials: 'me:p@ss word' }), await serve()];
    const url = proxy.url.replace('//', '//me:p%40ss%20word@');

    const result = await through(url)(`http://127.0.0.1:${server.port}/`);

    expect(wordsOf(result)).toBe('200 hello of 127.0.0.1');
    expect(server.asked[0]?.head).not.toMatch(/proxy|bWU6/i);
    expect(result.ok && Buffer.from(result.requestHead).toString()).not.toMatch(/proxy|bWU6/i);
  });

  it('tells the address of the host before a connection, as without a proxy', async () => {
    const proxy = await proxied();
    const found = parseProxy(proxy.url);
    if (typeof found === 'string') throw new Error(found);
    const resolver = async () => ({ addresses: ['93.184.215.14'], ttlSeconds: 60 });
    const fetcher = createUndiciFetcher({ allowPrivateNetwork: false, connectTo: [], resolver }, found);
    closers.push(() => fetcher.close());

    expect(await fetcher.address?.('http://shop.test/' as CrawlUrl)).toBe('93.184.215.14');
  });
});

describe('the address check', () => {
  it.each([
    ['a name that leads inside', 'http://inside.test/', ['10.0.0.1']],
    ['a name with one address inside', 'http://inside.test/', ['93.184.215.14', '169.254.169.254']],
    ['a literal', 'http://192.168.0.1/', []],
  ])('asks the proxy for no private address: %s', async (_, url, addresses) => {
    const proxy = await proxied();
    const resolver = async (name: string) => ({
      addresses: name === 'proxy.test' ? ['93.184.215.15'] : addresses,
      ttlSeconds: 60,
    });

    const result = await through('http://proxy.test:3128', { allowPrivateNetwork: false, resolver })(url);

    expect(wordsOf(result)).toMatch(/^blocked-address: /);
    expect(proxy.heads).toEqual([]);
  });

  it('holds for the proxy: one inside is not connected to without the permission', async () => {
    const proxy = await proxied();
    const resolver = async () => ({ addresses: ['93.184.215.14'], ttlSeconds: 60 });

    const result = await through(proxy.url, { allowPrivateNetwork: false, resolver })('http://shop.test/');

    expect(wordsOf(result)).toBe(
      `proxy: the proxy 127.0.0.1:${proxy.port} has an address or a port that Surf may not connect to`,
    );
    expect(proxy.open()).toBe(0);
  });

  it('sends the proxy the checked address, also when the name resolves to another one next', async () => {
    const [proxy, server] = [await proxied(), await serve()];
    let asked = 0;
    const resolver = async () => ({ addresses: [asked++ === 0 ? '127.0.0.1' : '169.254.169.254'], ttlSeconds: 60 });

    await through(proxy.url, { resolver })(`http://rebinding.test:${server.port}/`);

    expect(proxy.targets).toEqual([`127.0.0.1:${server.port}`]);
  });
});

describe('a proxy that', () => {
  const answering = (text: string) => (socket: Socket) => {
    socket.write(text);
    return true;
  };
  const OPEN = 'HTTP/1.1 200 OK\r\n';

  it.each([
    ['asks for credentials', 'HTTP/1.1 407 secret\r\n\r\n', 'answers 407'],
    ['refuses', 'HTTP/1.1 403 Forbidden\r\n\r\n', 'answers 403 to CONNECT 127.0.0.1:9999'],
    ['redirects', 'HTTP/1.1 302 Found\r\nLocation: http://10.0.0.1/\r\n\r\n', 'answers 302 to CONNECT 127.0.0.1:9999'],
    ['is none', 'SSH-2.0-OpenSSH\r\n\r\n', 'does not answer in HTTP'],
    ['sends interim answers', 'HTTP/1.1 103 Early Hints\r\n\r\n', 'does not answer in HTTP'],
    ['answers without end', `${OPEN}${'X-Y: z\r\n'.repeat(4_000)}`, 'sends an answer without end'],
    ['puts an answer behind the head', `${OPEN}\r\nHTTP/1.1 200 OK\r\n\r\n`, 'adds bytes to the connection'],
  ])('%s: a failure of the proxy', async (_, text, says) => {
    const proxy = await proxied({ answer: answering(text) });

    expect(wordsOf(await through(proxy.url)('http://127.0.0.1:9999/'))).toBe(
      `proxy: the proxy 127.0.0.1:${proxy.port} ${says}`,
    );
  });

  it.each([502, 503, 504])('answers %i: the host is not reached', async (status) => {
    const proxy = await proxied({ answer: answering(`HTTP/1.1 ${status} No\r\n\r\n`) });

    expect(wordsOf(await through(proxy.url)('http://127.0.0.1:9999/'))).toBe(
      `connect: the proxy 127.0.0.1:${proxy.port} answers ${status}: it does not reach 127.0.0.1:9999`,
    );
  });

  it('is at fault itself, or for one host alone, or perhaps not: the failure says which', async () => {
    const gone = await startConnectProxy();
    await gone.close();
    const faultOf = async (url: string, timeoutMs = 5_000) => {
      const result = await through(url)('http://127.0.0.1:9999/', { timeoutMs });
      return result.ok ? 'none' : [result.reason, result.fault];
    };
    const answers = ['407 No', '403 No', '502 No'].map((status) => answering(`HTTP/1.1 ${status}\r\n\r\n`));
    const [asks, refuses, misses] = await Promise.all(answers.map((answer) => proxied({ answer })));
    const silent = await proxied({ answer: () => true });

    expect(await faultOf(gone.url)).toEqual(['proxy', 'proxy']);
    expect(await faultOf(asks?.url ?? '')).toEqual(['proxy', 'proxy']);
    expect(await faultOf(silent.url, 300)).toEqual(['proxy', 'proxy-silent']);
    expect(await faultOf(refuses?.url ?? '')).toEqual(['proxy', undefined]);
    expect(await faultOf(misses?.url ?? '')).toEqual(['connect', undefined]);
  });

  it('says nothing, or drips: ends within the time limit', async () => {
    const drip = (socket: Socket): boolean => {
      const timer = setInterval(() => socket.write('x'), 20);
      socket.on('close', () => clearInterval(timer));
      return true;
    };
    const proxies = [await proxied({ answer: () => true }), await proxied({ answer: drip })];

    const ends = proxies.map(({ url }) => through(url)('http://127.0.0.1:9999/', { timeoutMs: 300 }));

    for (const end of ends) expect(wordsOf(await end)).toContain('gives no whole answer in time');
  });

  it('closes the connection, or is not there', async () => {
    const closing = await proxied({ answer: (socket) => socket.destroy() !== undefined });
    const gone = await startConnectProxy();
    await gone.close();

    expect(wordsOf(await through(closing.url)('http://127.0.0.1:9999/'))).toContain(
      'closed the connection without an answer',
    );
    expect(wordsOf(await through(gone.url)('http://127.0.0.1:9999/'))).toBe(
      `proxy: the proxy 127.0.0.1:${gone.port} refuses the connection`,
    );
  });

  it('is a secret: no message has its address', async () => {
    const gone = await startConnectProxy();
    await gone.close();
    const proxy = parseProxy(`http://me:pass@127.0.0.1:${gone.port}`, 'of the secret UPSTREAM');
    if (typeof proxy === 'string') throw new Error(proxy);
    const fetcher = createUndiciFetcher({ allowPrivateNetwork: true, connectTo: [] }, proxy);
    closers.push(() => fetcher.close());
    const request = {
      url: 'http://127.0.0.1:9999/' as CrawlUrl,
      method: 'GET',
      headers: [],
      timeoutMs: 5_000,
    } as const;

    const result = await fetcher.fetch({ ...request, maxBytes: 10, decideBody: () => 'read' }, 1);

    expect(wordsOf(result)).toBe('proxy: the proxy of the secret UPSTREAM refuses the connection');
  });
});
