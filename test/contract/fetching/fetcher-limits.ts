import * as zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { FetchRequest } from '#core/fetch/fetcher.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import {
  answered,
  type CreateWay,
  fetchingBench,
  MEBI,
  reply,
  requestTo,
  textOf,
} from '#test/contract/fetching/fetching-bench.ts';

/** Bounds that no server exceeds. */
export function fetcherLimits(create: CreateWay): void {
  describe('limits (N8)', () => {
    const { get, open, serve } = fetchingBench(create);

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
}
