import { randomBytes } from 'node:crypto';
import * as zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import {
  answered,
  type CreateWay,
  fetchingBench,
  reply,
  requestTo,
  textOf,
} from '#test/contract/fetching/fetching-bench.ts';
import { startRawServer } from '#test/http/raw-server.ts';

/** What servers and the network do wrong. */
export function fetcherFailures(create: CreateWay): void {
  describe('failures', () => {
    const { get, open, serve } = fetchingBench(create);

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

    it('tells what can be the fault of the network from what a host or a name server says', async () => {
      const codes: Readonly<Record<string, string>> = { 'silent.test': 'EAI_AGAIN', 'nowhere.test': 'ENOTFOUND' };
      const resolver = (name: string) => Promise.reject(Object.assign(new Error('no'), { code: codes[name] }));
      const fetcher = open({ resolver });
      const faultOf = async (host: string) => {
        const result = await fetcher.fetch(requestTo(0, { url: `http://${host}/` as CrawlUrl }), 1);
        return result.ok ? 'ok' : [result.reason, result.fault];
      };

      expect(await faultOf('silent.test')).toEqual(['dns', 'network']);
      expect(await faultOf('nowhere.test')).toEqual(['dns', undefined]);
    });

    it('reaches a host that takes a connection, or refuses it, and sends nothing', async () => {
      const heads: string[] = [];
      const server = await serve((_, head) => heads.push(head));
      const gone = await startRawServer(() => {});
      await gone.close();
      const unknown = (code: string) => () => Promise.reject(Object.assign(new Error('no'), { code }));
      const reach = (url: string, resolver = unknown('ENOTFOUND')) =>
        open({ resolver }).reach?.(url as CrawlUrl, 1_000);

      expect(await reach(`http://127.0.0.1:${server.port}/`)).toBe('reached');
      expect(await reach(`https://127.0.0.1:${server.port}/`)).toBe('reached');
      expect(await reach(`http://127.0.0.1:${gone.port}/`)).toBe('reached');
      expect(await reach('http://nowhere.test/')).toBe('silent');
      expect(await reach('http://slow.test/', () => new Promise(() => {}))).toBe('silent');
      expect(await reach('http://silent.test/', unknown('EAI_AGAIN'))).toBe('no-network');
      expect(heads).toEqual([]);
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
}
