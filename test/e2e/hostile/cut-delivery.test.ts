import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUndiciFetcher } from '#adapters/http/undici-fetcher.ts';
import { type PageScan, scanPage } from '#core/extraction/page-scan.ts';
import type { Fetcher } from '#core/fetch/fetcher.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { type RawServer, startRawServer } from '#test/http/raw-server.ts';

/**
 * Everything that a cut could break: entities, multi-byte characters, tags, attributes, comments,
 * scripts, a late charset.
 */
const PAGE = Buffer.from(
  [
    '\ufeff<!DOCTYPE html><html><head><title>Käse &amp; Brot — 日本</title>',
    '<base href="/b/"><link rel=canonical href="/c"><meta name=robots content="noindex"></head>',
    "<body><!-- <a href=/no> --><a title='>' HREF = \"/a?x=1&amp;y=ü\" rel='nofollow ugc'>ein &lt;Link&gt;</a>",
    '<script>"</scr" + "<a href=/no>"</script><textarea><a href=/no></textarea>',
    '<map><area href=d.html></map><iframe src="/e"></iframe><meta http-equiv=refresh content="3;url=/f">',
    '<svg><a href="/g"></a></svg><a href="/h#x">last</a></body></html>',
  ].join('\n'),
);
const TYPE = 'Content-Type: text/html; charset=utf-8';
const OPTIONS = { anchorText: true, resources: false };

/**
 * What a path asks for: `/length/17` cuts a body of known length behind its byte 17, `/chunked/17`
 * and `/gzip/17` likewise.
 */
async function serve(socket: Socket, head: string): Promise<void> {
  const [, kind = '', place = ''] = /^GET \/(\w+)\/(\w+)/.exec(head) ?? [];
  const body = kind === 'gzip' ? gzipSync(PAGE) : PAGE;
  const coding = kind === 'gzip' ? '\r\nContent-Encoding: gzip' : '';
  const framing = kind === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`;
  const pieces = place === 'every' ? [...body].map((byte) => Buffer.from([byte])) : cut(body, Number(place));
  socket.write(`HTTP/1.1 200 OK\r\n${TYPE}${coding}\r\n${framing}\r\n\r\n`);
  for (const piece of pieces) {
    const size = Buffer.from(`${piece.length.toString(16)}\r\n`);
    socket.write(kind === 'chunked' ? Buffer.concat([size, piece, Buffer.from('\r\n')]) : piece);
    await new Promise((resolve) => setImmediate(resolve)); // a separate piece on the wire
  }
  if (kind === 'chunked') socket.write('0\r\n\r\n');
}

const cut = (body: Buffer, at: number): Buffer[] =>
  [body.subarray(0, at), body.subarray(at)].filter(({ length }) => length > 0);

describe('a page that comes in pieces', () => {
  let server: RawServer;
  let fetcher: Fetcher;
  beforeAll(async () => {
    server = await startRawServer((socket, head) => void serve(socket.setNoDelay(true), head));
    fetcher = createUndiciFetcher({ allowPrivateNetwork: true, connectTo: [] });
  });
  afterAll(async () => {
    await fetcher.close();
    await server.close();
  });

  async function scanOf(path: string): Promise<PageScan> {
    const url = `http://127.0.0.1:${server.port}${path}` as CrawlUrl;
    const request = { url, method: 'GET', headers: [], timeoutMs: 10_000, maxBytes: 1_000_000 } as const;
    const answer = await fetcher.fetch({ ...request, decideBody: () => 'read' }, 1);
    if (!answer.ok || answer.end !== 'complete') throw new Error(`${path}: ${answer.ok ? answer.end : answer.message}`);
    return scanPage(answer.body, 'text/html; charset=utf-8', OPTIONS);
  }

  const whole = scanPage(PAGE, 'text/html; charset=utf-8', OPTIONS);

  it('has what the test is about', () => {
    expect(whole.title).toBe('Käse & Brot — 日本');
    expect(whole.links.length).toBeGreaterThanOrEqual(7);
    expect([whole.baseHref, whole.canonical, whole.robots.noindex]).toEqual(['/b/', '/c', true]);
  });

  it.each(['length', 'chunked', 'gzip'])('is the same page wherever it is cut in two (%s)', async (kind) => {
    const size = kind === 'gzip' ? gzipSync(PAGE).length : PAGE.length;
    const different: number[] = [];
    for (let at = 1; at < size; at++) {
      if (JSON.stringify(await scanOf(`/${kind}/${at}`)) !== JSON.stringify(whole)) different.push(at);
    }
    expect(different).toEqual([]);
  });

  it.each(['length', 'chunked', 'gzip'])('is the same page byte by byte (%s)', async (kind) => {
    expect(await scanOf(`/${kind}/every`)).toEqual(whole);
  });
});
