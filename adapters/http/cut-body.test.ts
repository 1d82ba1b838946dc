import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import * as zlib from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { createUndiciFetcher } from '#adapters/http/undici-fetcher.ts';
import { parseConnectTo } from '#core/fetch/address/connect-to.ts';
import type { FetchAnswer, FetchRequest } from '#core/fetch/fetcher.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { startRawServer } from '#test/http/raw-server.ts';

const MEBI = 1024 * 1024;
const MOST = 100_000;
/** Compresses to about half. */
const PAGE = Buffer.from(randomBytes(3 * MEBI).toString('hex'));
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Asks a server for a page that is cut at MOST. */
async function open(answer: (socket: Socket) => void) {
  const server = await startRawServer(answer);
  const connectTo = [parseConnectTo(`::127.0.0.1:${server.port}`)];
  const fetcher = createUndiciFetcher({ allowPrivateNetwork: true, connectTo });
  closers.push(
    () => server.close(),
    () => fetcher.close(),
  );
  return async (change: Partial<FetchRequest> = {}): Promise<FetchAnswer> => {
    const url = 'http://a.test/' as CrawlUrl;
    const decideBody = (): 'read' => 'read';
    const request = { url, method: 'GET' as const, headers: [], timeoutMs: 5_000, maxBytes: MOST, decideBody };
    const result = await fetcher.fetch({ ...request, cutsBody: true, ...change }, 1);
    if (!result.ok) throw new Error(`${result.reason}: ${result.message}`);
    return result;
  };
}

const head = (...lines: string[]): string => `HTTP/1.1 200 OK\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`;
const sends =
  (wire: Uint8Array, ...lines: string[]) =>
  (socket: Socket): void => {
    socket.write(head(...lines, `Content-Length: ${wire.length}`));
    socket.write(wire);
  };

/** Expects the first bytes of the page as the body, and the same bytes for the archive. */
function expectFirst(answer: FetchAnswer, bytes: number): void {
  expect([answer.end, answer.body.length]).toEqual(['cut', bytes]);
  expect(PAGE.subarray(0, bytes).equals(answer.body)).toBe(true);
  expect(answer.wireBody).toBe(answer.body);
}

describe('a body that is cut (G12)', () => {
  it('has the first bytes of a longer one, with and without a Content-Length', async () => {
    const told = await open(sends(PAGE));
    const untold = await open((socket) => socket.end(Buffer.concat([Buffer.from(head('Connection: close')), PAGE])));

    expectFirst(await told(), MOST);
    expectFirst(await untold(), MOST);
  });

  it('ends an endless one', async () => {
    let written = 0;
    const ask = await open((socket) => {
      socket.write(head());
      const more = (): void => {
        while (!socket.destroyed && socket.write(PAGE.subarray(0, 65_536))) written += 65_536;
      };
      socket.on('drain', more);
      more();
    });

    expect((await ask()).body.length).toBe(MOST);
    expect(written).toBeLessThan(32 * MEBI);
  });

  it('is whole and not cut when it has exactly the limit', async () => {
    const ask = await open(sends(PAGE.subarray(0, MOST)));

    const { end, body } = await ask();

    expect([end, body.length]).toEqual(['complete', MOST]);
  });

  it.each([
    ['gzip', zlib.gzipSync(PAGE)],
    ['gzip', Buffer.concat([0, 1, 2].map((n) => zlib.gzipSync(PAGE.subarray(2 * n * MEBI, 2 * (n + 1) * MEBI))))],
    ['deflate', zlib.deflateSync(PAGE)],
    ['deflate', zlib.deflateRawSync(PAGE)],
    ['br', zlib.brotliCompressSync(PAGE, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } })],
    ['zstd', zlib.zstdCompressSync(PAGE)],
    [
      'zstd',
      Buffer.concat([0, 1, 2].map((n) => zlib.zstdCompressSync(PAGE.subarray(2 * n * MEBI, 2 * (n + 1) * MEBI)))),
    ],
    [
      'gzip, br',
      zlib.brotliCompressSync(zlib.gzipSync(PAGE), { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } }),
    ],
  ])('in %s has the first decoded bytes, of a long wire and of a short one', async (coding, wire) => {
    const ask = await open(sends(wire, `Content-Encoding: ${coding}`));

    for (const maxBytes of [MOST, 4 * MEBI]) {
      expect(wire.length > maxBytes).toBe(maxBytes === MOST); // 6 MiB become 3
      expectFirst(await ask({ maxBytes }), maxBytes);
    }
    const whole = await ask({ maxBytes: 8 * MEBI });
    expect([whole.end, PAGE.equals(whole.body), whole.wireBody.length]).toEqual(['complete', true, wire.length]);
  });

  it('has fewer bytes where the wire needs more than the page', async () => {
    const noise = randomBytes(3 * MOST);
    const ask = await open(sends(zlib.gzipSync(noise, { level: 0 }), 'Content-Encoding: gzip'));

    const { end, body } = await ask();

    expect([end, noise.subarray(0, body.length).equals(body)]).toEqual(['cut', true]);
    expect(body.length).toBeGreaterThan(MOST - 100);
    expect(body.length).toBeLessThan(MOST);
  });

  it('accepts garbage behind a gzip stream, as for a page that is not cut', async () => {
    const page = PAGE.subarray(0, 2 * MEBI);
    const ask = await open(
      sends(Buffer.concat([zlib.gzipSync(page), Buffer.from('garbage')]), 'Content-Encoding: gzip'),
    );

    const { end, body } = await ask({ maxBytes: 3 * MEBI });

    expect([end, page.equals(body)]).toEqual(['complete', true]);
  });

  it.each([
    ['a bomb', 'deflate', zlib.deflateSync(Buffer.alloc(8 * MEBI), { level: 9 }), 16 * MEBI],
    ['one in a coding that Surf does not know', 'exi', PAGE, MOST],
    ['a damaged gzip body', 'gzip', PAGE, MOST],
  ])('%s is refused as without the cut', async (_, coding, wire, maxBytes) => {
    const ask = await open(sends(wire, `Content-Encoding: ${coding}`));

    const { end, body, wireBody } = await ask({ maxBytes });

    expect([end, body.length, wireBody.length]).toEqual(['too-large', 0, 0]);
  });

  it('of zeros costs no more memory than the limit', async () => {
    const ask = await open(sends(zlib.gzipSync(Buffer.alloc(500 * MEBI)), 'Content-Encoding: gzip'));
    const before = process.memoryUsage().arrayBuffers;

    const { end, body } = await ask({ maxBytes: MEBI });

    expect([end, body.length]).toEqual(['cut', MEBI]);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * MEBI);
  });
});
