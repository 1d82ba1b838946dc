import { describe, expect, it } from 'vitest';
import { readRecords, responseOf, type WarcRecord } from '#core/archive/warc/warc-reader.ts';
import { WarcChunk } from '#core/archive/warc/warc-records.ts';
import { sha1Base32 } from '#core/bytes/digest.ts';
import type { FetchAnswer } from '#core/fetch/fetcher.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

const url = 'https://example.org/a?b=%C3%A4' as CrawlUrl;
const REQUEST = 'GET /a?b=%C3%A4 HTTP/1.1\r\nHost: example.org\r\n\r\n';

function answer(fields: Partial<FetchAnswer> = {}): FetchAnswer {
  const body = Buffer.from('<title>hello</title>');
  return {
    ok: true,
    status: 200,
    statusText: 'OK',
    headers: [
      ['Content-Type', 'text/html'],
      ['content-length', '20'],
    ],
    startedAt: Date.UTC(2026, 1, 3, 4, 5, 6, 78),
    endedAt: Date.UTC(2026, 1, 3, 4, 5, 7),
    requestHead: Buffer.from(REQUEST),
    wireBody: body,
    body,
    end: 'complete',
    address: '203.0.113.7',
    ...fields,
  };
}
const chunkOf = (...answers: FetchAnswer[]) => {
  const chunk = new WarcChunk(() => 'random0123456789');
  chunk.warcinfo({ software: 'surf-crawler/0.1', format: 'WARC File Format 1.1' }, Date.UTC(2026, 1, 3));
  const places = answers.map((one) => chunk.exchange(one, url));
  const bytes = Buffer.concat(chunk.finish());
  return { chunk, places, bytes, records: [...readRecords(bytes)] };
};
const at = (records: WarcRecord[], index: number): WarcRecord => {
  const record = records[index];
  if (record === undefined) throw new Error(`no record ${index}`);
  return record;
};
const textOf = (record: WarcRecord) => Buffer.from(record.block).toString('latin1');

describe('WarcChunk', () => {
  it('writes warcinfo first, then response and request of each exchange, one gzip member each', () => {
    const { chunk, records, places, bytes } = chunkOf(answer(), answer({ status: 404, statusText: 'Not Found' }));

    expect(records.map((record) => record.headers.get('warc-type'))).toEqual([
      'warcinfo',
      'response',
      'request',
      'response',
      'request',
    ]);
    expect(textOf(at(records, 0))).toBe('software: surf-crawler/0.1\r\nformat: WARC File Format 1.1\r\n');
    expect(places.map(({ offset, length }) => ({ offset, length }))).toEqual(
      [1, 3].map((index) => ({ offset: at(records, index).offset, length: at(records, index).length })),
    );
    expect(chunk.bytes).toBe(bytes.length);
    expect(new Set(records.map((record) => record.headers.get('warc-record-id'))).size).toBe(5);
  });

  it('says when, where, from which address and with which digests', () => {
    const { records, places } = chunkOf(answer());
    const { headers, block } = at(records, 1);

    expect(headers.get('warc-date')).toBe('2026-02-03T04:05:06.078Z');
    expect(headers.get('warc-target-uri')).toBe(url);
    expect(headers.get('warc-ip-address')).toBe('203.0.113.7');
    expect(headers.get('warc-record-id')).toMatch(
      /^<urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}>$/,
    );
    expect(headers.get('warc-payload-digest')).toBe(`sha1:${sha1Base32(Buffer.from('<title>hello</title>'))}`);
    expect(headers.get('warc-payload-digest')).toBe(`sha1:${places[0]?.payloadDigest}`);
    expect(headers.get('warc-block-digest')).toBe(`sha1:${sha1Base32(block)}`);
    expect(headers.get('content-type')).toBe('application/http;msgtype=response');
    expect(headers.has('warc-truncated')).toBe(false);

    const request = at(records, 2);
    expect(request.headers.get('warc-concurrent-to')).toBe(headers.get('warc-record-id'));
    expect(request.headers.get('content-type')).toBe('application/http;msgtype=request');
    expect(request.headers.get('warc-block-digest')).toBe(`sha1:${sha1Base32(request.block)}`);
    expect(textOf(request)).toBe(REQUEST);
  });

  it('marks what came by HTTP/2, in request and response', () => {
    const { records } = chunkOf(answer({ protocol: 'h2' }), answer());

    const protocols = records.map(({ headers }) => headers.get('warc-protocol'));
    expect(protocols).toEqual([undefined, 'h2', 'h2', undefined, undefined]);
    expect(textOf(at(records, 1))).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });

  it('keeps an honest head as it was received', () => {
    const { records } = chunkOf(answer());

    expect(textOf(at(records, 1))).toBe(
      'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\ncontent-length: 20\r\n\r\n<title>hello</title>',
    );
  });

  it.each([
    [
      'chunked',
      [['Transfer-Encoding', 'chunked']],
      ['X-Archive-Orig-Transfer-Encoding: chunked', 'Content-Length: 20'],
    ],
    [
      'a length that is not the body’s',
      [['Content-Length', '99']],
      ['X-Archive-Orig-Content-Length: 99', 'Content-Length: 20'],
    ],
    [
      'two lengths',
      [
        ['Content-Length', '20'],
        ['Content-Length', '21'],
      ],
      ['X-Archive-Orig-Content-Length: 20', 'X-Archive-Orig-Content-Length: 21', 'Content-Length: 20'],
    ],
    ['no length', [['Server', 'x']], ['Server: x']],
  ] as const)('renames what a stored body would contradict: %s', (_, headers, expected) => {
    const { records } = chunkOf(answer({ headers }));

    expect(textOf(at(records, 1)).split('\r\n\r\n')[0]?.split('\r\n').slice(1)).toEqual(expected);
    expect(Buffer.from(responseOf(at(records, 1)).wireBody).toString()).toBe('<title>hello</title>');
  });

  it('cannot be broken by hostile names, values and reasons (N8)', () => {
    const headers = [
      ['X-A\r\nWARC-Type', 'v\r\n\r\nHTTP/1.1 200 OK'],
      ['', '\u010a\u010d high code points end as line breaks in Latin-1'],
      ['a:b', '\0'],
      ['Ünï', 'caf\u00e9'],
    ] as const;
    const { records } = chunkOf(answer({ headers, statusText: 'OK\r\nX: y', address: 'fe80::1%eth0\r\n' }));
    const response = responseOf(at(records, 1));

    expect(records).toHaveLength(3);
    expect(response.statusText).toBe('OK  X: y');
    expect(response.headers.map(([name]) => name)).toEqual(['X-A__WARC-Type', '_', 'a_b', '_n_']);
    expect(response.headers[3]?.[1]).toBe('caf\u00e9');
    expect(Buffer.from(response.wireBody).toString()).toBe('<title>hello</title>');
    expect(at(records, 1).headers.has('warc-ip-address')).toBe(false);
  });

  it.each([
    ['length', 'length'],
    ['time', 'time'],
    ['disconnect', 'disconnect'],
    ['left', 'unspecified'],
    ['decode', undefined],
  ] as const)('an answer that ended with %s is truncated: %s', (end, expected) => {
    const { records } = chunkOf(answer({ end }));

    expect(at(records, 1).headers.get('warc-truncated')).toBe(expected);
  });

  it('deflates plain bodies, and stores those that are encoded', () => {
    const big = Buffer.alloc(50_000, 'text ');
    const plain = chunkOf(answer({ wireBody: big, body: big, headers: [] }));
    const encoded = chunkOf(answer({ wireBody: big, headers: [['Content-Encoding', 'br']] }));

    expect(plain.places[0]?.length).toBeLessThan(2_000);
    expect(encoded.places[0]?.length).toBeGreaterThan(50_000);
    expect(Buffer.from(responseOf(at(encoded.records, 1)).wireBody).equals(big)).toBe(true);
  });
});
