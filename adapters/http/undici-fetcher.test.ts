import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import * as zlib from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { createUndiciFetcher } from '#adapters/http/undici-fetcher.ts';
import { parseConnectTo } from '#core/fetch/address/connect-to.ts';
import type { FetchAnswer, Fetcher, FetchRequest, FetchResult } from '#core/fetch/fetcher.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { type RawServer, startRawServer } from '#test/http/raw-server.ts';

const MEBI = 1024 * 1024;
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function serve(answer: (socket: Socket, head: string) => void): Promise<RawServer> {
  const server = await startRawServer(answer);
  closers.push(() => server.close());
  return server;
}

function open(options: Partial<Parameters<typeof createUndiciFetcher>[0]> = {}): Fetcher {
  const fetcher = createUndiciFetcher({ allowPrivateNetwork: true, connectTo: [], ...options });
  closers.push(() => fetcher.close());
  return fetcher;
}

const requestTo = (port: number, change: Partial<FetchRequest> = {}): FetchRequest => ({
  url: `http://127.0.0.1:${port}/a?b=c` as CrawlUrl,
  method: 'GET',
  headers: [['User-Agent', 'tester/1']],
  timeoutMs: 5_000,
  maxBytes: MEBI,
  decideBody: () => 'read',
  ...change,
});

const get = (server: RawServer, change: Partial<FetchRequest> = {}) => open().fetch(requestTo(server.port, change), 1);

/** Writes a whole answer with Content-Length. */
function reply(socket: Socket, body: Uint8Array | string, lines: readonly string[] = []): void {
  const data = Buffer.from(body);
  const head = ['HTTP/1.1 200 OK', ...lines, `Content-Length: ${data.length}`, '', ''].join('\r\n');
  socket.write(Buffer.concat([Buffer.from(head, 'latin1'), data]));
}

function answered(result: FetchResult): FetchAnswer {
  if (!result.ok) throw new Error(`${result.reason}: ${result.message}`);
  return result;
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

describe('a plain exchange', () => {
  it('gives status line and headers as received, and the request head as sent', async () => {
    const server = await serve((socket) =>
      reply(socket, 'hello', ['Content-Type: text/html', 'X-b: 1', 'x-A: caf\xe9', 'Set-Cookie: a', 'set-cookie: b']),
    );

    const result = answered(
      await get(server, {
        headers: [
          ['User-Agent', 'tester/1'],
          ['X-Second', 'zwei'],
        ],
      }),
    );

    expect([result.status, result.statusText, result.end, result.address]).toEqual([
      200,
      'OK',
      'complete',
      '127.0.0.1',
    ]);
    expect(result.headers).toEqual([
      ['Content-Type', 'text/html'],
      ['X-b', '1'],
      ['x-A', 'caf\xe9'],
      ['Set-Cookie', 'a'],
      ['set-cookie', 'b'],
      ['Content-Length', '5'],
    ]);
    expect(textOf(result.body)).toBe('hello');
    expect(result.body).toBe(result.wireBody);
    expect(Buffer.from(result.requestHead).toString('latin1')).toBe(server.received[0]);
    expect(server.received[0]).toBe(
      `GET /a?b=c HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\nconnection: keep-alive\r\nUser-Agent: tester/1\r\nX-Second: zwei\r\nAccept-Encoding: gzip, br, zstd, deflate\r\n\r\n`,
    );
    expect(result.endedAt).toBeGreaterThanOrEqual(result.startedAt);
  });

  it('keeps the connection, and opens no more than asked', async () => {
    const server = await serve((socket) => setTimeout(() => reply(socket, 'x'), 20));
    const fetcher = open();

    for (let index = 0; index < 3; index++) answered(await fetcher.fetch(requestTo(server.port), 1));
    expect(server.received).toHaveLength(1);

    const results = await Promise.all(Array.from({ length: 9 }, () => fetcher.fetch(requestTo(server.port), 3)));
    expect(results.every((result) => result.ok && result.end === 'complete')).toBe(true);
    expect(server.received).toHaveLength(3);
  });

  it('keeps connections to 256 origins, and closes those used longest ago', async () => {
    const server = await serve((socket) => reply(socket, 'x'));
    const fetcher = open({ connectTo: [parseConnectTo(`::127.0.0.1:${server.port}`)] });
    const at = (index: number) => requestTo(0, { url: `http://h${index}.test/` as CrawlUrl });

    for (let index = 0; index < 300; index++) answered(await fetcher.fetch(at(index), 1));
    answered(await fetcher.fetch(at(299), 1));

    await expect.poll(() => server.open()).toBe(256); // a close needs its time
    expect(server.received).toHaveLength(300);
  });

  it('continues with the queue behind an abandoned body', async () => {
    const server = await serve((socket, head) =>
      head.includes('/big') ? socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\nabc') : reply(socket, 'x'),
    );
    const fetcher = open();
    const big = { url: `http://127.0.0.1:${server.port}/big` as CrawlUrl, decideBody: () => 'leave' as const };

    const results = await Promise.all([
      fetcher.fetch(requestTo(server.port, big), 1),
      fetcher.fetch(requestTo(server.port), 1),
      fetcher.fetch(requestTo(server.port, big), 1),
      fetcher.fetch(requestTo(server.port), 1),
    ]);

    expect(results.map((result) => answered(result).end)).toEqual(['left', 'complete', 'left', 'complete']);
  });

  it('reads chunked bodies, interim answers and bodies that end with the connection', async () => {
    const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nfoo\r\n3;x=y\r\nbar\r\n0\r\n\r\n';
    const server = await serve((socket, head) => {
      if (head.startsWith('GET /1')) socket.write(`HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${chunked}`);
      else socket.end('HTTP/1.0 200 Fine\r\n\r\nuntil the end');
    });
    const at = (path: string) => `http://127.0.0.1:${server.port}${path}` as CrawlUrl;

    const first = answered(await get(server, { url: at('/1') }));
    const second = answered(await get(server, { url: at('/2') }));

    expect([first.end, textOf(first.wireBody), first.headers]).toEqual([
      'complete',
      'foobar',
      [['Transfer-Encoding', 'chunked']],
    ]);
    expect([second.end, textOf(second.body), second.statusText]).toEqual(['complete', 'until the end', 'Fine']);
  });

  it('follows no redirect and reads no body of HEAD, 204 and 304', async () => {
    const server = await serve((socket, head) => {
      if (head.startsWith('HEAD'))
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\nContent-Encoding: gzip\r\n\r\n');
      else if (head.includes('/304'))
        socket.write('HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\nContent-Encoding: gzip\r\n\r\n');
      else socket.write('HTTP/1.1 302 Found\r\nLocation: /next\r\nContent-Length: 0\r\n\r\n');
    });

    const head = answered(await get(server, { method: 'HEAD' }));
    const same = answered(await get(server, { url: `http://127.0.0.1:${server.port}/304` as CrawlUrl }));
    const moved = answered(await get(server));

    expect([head.status, head.end, head.body.length]).toEqual([200, 'complete', 0]);
    expect(Buffer.from(head.requestHead).toString('latin1')).toBe(server.received[0]);
    expect([same.status, same.end, same.body.length]).toEqual([304, 'complete', 0]);
    expect([moved.status, moved.end, server.received.length]).toEqual([302, 'complete', 3]);
  });

  it.each([
    ['gzip', zlib.gzipSync],
    ['br', zlib.brotliCompressSync],
    ['zstd', zlib.zstdCompressSync],
    ['deflate', zlib.deflateSync],
  ] as const)('decodes %s and keeps the wire', async (encoding, encode) => {
    const page = 'a page '.repeat(10_000);
    const wire = encode(Buffer.from(page));
    const server = await serve((socket) => reply(socket, wire, [`Content-Encoding: ${encoding}`]));

    const result = answered(await get(server));

    expect(textOf(result.body)).toBe(page);
    expect(Buffer.compare(result.wireBody, wire)).toBe(0);
  });
});

describe('limits (N8)', () => {
  it('leaves the body when decideBody says so, at once', async () => {
    const server = await serve((socket) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 900000\r\n\r\nabc'),
    );
    const seen: number[] = [];
    const fetcher = open();
    const decideBody: FetchRequest['decideBody'] = ({ status }) => {
      seen.push(status);
      return 'leave';
    };

    const result = answered(await fetcher.fetch(requestTo(server.port, { decideBody }), 1));
    const again = answered(await fetcher.fetch(requestTo(server.port, { decideBody }), 1));

    expect([result.end, result.body.length, again.end]).toEqual(['left', 0, 'left']);
    expect(seen).toEqual([200, 200]);
    expect(server.received).toHaveLength(2);
  });

  it('refuses a Content-Length above the limit without reading', async () => {
    const server = await serve((socket) => socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${MEBI + 1}\r\n\r\n`));

    const result = answered(await get(server));

    expect([result.end, result.body.length]).toEqual(['too-large', 0]);
  });

  it('stops an endless body at the limit', async () => {
    let written = 0;
    const server = await serve((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const more = (): void => {
        written += 65_536;
        if (!socket.destroyed && socket.write(Buffer.alloc(65_536))) setImmediate(more);
      };
      socket.on('drain', more);
      more();
    });

    const result = answered(await get(server));

    expect([result.end, result.wireBody.length]).toEqual(['too-large', 0]);
    expect(written).toBeLessThan(32 * MEBI);
  });

  it('stops a gzip bomb of 1:1000, and its memory is bounded', async () => {
    const bomb = zlib.gzipSync(Buffer.alloc(500 * MEBI));
    const server = await serve((socket) => reply(socket, bomb, ['Content-Encoding: gzip']));
    const before = process.memoryUsage().arrayBuffers;

    const result = answered(await get(server));

    expect([result.end, result.body.length, result.wireBody.length]).toEqual(['too-large', 0, 0]);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * MEBI);
  });

  it('refuses a head above 64 KiB, and an endless row of interim answers', async () => {
    const server = await serve((socket, head) => {
      if (head.includes('/big'))
        socket.write(`HTTP/1.1 200 OK\r\n${'X-Long: yyyyyyyyyyyyyyyyyyyyyyyy\r\n'.repeat(4_000)}`);
      else for (let index = 0; index < 100; index++) socket.write('HTTP/1.1 103 Early Hints\r\n\r\n');
    });

    const big = await get(server, { url: `http://127.0.0.1:${server.port}/big` as CrawlUrl });
    const interim = await get(server);

    expect([big.ok, !big.ok && big.reason]).toEqual([false, 'protocol']);
    expect([interim.ok, !interim.ok && interim.reason]).toEqual([false, 'protocol']);
  });

  it('waits no longer than the timeout for headers, nor between parts of the body', async () => {
    const server = await serve((socket, head) => {
      if (head.includes('/body')) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart');
    });

    const head = await get(server, { timeoutMs: 300 });
    const body = answered(
      await get(server, { timeoutMs: 300, url: `http://127.0.0.1:${server.port}/body` as CrawlUrl }),
    );

    const sooner = await get(server, { timeoutMs: 60_000, headersMs: 400 });

    expect(head).toMatchObject({ ok: false, reason: 'timeout', message: 'no answer within 0.3 s' });
    expect(sooner).toMatchObject({ ok: false, reason: 'timeout', message: 'no answer within 0.4 s' });
    expect([body.end, textOf(body.body)]).toEqual(['time', 'part']);
  });

  it('ends a body that drips for ten timeouts', async () => {
    const server = await serve((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n');
      const drip = setInterval(() => socket.write('.'), 20);
      socket.on('close', () => clearInterval(drip));
    });

    const result = answered(await get(server, { timeoutMs: 100 }));

    expect(result.end).toBe('time');
    expect(result.endedAt - result.startedAt).toBeLessThan(3_000);
  });
});

describe('failures', () => {
  it('keeps what came before an early close, decoded as far as it goes', async () => {
    const noise = randomBytes(60_000);
    const wire = zlib.gzipSync(noise);
    const server = await serve((socket, head) => {
      if (head.includes('/gzip')) {
        socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${wire.length}\r\n\r\n`);
        socket.end(wire.subarray(0, 40_000));
      } else socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart');
    });

    const plain = answered(await get(server));
    const coded = answered(await get(server, { url: `http://127.0.0.1:${server.port}/gzip` as CrawlUrl }));

    expect([plain.end, textOf(plain.body)]).toEqual(['disconnect', 'part']);
    expect([coded.end, coded.wireBody.length]).toEqual(['disconnect', 40_000]);
    expect(coded.body.length).toBeGreaterThan(10_000);
    expect(noise.subarray(0, coded.body.length).equals(coded.body)).toBe(true);
  });

  it('calls a damaged coding decode, and keeps the wire', async () => {
    const server = await serve((socket) => reply(socket, '<html>', ['Content-Encoding: gzip']));

    const result = answered(await get(server));

    expect([result.end, result.body.length, textOf(result.wireBody)]).toEqual(['decode', 0, '<html>']);
  });

  it('tells refused, reset, garbage and unknown names apart', async () => {
    const server = await serve((socket, head) => {
      if (head.includes('/reset')) socket.resetAndDestroy();
      else socket.end('SSH-2.0-OpenSSH_9.6\r\n');
    });
    const gone = await startRawServer(() => {});
    await gone.close();
    const fetcher = open({ resolver: () => Promise.reject(new Error('NXDOMAIN')) });
    const reasonOf = async (url: string) => {
      const result = await fetcher.fetch(requestTo(0, { url: url as CrawlUrl }), 1);
      return result.ok ? 'ok' : result.reason;
    };

    expect(await reasonOf(`http://127.0.0.1:${gone.port}/`)).toBe('connect');
    expect(await reasonOf(`http://127.0.0.1:${server.port}/reset`)).toBe('reset');
    expect(await reasonOf(`http://127.0.0.1:${server.port}/ssh`)).toBe('protocol');
    expect(await reasonOf(`https://127.0.0.1:${server.port}/`)).toBe('tls');
    expect(await reasonOf('http://nowhere.test/')).toBe('dns');
  });

  it('never rejects for headers that cannot be sent', async () => {
    const server = await serve((socket) => reply(socket, 'x'));

    const result = await get(server, { headers: [['X-Bad', 'a\r\nb']] });

    expect([result.ok, !result.ok && result.reason]).toEqual([false, 'internal']);
  });

  it('settles at the signal, before and after the head, and while it waits for a connection', async () => {
    const server = await serve((socket, head) => {
      if (head.includes('/body')) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart');
    });
    const fetcher = open();
    const stop = new AbortController();
    const body = `http://127.0.0.1:${server.port}/body` as CrawlUrl;
    const head = Promise.withResolvers<void>();
    const decideBody = () => {
      head.resolve();
      return 'read' as const;
    };
    const of = { signal: stop.signal, timeoutMs: 60_000 };
    const running = [
      fetcher.fetch(requestTo(server.port, of), 2),
      fetcher.fetch(requestTo(server.port, { ...of, url: body, decideBody }), 2),
      fetcher.fetch(requestTo(server.port, { ...of, url: `${body}2` as CrawlUrl }), 2),
    ];
    await head.promise;

    stop.abort();
    const [waiting, reading, queued] = await Promise.all(running);

    expect(waiting).toMatchObject({ ok: false, reason: 'timeout', message: 'the request was cancelled' });
    expect(reading).toMatchObject({ ok: true, end: 'time' });
    expect(queued).toMatchObject({ ok: false, reason: 'timeout' });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(server.received.join('')).not.toContain('/body2');
    expect(await fetcher.fetch(requestTo(server.port, { signal: stop.signal }), 1)).toMatchObject({ ok: false });
  });

  it('calls a decideBody that throws internal', async () => {
    const server = await serve((socket) => reply(socket, 'x'));
    const decideBody = (): never => {
      throw new Error('bug');
    };

    expect(await get(server, { decideBody })).toMatchObject({ ok: false, reason: 'internal', message: 'bug' });
  });

  it('answers after close, and close ends what runs', async () => {
    const server = await serve(() => {});
    const fetcher = open();
    const running = fetcher.fetch(requestTo(server.port), 1);
    await new Promise((resolve) => setTimeout(resolve, 50));

    await fetcher.close();

    expect(await running).toMatchObject({ ok: false });
    expect(await fetcher.fetch(requestTo(server.port), 1)).toMatchObject({ ok: false, reason: 'internal' });
  });
});
