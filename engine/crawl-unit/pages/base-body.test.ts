import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { BasePage } from '#core/archive/chunk/base-page.ts';
import { readRecords, responseOf } from '#core/archive/warc/warc-reader.ts';
import { WarcChunk } from '#core/archive/warc/warc-records.ts';
import { sha1Base32, sha256Hex } from '#core/bytes/digest.ts';
import type { FetchAnswer } from '#core/fetch/fetcher.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { urlKeyOf } from '#core/url/url-key.ts';
import type { Script, Web } from '#test/fakes/scripted-fetcher.ts';
import { type BenchOptions, tasksOf, UnitBench } from '#test/fakes/unit-bench.ts';

const URL = 'http://a.example/page';
const OBJECT = 'executions/xbase00000/chunks/000001/000000/b-000000.warc.gz';
const HTML = '<title>As it was</title><a href="/linked">x</a><a href="http://out.example/">y</a>';
const MODIFIED = 'Fri, 02 Jan 2026 11:59:59 GMT';
const BASE_AT = Date.UTC(2026, 0, 3);

interface Based {
  /** The task's. */
  readonly address?: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly base?: Partial<BasePage>;
  readonly change?: (archived: Uint8Array) => Uint8Array;
  readonly options?: BenchOptions;
}

/** A unit with one task that the base has, in gzip. The page is what `web` says now. */
function benchOf(web: Web, based: Based = {}): UnitBench {
  const { address = URL, headers = [], base = {}, change = (bytes: Uint8Array) => bytes, options = {} } = based;
  const warc = new WarcChunk(() => 'base');
  warc.warcinfo({ software: 'test' }, BASE_AT);
  const { offset, length } = warc.exchange(baseAnswer(headers), URL as CrawlUrl);
  const known: BasePage = {
    etag: 'W/"1"',
    lastModified: MODIFIED,
    digest: sha256Hex(Buffer.from(HTML)),
    bytes: HTML.length,
    contentType: 'text/html; charset=utf-8',
    archived: { object: OBJECT, offset, length },
    ...base,
  };
  const bench = new UnitBench(web, tasksOf([address], { base: known, key: urlKeyOf(URL) }), options);
  bench.archive.objects.set(OBJECT, change(Buffer.concat(warc.finish())));
  return bench;
}

const baseAnswer = (headers: readonly (readonly [string, string])[]): FetchAnswer => ({
  ok: true,
  status: 200,
  statusText: 'OK',
  headers: [['Content-Type', 'text/html; charset=utf-8'], ['Content-Encoding', 'gzip'], ['Date', 'then'], ...headers],
  startedAt: BASE_AT,
  endedAt: BASE_AT + 5,
  requestHead: Buffer.from('GET /page HTTP/1.1\r\n\r\n'),
  wireBody: gzipSync(HTML),
  body: Buffer.from(HTML),
  end: 'complete',
  address: '192.0.2.1',
});

const is304 =
  (script: Script = {}): Web =>
  (url) =>
    url === URL ? { status: 304, type: null, ...script } : undefined;

const conditionsOf = (bench: UnitBench): (string | undefined)[][] =>
  bench.fetcher.log
    .filter(({ url }) => url === URL)
    .map(({ headers }) => ['If-None-Match', 'If-Modified-Since'].map((name) => new Map(headers).get(name)));

describe('a page that the base has (T7)', () => {
  it('is asked about by both validators, verbatim, and settled as the base has it when it was not modified', async () => {
    const bench = benchOf(
      is304({
        headers: [
          ['Date', 'Sat, 03 Jan 2026 00:00:00 GMT'],
          ['ETag', '"other"'],
        ],
      }),
    );
    await bench.run();

    expect(conditionsOf(bench)).toEqual([['W/"1"', MODIFIED]]);
    const line = await bench.line('/page');
    expect(line).toMatchObject({
      outcome: { type: 'notModified' },
      status: 304,
      attempts: 1,
      contentType: 'text/html; charset=utf-8',
      bytes: HTML.length,
      digest: sha256Hex(Buffer.from(HTML)),
      title: 'As it was',
      etag: 'W/"1"',
      lastModified: MODIFIED,
      date: 'Sat, 03 Jan 2026 00:00:00 GMT',
      links: 2,
    });
    expect(line?.body?.object).toBe(OBJECT);
    expect(line).not.toHaveProperty('wireBytes');
    expect(line).not.toHaveProperty('errors');
    expect((await bench.candidates()).map(({ url, reason }) => [url, reason])).toEqual([
      ['http://a.example/linked', null],
      ['http://out.example/', 'outside-scope'],
    ]);
  });

  it('is archived as a revisit record with its request: server-not-modified, referring to the record that has the body', async () => {
    const bench = benchOf(
      is304({
        headers: [
          ['Content-Length', '77'],
          ['ETag', 'W/"1"'],
        ],
      }),
    );
    await bench.run();

    const [chunk] = await bench.chunks();
    const { warc } = chunk?.outcomes[0] ?? {};
    const records = [...readRecords(await bench.archive.get(`${chunk?.base}.warc.gz`))];
    const revisit = records.find(({ offset }) => offset === warc?.offset);
    const request = records.findLast(({ headers }) => headers.get('warc-type') === 'request');
    const digest = `sha1:${sha1Base32(gzipSync(HTML))}`;
    expect(Object.fromEntries(revisit?.headers ?? [])).toMatchObject({
      'warc-type': 'revisit',
      'warc-target-uri': URL,
      'warc-profile': 'http://netpreserve.org/warc/1.1/revisit/server-not-modified',
      'warc-refers-to-target-uri': URL,
      'warc-refers-to-date': new Date(BASE_AT).toISOString(),
      'warc-payload-digest': digest,
    });
    expect(revisit?.length).toBe(warc?.length);
    expect(revisit === undefined ? null : responseOf(revisit)).toMatchObject({ status: 304 });
    expect(request?.headers.get('warc-concurrent-to')).toBe(revisit?.headers.get('warc-record-id'));
    expect(Buffer.from(request?.block ?? []).toString()).toContain('If-None-Match: W/"1"');
    const [line] = chunk?.cdxj.filter((text) => text.includes('/page"')) ?? [];
    expect(line).toContain('"mime":"warc/revisit","status":"304"');
    expect(line).toContain(`"digest":"${digest.slice(5)}"`);
  });

  it('takes headers of the 304 for those that were archived, but none of the message', async () => {
    const now: Script = {
      headers: [
        ['X-Robots-Tag', 'noindex'],
        ['Content-Type', 'text/plain'],
      ],
    };
    const bench = benchOf(is304(now), {
      headers: [
        ['X-Robots-Tag', 'nofollow'],
        ['Link', '</next>; rel=next'],
      ],
    });
    await bench.run();

    expect(await bench.line('/page')).toMatchObject({ noindex: true, contentType: 'text/html; charset=utf-8' });
    expect((await bench.candidates()).map(({ url, reason }) => [url, reason])).toContainEqual([
      'http://a.example/next',
      null,
    ]);
  });

  it('that was modified is stored like any other', async () => {
    const body = '<a href="/new">new</a>';
    const bench = benchOf((url) => (url === URL ? { body, headers: [['ETag', '"2"']] } : undefined));
    await bench.run();

    expect(conditionsOf(bench)).toEqual([['W/"1"', MODIFIED]]);
    const line = await bench.line('/page');
    expect(line).toMatchObject({ outcome: { type: 'stored' }, status: 200, etag: '"2"', bytes: body.length });
    expect(line).not.toHaveProperty('body');
  });

  it('is stored again when the server sends the same body with 200: nobody said that it had not changed', async () => {
    const bench = benchOf((url) => (url === URL ? { body: HTML } : undefined));
    await bench.run();

    expect(await bench.line('/page')).toMatchObject({ outcome: { type: 'stored' }, status: 200 });
  });

  it.each([
    ['was deleted', { base: { archived: { object: `${OBJECT}.gone`, offset: 1, length: 9 } } }, /not found|no object/i],
    ['was overwritten', { change: (bytes: Uint8Array) => bytes.map((byte, i) => (i > 500 ? byte ^ 255 : byte)) }, /./],
    ['was cut off', { change: (bytes: Uint8Array) => bytes.subarray(0, 300) }, /./],
    ['is another', { base: { digest: '0'.repeat(64) } }, /another digest/],
    ['is larger than was said', { base: { bytes: HTML.length - 1 } }, /another digest/],
  ])('is fetched whole when its archived body %s', async (_, based: Based, why) => {
    const body = '<title>whole</title>';
    const bench = benchOf(
      (url, nth) => (url === URL ? (nth === 0 ? { status: 304, type: null } : { body }) : undefined),
      based,
    );
    await bench.run();

    expect(conditionsOf(bench)).toEqual([
      ['W/"1"', MODIFIED],
      [undefined, undefined],
    ]);
    const line = await bench.line('/page');
    expect(line).toMatchObject({ outcome: { type: 'stored' }, status: 200, title: 'whole', attempts: 1 });
    expect(line?.errors).toMatchObject([{ code: 'base', message: expect.stringMatching(why) }]);
    expect(line?.errors?.[0]?.message).toContain('the base’s body cannot be read: ');
  });

  it('is fetched whole by a server that answers conditions with 412', async () => {
    const bench = benchOf((url, nth) => (url === URL ? { status: nth === 0 ? 412 : 200 } : undefined));
    await bench.run();

    expect(await bench.line('/page')).toMatchObject({ outcome: { type: 'stored' }, errors: [{ code: 'base' }] });
  });

  it.each([
    ['its body came from another address', { base: { url: 'http://a.example/other' } }],
    ['its type is no longer accepted', { base: { contentType: 'image/png' } }],
    ['only its first bytes were read then', { base: { cut: true as const } }],
    ['it was cut elsewhere', { base: { cut: true as const }, options: { workflow: { fetch: { largePages: 'cut' } } } }],
    ['it is larger than a page may be now', { options: { workflow: { limits: { pageBytes: 10 } } } }],
    [
      'the workflow sets conditional headers',
      { options: { workflow: { fetch: { headers: { 'If-None-Match': '"x"' } } } } },
    ],
  ])('is requested without conditions of ours when %s', async (_, based: Based) => {
    const bench = benchOf((url) => (url === URL ? { body: '<p>' } : undefined), based);
    await bench.run();

    expect(conditionsOf(bench).flat()).not.toContain('W/"1"');
    expect(conditionsOf(bench).flat()).not.toContain(MODIFIED);
  });

  it('is asked about when it was cut where it would be cut now, and keeps the mark (G12)', async () => {
    const limits = { pageBytes: HTML.length };
    const workflow = { limits, fetch: { largePages: 'cut' } };
    const bench = benchOf(is304(), { base: { cut: true }, options: { workflow } });
    await bench.run();

    expect(await bench.line('/page')).toMatchObject({ outcome: { type: 'notModified' }, cut: true });
  });

  it('is asked about at the address that its body came from, when the task’s redirects there', async () => {
    const web: Web = (url) =>
      url === 'http://a.example/p%61ge' ? { status: 301, headers: [['Location', URL]] } : is304()(url, 0);
    const bench = benchOf(web, { address: 'http://a.example/p%61ge', base: { url: URL } });
    await bench.run();

    const [line] = await bench.lines();
    expect(line).toMatchObject({ outcome: { type: 'notModified' }, url: URL });
  });

  it('with HEAD first is asked about by the GET alone', async () => {
    const web: Web = (url, _, method) =>
      url !== URL ? undefined : method === 'HEAD' ? {} : { status: 304, type: null };
    const bench = benchOf(web, { options: { workflow: { fetch: { headFirst: true } } } });
    await bench.run();

    expect(bench.fetcher.log.filter(({ url }) => url === URL).map(({ method }) => method)).toEqual(['HEAD', 'GET']);
    expect(conditionsOf(bench)).toEqual([
      [undefined, undefined],
      ['W/"1"', MODIFIED],
    ]);
    expect(await bench.outcomes()).toEqual({ '/page': 'notModified' });
  });

  it('needs no WARC in its execution', async () => {
    const bench = benchOf(is304(), { options: { workflow: { output: { warc: false } } } });
    await bench.run();

    const line = await bench.line('/page');
    expect(line).toMatchObject({ outcome: { type: 'notModified' }, body: { object: OBJECT } });
    expect(line).not.toHaveProperty('warc');
  });
});

describe('304 without a condition in the request', () => {
  it('is a breach of the protocol', async () => {
    const bench = new UnitBench(is304(), tasksOf([URL]), { workflow: { retry: { attempts: 1 } } });
    await bench.run();

    expect(await bench.outcomes()).toEqual({ '/page': 'failed(protocol)' });
  });
});
