import { createSecureServer, type Http2SecureServer, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import tls, { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createUndiciFetcher } from '#adapters/http/undici-fetcher.ts';
import { httpHead } from '#core/archive/warc/warc-head.ts';
import { parseConnectTo } from '#core/fetch/address/connect-to.ts';
import type { FetchAnswer, FetchRequest, FetchResult } from '#core/fetch/fetcher.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { selfSigned } from '#test/http/self-signed.ts';

const MEBI = 1024 * 1024;
const certificate = selfSigned('shop.test');
const trusted = getCACertificates();
const USUAL_CIPHERS = tls.DEFAULT_CIPHERS;
/** What TLS 1.0 needs of OpenSSL 3. */
const OLD_CIPHERS = 'DEFAULT@SECLEVEL=0';
beforeAll(() => setDefaultCACertificates([...trusted, certificate.cert]));
afterAll(() => setDefaultCACertificates(trusted));

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

interface Seen {
  readonly version: string;
  readonly path: string;
  readonly headers: Record<string, unknown>;
}

/** An https server that speaks HTTP/2 and HTTP/1.1, and a fetcher for which it is shop.test. */
async function open(answer: (stream: ServerHttp2Stream, path: string) => void, bodyBudgetBytes = 256 * MEBI) {
  const seen: Seen[] = [];
  const server: Http2SecureServer = createSecureServer({ ...certificate, allowHTTP1: true }, (request, response) => {
    if (request.httpVersion !== '2.0') {
      seen.push({ version: request.httpVersion, path: request.url, headers: request.headers });
      response.end('old');
    }
  });
  server.on('stream', (stream, headers) => {
    seen.push({ version: '2.0', path: String(headers[':path']), headers: { ...headers } });
    stream.on('error', () => {});
    answer(stream, String(headers[':path']));
  });
  server.on('sessionError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const connectTo = [parseConnectTo(`:443:127.0.0.1:${port}`)];
  const fetcher = createUndiciFetcher({ allowPrivateNetwork: true, connectTo, bodyBudgetBytes });
  closers.push(
    () => fetcher.close(),
    () => server.close(),
  );
  const fetch = (path: string, change: Partial<FetchRequest> = {}): Promise<FetchResult> =>
    fetcher.fetch(
      {
        url: `https://shop.test${path}` as CrawlUrl,
        method: 'GET',
        headers: [['User-Agent', 'tester/1']],
        timeoutMs: 20_000,
        maxBytes: 100_000,
        decideBody: () => 'read',
        http2: true,
        ...change,
      },
      2,
    );
  const fetchOther = (path: string) => fetch('', { url: `https://other.test${path}` as CrawlUrl });
  return { seen, fetch, fetchOther };
}

function answered(result: FetchResult): FetchAnswer {
  if (!result.ok) throw new Error(`${result.reason}: ${result.message}`);
  return result;
}

const page = (stream: ServerHttp2Stream): void => {
  stream.respond({ ':status': 200, 'content-type': 'text/html', 'set-cookie': ['a', 'b'], 'x-name': 'caf\xe9' });
  stream.end('hello');
};

describe('HTTP/2', () => {
  it('is spoken where the request allows it and the server chooses it, and reads as HTTP/1.1 in the archive', async () => {
    const { seen, fetch } = await open(page);

    const answer = answered(await fetch('/a?b'));

    expect(seen).toMatchObject([{ version: '2.0', path: '/a?b', headers: { ':authority': 'shop.test' } }]);
    expect([answer.status, answer.statusText, answer.protocol, answer.end]).toEqual([200, 'OK', 'h2', 'complete']);
    expect(answer.headers.filter(([name]) => name !== 'date')).toEqual([
      ['content-type', 'text/html'],
      ['set-cookie', 'a'],
      ['set-cookie', 'b'],
      ['x-name', 'caf\xe9'],
    ]);
    expect(Buffer.from(answer.body).toString()).toBe('hello');
    expect(Buffer.from(answer.requestHead).toString()).toBe(
      'GET /a?b HTTP/1.1\r\nhost: shop.test\r\nuser-agent: tester/1\r\naccept-encoding: gzip, br, zstd, deflate\r\n\r\n',
    );
    expect(httpHead(answer, 5)).toMatch(/^HTTP\/1\.1 200 OK\r\n(?:[a-z-]+: .*\r\n){5}\r\n$/);
  });

  it('stops a large body while there is no memory for it', async () => {
    const part = Buffer.alloc(MEBI / 2);
    let send = (): void => {};
    const { fetch } = await open((stream, path) => {
      stream.respond({ ':status': 200, 'content-length': String(MEBI) });
      stream.write(part);
      if (path === '/first') send = () => stream.end(part);
      else stream.end(part);
    }, MEBI);
    let ended = false;

    const head = Promise.withResolvers<void>();
    const decideBody = () => {
      head.resolve();
      return 'read' as const;
    };
    const first = fetch('/first', { maxBytes: MEBI, timeoutMs: 60_000, decideBody });
    await head.promise;
    await new Promise((resolve) => setTimeout(resolve, 200)); // half of it has come
    const second = fetch('/second', { maxBytes: MEBI, timeoutMs: 60_000 }).finally(() => {
      ended = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(ended).toBe(false);
    send();

    for (const result of [await first, await second]) {
      const { end, body } = answered(result);
      expect([end, body.length]).toEqual(['complete', MEBI]);
    }
  });

  it('is not spoken by default', async () => {
    const { seen, fetch } = await open(page);

    const answer = answered(await fetch('/', { http2: false }));

    expect(seen.map(({ version }) => version)).toEqual(['1.1']);
    expect([answer.protocol, Buffer.from(answer.body).toString()]).toEqual([undefined, 'old']);
  });

  it('keeps one connection, decodes, follows nothing', async () => {
    const { seen, fetch } = await open((stream, path) => {
      if (path === '/moved') stream.respond({ ':status': 301, location: '/else' }, { endStream: true });
      else {
        stream.respond({ ':status': 200, 'content-encoding': 'gzip' });
        stream.end(gzipSync('hello '.repeat(1_000)));
      }
    });

    const [moved, coded] = [answered(await fetch('/moved')), answered(await fetch('/gzip'))];

    expect([moved.status, moved.statusText, moved.end]).toEqual([301, 'Moved Permanently', 'complete']);
    expect([coded.body.length, coded.end]).toEqual([6_000, 'complete']);
    expect(seen).toHaveLength(2);
  });

  it('has the caps and reasons of HTTP/1.1 (N8)', async () => {
    const { fetch } = await open((stream, path) => {
      if (path === '/mute') return;
      if (path === '/reset') stream.close(8);
      else if (path === '/fields') {
        stream.respond(Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`x-${n}`, '1'])));
        stream.end('x');
      } else if (path === '/stall') {
        stream.respond({ ':status': 200 });
        stream.write('part');
      } else if (path === '/short') {
        stream.respond({ ':status': 200, 'content-length': 100 });
        stream.end('part');
      } else {
        stream.respond({ ':status': 200 });
        stream.end(Buffer.alloc(300_000));
      }
    });

    const ends = new Map<string, string>();
    for (const path of ['/large', '/fields', '/mute', '/stall', '/reset', '/short']) {
      const result = await fetch(path, { timeoutMs: 600 });
      ends.set(path, result.ok ? result.end : result.reason);
    }

    expect(Object.fromEntries(ends)).toEqual({
      '/large': 'too-large',
      '/fields': 'protocol',
      '/mute': 'timeout',
      '/stall': 'time',
      '/reset': 'reset',
      '/short': 'disconnect',
    });
    expect(answered(await fetch('/small', { maxBytes: 400_000 })).end).toBe('complete');
  });

  it('accepts no certificate that nobody vouches for, nor one of another name', async () => {
    const { fetch, fetchOther, seen } = await open(page);

    setDefaultCACertificates(trusted);
    const unknown = await fetch('/');
    setDefaultCACertificates([...trusted, certificate.cert]);
    const other = await fetchOther('/');

    expect([unknown, other]).toMatchObject([
      { ok: false, reason: 'tls' },
      { ok: false, reason: 'tls' },
    ]);
    expect(seen).toEqual([]);
  });

  it('asks for the right to start before each request, and ends at the signal', async () => {
    const { seen, fetch } = await open(() => {});
    const stop = new AbortController();

    const refused = await fetch('/never', { mayStart: () => false });
    const running = fetch('/mute', { signal: stop.signal, timeoutMs: 20_000 });
    await expect.poll(() => seen.length).toBe(1);
    stop.abort();

    expect(refused).toMatchObject({ ok: false, reason: 'timeout' });
    expect(await running).toMatchObject({ ok: false, reason: 'timeout' });
    expect(seen.map(({ path }) => path)).toEqual(['/mute']);
  });
});

describe('TLS in any environment', () => {
  it.each([true, false])(
    'refuses an unknown signer with NODE_TLS_REJECT_UNAUTHORIZED=0 (HTTP/2 offered: %s)',
    async (http2) => {
      const { seen, fetch } = await open(page);
      setDefaultCACertificates(trusted);
      process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
      try {
        const result = await fetch('/', { http2 });

        expect(result).toMatchObject({ ok: false, reason: 'tls' });
        expect(seen).toEqual([]);
      } finally {
        delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
        setDefaultCACertificates([...trusted, certificate.cert]);
      }
    },
  );

  it('speaks no TLS below 1.2, although Node may allow less', async () => {
    const usual = tls.DEFAULT_MIN_VERSION;
    const server = tls.createServer({
      ...certificate,
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: OLD_CIPHERS,
    });
    server.on('tlsClientError', () => {});
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const connectTo = [parseConnectTo(`:443:127.0.0.1:${port}`)];
    const fetcher = createUndiciFetcher({ allowPrivateNetwork: true, connectTo });
    closers.push(
      () => fetcher.close(),
      () => server.close(),
    );
    let accepted = 0;
    server.on('secureConnection', (socket) => {
      accepted += 1;
      socket.destroy();
    });
    Object.assign(tls, { DEFAULT_MIN_VERSION: 'TLSv1', DEFAULT_CIPHERS: OLD_CIPHERS });
    try {
      const url = 'https://shop.test/' as CrawlUrl;
      const ask: FetchRequest = {
        url,
        method: 'GET',
        headers: [],
        timeoutMs: 2_000,
        maxBytes: 100,
        decideBody: () => 'read',
      };
      const result = await fetcher.fetch(ask, 1);

      expect(result).toMatchObject({ ok: false, reason: 'tls' });
      expect(accepted).toBe(0);
    } finally {
      Object.assign(tls, { DEFAULT_MIN_VERSION: usual, DEFAULT_CIPHERS: USUAL_CIPHERS });
    }
  });
});
