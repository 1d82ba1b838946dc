import * as zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parseConnectTo } from '#core/fetch/address/connect-to.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import {
  answered,
  type CreateWay,
  fetchingBench,
  reply,
  requestTo,
  textOf,
} from '#test/contract/fetching/fetching-bench.ts';

/** Requests that servers answer as they should. */
export function fetcherExchanges(create: CreateWay): void {
  describe('a plain exchange', () => {
    const { get, open, serve } = fetchingBench(create);

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
      const fetcher = open({ connectTo: [parseConnectTo(`:80:127.0.0.1:${server.port}`)] });
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
}
