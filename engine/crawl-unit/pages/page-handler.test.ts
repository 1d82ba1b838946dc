import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readRecords } from '#core/archive/warc/warc-reader.ts';
import { sha256Hex } from '#core/bytes/digest.ts';
import { gunzipMember } from '#core/bytes/gzip.ts';
import type { SurfError } from '#core/error.ts';
import { urlKeyOf } from '#core/url/url-key.ts';
import type { Script, Web } from '#test/fakes/scripted-fetcher.ts';
import { type BenchOptions, pagesOf, tasksOf, UnitBench } from '#test/fakes/unit-bench.ts';

const ONE = 'http://a.example/x';

/** One task whose answer is this; robots.txt says nothing. */
function benchOf(answer: Script | Web, options: BenchOptions = {}): UnitBench {
  const web: Web = (url, nth) => {
    if (url.endsWith('/robots.txt')) return { status: 404 };
    return typeof answer === 'function' ? answer(url, nth) : answer;
  };
  return new UnitBench(web, tasksOf([ONE]), {
    ...options,
    workflow: { retry: { attempts: 1 }, politeness: { delaySeconds: 0 }, ...options.workflow },
  });
}

/** Runs it and gives the one line. */
async function lineOf(answer: Script | Web, options?: BenchOptions) {
  const bench = benchOf(answer, options);
  await bench.run();
  const [line, ...others] = await bench.lines();
  expect(others).toEqual([]);
  if (line === undefined) throw new Error('no line');
  return { bench, line, word: (await bench.outcomes())['/x'] };
}

describe('an answer', () => {
  it.each<[string, Script, string]>([
    ['200 text/html', { body: 'x' }, 'stored'],
    ['200 text/plain', { type: 'text/plain', body: 'x' }, 'stored'],
    ['200 application/feed+xml', { type: 'application/atom+xml', body: 'x' }, 'stored'],
    ['200 application/json', { type: 'application/json', body: '{}' }, 'stored'],
    ['200 without a type', { type: null, body: '<html>' }, 'stored'],
    ['201', { status: 201, body: 'x' }, 'stored'],
    ['204', { status: 204, type: null }, 'stored'],
    ['206', { status: 206, body: 'x' }, 'stored'],
    ['200 image/png', { type: 'image/png', body: 'x' }, 'skipped(content-type)'],
    ['200 text/css', { type: 'text/css', body: 'x' }, 'skipped(content-type)'],
    ['200 text/javascript', { type: 'text/javascript', body: 'x' }, 'skipped(content-type)'],
    ['200 image/svg+xml', { type: 'image/svg+xml', body: 'x' }, 'skipped(content-type)'],
    ['200 application/pdf', { type: 'application/pdf', body: 'x' }, 'skipped(content-type)'],
    ['a damaged encoding', { body: 'x', end: 'decode' }, 'failed(decode)'],
    ['a body that ends early', { body: 'x', end: 'disconnect' }, 'failed(truncated)'],
    ['302 without Location', { status: 302 }, 'failed(protocol)'],
    ['302 to mailto:', { status: 302, headers: [['Location', 'mailto:a@b.example']] }, 'skipped(scheme)'],
    [
      '302 to an address that no link may have',
      { status: 302, headers: [['Location', `/${'x'.repeat(8_192)}`]] },
      'skipped(url-too-long)',
    ],
    ['302 to nonsense', { status: 302, headers: [['Location', 'http://[']] }, 'skipped(invalid-url)'],
    ['304', { status: 304 }, 'failed(protocol)'],
    ['404', { status: 404, body: 'x' }, 'failed(http-4xx)'],
    ['410', { status: 410 }, 'failed(http-4xx)'],
    ['429', { status: 429 }, 'failed(http-4xx)'],
    ['500', { status: 500 }, 'failed(http-5xx)'],
    ['503', { status: 503 }, 'failed(http-5xx)'],
    ['599', { status: 599 }, 'failed(http-5xx)'],
  ])('%s is %s', async (_, answer, outcome) => {
    const { line, word } = await lineOf(answer);

    expect(word).toBe(outcome);
    expect(line.status).toBe(answer.status ?? 200);
    expect(line.attempts).toBe(1);
  });

  it('that is stored says what it is', async () => {
    const { bench, line } = await lineOf({
      type: 'text/html; charset=utf-8',
      headers: [
        ['ETag', 'W/"1"'],
        ['Last-Modified', 'Mon, 01 Jan 2024 00:00:00 GMT'],
      ],
      body: '<title> A  page </title><meta name=robots content=noindex><a href=/y>y</a><a href=mailto:a@b>m</a>',
      latencyMs: 50,
    });

    expect(line).toEqual({
      kind: 'outcome',
      key: urlKeyOf(ONE),
      outcome: { type: 'stored' },
      status: 200,
      contentType: 'text/html; charset=utf-8',
      bytes: 98,
      wireBytes: 98,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      title: 'A page',
      facts: {},
      etag: 'W/"1"',
      lastModified: 'Mon, 01 Jan 2024 00:00:00 GMT',
      noindex: true,
      links: 2,
      ignored: 1,
      attempts: 1,
      startedAt: expect.any(Number),
      endedAt: (line.startedAt ?? 0) + 50,
      warc: { offset: expect.any(Number), length: expect.any(Number) },
    });
    const [chunk] = await bench.chunks();
    const warc = bench.archive.objects.get(`${chunk?.base}.warc.gz`) ?? new Uint8Array(0);
    const { data } = gunzipMember(warc, line.warc?.offset ?? 0, { maxBytes: 1e6 });
    expect(Buffer.from(data).toString()).toContain('WARC-Target-URI: http://a.example/x');
    expect(Buffer.from(data).toString()).toContain('<title> A  page');
  });

  it('without an accepted type is not read, and nothing of it is archived', async () => {
    const { line } = await lineOf({ type: 'application/pdf', body: 'x' });

    expect([line.bytes, line.digest, line.warc]).toEqual([undefined, undefined, undefined]);
    expect(line.contentType).toBe('application/pdf');
  });

  it('over pageBytes is skipped, and nothing of it is archived', async () => {
    const limits = { limits: { pageBytes: 10 } };
    const over = await lineOf({ body: 'x'.repeat(11) }, { workflow: limits });
    const exact = await lineOf({ body: 'x'.repeat(10) }, { workflow: limits });

    expect([over.word, over.line.warc]).toEqual(['skipped(too-large)', undefined]);
    expect(exact.word).toBe('stored');
  });

  it('over pageBytes is cut there when the workflow says so: its first bytes are the page (G12)', async () => {
    const body = `<title>large</title><a href="/near">a</a>${'x'.repeat(100)}<a href="/far">a</a>`;
    const workflow = { limits: { pageBytes: 60 }, fetch: { largePages: 'cut' } };
    const headers = [
      ['Content-Encoding', 'gzip'],
      ['Content-Length', '88'],
    ] as const;
    const { line, word, bench } = await lineOf({ body, headers }, { workflow });
    const exact = await lineOf({ body: 'x'.repeat(60) }, { workflow });

    expect([word, exact.word]).toEqual(['stored', 'stored']);
    const kept = body.slice(0, 60);
    expect(line).toMatchObject({
      cut: true,
      bytes: 60,
      length: 88,
      digest: sha256Hex(Buffer.from(kept)),
      title: 'large',
    });
    expect(line).not.toHaveProperty('wireBytes');
    expect(exact.line).toMatchObject({ bytes: 60, wireBytes: 60 });
    expect(exact.line).not.toHaveProperty('cut');
    expect((await bench.candidates()).map(({ url }) => url)).toEqual(['http://a.example/near']);
    const [chunk] = await bench.chunks();
    const records = [...readRecords(bench.archive.objects.get(`${chunk?.base}.warc.gz`) ?? new Uint8Array(0))];
    const record = records.find(({ offset }) => offset === line.warc?.offset);
    expect(record?.headers.get('warc-truncated')).toBe('length');
    expect(Buffer.from(record?.block ?? []).toString()).toBe(
      `HTTP/1.1 200 \r\nContent-Type: text/html\r\nX-Archive-Orig-Content-Encoding: gzip\r\n` +
        `X-Archive-Orig-Content-Length: 88\r\nContent-Length: 60\r\n\r\n${kept}`,
    );
  });

  it('of an error is archived up to there, and is not a page (G12)', async () => {
    const workflow = { limits: { pageBytes: 10 }, fetch: { largePages: 'cut' } };
    const { line, word } = await lineOf({ status: 404, body: 'x'.repeat(11) }, { workflow });

    expect([word, line.cut, line.warc === undefined]).toEqual(['failed(http-4xx)', undefined, false]);
  });

  it('of an image is a page when resources are wanted, or its type is named (G6)', async () => {
    const image = { type: 'image/png', body: 'x' };

    expect((await lineOf(image, { workflow: { output: { resources: true } } })).word).toBe('stored');
    expect((await lineOf({ ...image, type: 'text/css' }, { workflow: { output: { resources: true } } })).word).toBe(
      'stored',
    );
    expect((await lineOf(image, { workflow: { fetch: { acceptTypes: ['image/*'] } } })).word).toBe('stored');
  });

  it.each([404, 500])('%i is archived', async (status) => {
    const { line } = await lineOf({ status, body: 'gone' });

    expect(line.warc?.length).toBeGreaterThan(0);
  });

  it('that ended early is archived as truncated, after its tries', async () => {
    const { bench, line } = await lineOf(
      { body: 'half', end: 'disconnect' },
      { workflow: { retry: { attempts: 2, backoffSeconds: 0 } } },
    );

    const [chunk] = await bench.chunks();
    const warc = bench.archive.objects.get(`${chunk?.base}.warc.gz`) ?? new Uint8Array(0);
    const { data } = gunzipMember(warc, line.warc?.offset ?? 0, { maxBytes: 1e6 });
    expect(Buffer.from(data).toString()).toContain('WARC-Truncated: disconnect');
    expect(chunk?.cdxj).toHaveLength(2);
    expect(bench.fetcher.pages).toHaveLength(2);
  });

  it('is in no WARC when none is wanted', async () => {
    const { bench, line } = await lineOf({ body: 'x' }, { workflow: { output: { warc: false } } });

    const [chunk] = await bench.chunks();
    expect([line.warc, chunk?.end.warc, chunk?.cdxj]).toEqual([undefined, null, []]);
    expect([...bench.archive.objects.keys()].filter((key) => key.endsWith('.warc.gz'))).toEqual([]);
  });

  it('that our own code stumbles over fails its page only', async () => {
    const bench = benchOf((url) => ({ body: 'x', headers: url === ONE ? ([[null, 'x']] as never) : [] }));

    await bench.run();

    const [line] = await bench.lines();
    expect(line).toMatchObject({ outcome: { type: 'failed', reason: 'internal' }, errors: [{ code: 'internal' }] });
  });
});

describe('a redirect (H1)', () => {
  const to = (location: string, status = 302): Script => ({ status, headers: [['Location', location]], body: 'moved' });

  it.each([301, 302, 303, 307, 308])('%i names its target, judged', async (status) => {
    const { line } = await lineOf(to('/y', status));

    const target = { key: urlKeyOf('http://a.example/y'), url: 'http://a.example/y', reason: null };
    expect(line).toMatchObject({ outcome: { type: 'redirected', to: target.key }, target, status });
    expect(line.warc?.length).toBeGreaterThan(0);
  });

  it('out of scope says so, but a seed’s counts as scope', async () => {
    const away = to('http://b.example/');
    const { line } = await lineOf(away);
    const seed = new UnitBench(() => away, tasksOf([ONE], { seed: true }), {
      workflow: { politeness: { robots: 'ignore' } },
    });
    await seed.run();

    expect(line.target).toMatchObject({ reason: 'outside-scope' });
    expect((await seed.lines())[0]?.target).toMatchObject({ reason: null });
  });

  it('over the limit makes its target skipped(too-many-redirects)', async () => {
    const reasons: unknown[] = [];
    for (const hop of [9, 10]) {
      const bench = new UnitBench(() => to('/y'), tasksOf([ONE], { hop }), {
        workflow: { politeness: { robots: 'ignore' } },
      });
      await bench.run();
      reasons.push((await bench.lines())[0]?.target?.reason);
    }

    expect(reasons).toEqual([null, 'too-many-redirects']);
  });

  it('inside its own key is followed in the same task, and read there', async () => {
    const web: Web = (url) => (url === ONE ? to('/x/', 301) : { body: '<a href=z>z</a>' });
    const { bench, line, word } = await lineOf(web, { workflow: { key: { trailingSlash: 'fold' } } });

    expect(word).toBe('stored');
    expect(line.attempts).toBe(1);
    expect(bench.fetcher.pages).toEqual([ONE, `${ONE}/`]);
    expect((await bench.candidates()).map(({ url }) => url)).toEqual(['http://a.example/x/z']);
    expect((await bench.chunks())[0]?.cdxj).toHaveLength(3);
  });

  it('inside its own key without end is skipped(too-many-redirects)', async () => {
    const web: Web = (url) => to(url.endsWith('/') ? '/x' : '/x/', 301);
    const { bench, word } = await lineOf(web, {
      workflow: { key: { trailingSlash: 'fold' }, fetch: { redirects: 4 } },
    });

    expect(word).toBe('skipped(too-many-redirects)');
    expect(bench.fetcher.pages).toHaveLength(5);
  });

  it('to itself is a redirect to a known key', async () => {
    const { bench, line } = await lineOf(to(ONE));

    expect(line.outcome).toEqual({ type: 'redirected', to: urlKeyOf(ONE) });
    expect(bench.fetcher.pages).toHaveLength(1);
  });

  it('in UTF-8 is read as browsers read it', async () => {
    const { line } = await lineOf(to(Buffer.from('/é').toString('latin1')));

    expect(line.target?.url).toBe('http://a.example/%C3%A9');
  });
});

describe('headers', () => {
  it('that are secret go to the seeds’ hosts only', async () => {
    const urls = ['http://a.example/x', 'http://b.example/y'];
    const bench = new UnitBench(() => ({ body: 'x' }), tasksOf(urls), {
      workflow: {
        fetch: { headers: { 'X-Key': { secretRef: 'KEY' }, 'X-Open': 'o' } },
        politeness: { robots: 'ignore' },
      },
      secrets: { 'local/KEY': 'k' },
    });

    await bench.run();

    const names = bench.fetcher.log.map(({ url, headers }) => [
      url,
      headers.map(([name]) => name).filter((name) => name.startsWith('X-')),
    ]);
    expect(names).toEqual([
      ['http://a.example/x', ['X-Key', 'X-Open']],
      ['http://b.example/y', ['X-Open']],
    ]);
  });
});

describe('a secret header', () => {
  it('goes to the origin of the seed only, also where one unit asks several origins of a host', async () => {
    const urls = ['https://a.example/x', 'http://a.example/y', 'https://a.example:8443/z'];
    const bench = new UnitBench(
      (url) => (url.endsWith('/robots.txt') ? { status: 404 } : { body: 'x' }),
      tasksOf(urls),
      {
        workflow: { seeds: ['https://a.example/'], fetch: { headers: { 'X-Key': { secretRef: 'KEY' } } } },
        secrets: { 'local/KEY': 'k' },
      },
    );

    await bench.run();

    const asked = bench.fetcher.log.map(({ url }) => url);
    const told = bench.fetcher.log.filter(({ headers }) => headers.some(([name]) => name === 'X-Key'));
    expect(asked).toHaveLength(6);
    expect(told.map(({ url }) => url).sort()).toEqual(['https://a.example/robots.txt', 'https://a.example/x']);
  });

  it('is not in the archive', async () => {
    const bench = new UnitBench(() => ({ body: 'x' }), tasksOf(['http://a.example/x']), {
      workflow: {
        fetch: { headers: { 'X-Key': { secretRef: 'KEY' } } },
        politeness: { robots: 'ignore' },
      },
      secrets: { 'local/KEY': 'k-3141' },
    });

    await bench.run();

    expect(bench.fetcher.log.map(({ headers }) => new Map(headers).get('X-Key'))).toEqual(['k-3141']);
    const warcs = bench.archive.keys.filter((key) => key.endsWith('.warc.gz'));
    const text = warcs.map((key) => gunzipSync(bench.archive.objects.get(key) ?? '').toString('latin1')).join('');
    expect(text).toContain('WARC-Type: request');
    expect(text).not.toContain('k-3141');
  });

  it('is the one of the execution’s owner, read once, when the unit runs', async () => {
    const headers = { 'X-Key': { secretRef: 'KEY' }, 'X-Same': { secretRef: 'KEY' } };
    const bench = new UnitBench(() => ({ body: 'x' }), tasksOf(pagesOf('a.example', 3)), {
      workflow: { fetch: { headers }, politeness: { robots: 'ignore' } },
      secrets: { 'local/KEY': 'of local', 'anna/KEY': 'of anna' },
    });
    bench.row = { ...bench.row, owner: 'anna' };

    await bench.run();

    const sent = bench.fetcher.log.map((request) => new Map(request.headers).get('X-Key'));
    expect(sent).toEqual(['of anna', 'of anna', 'of anna']);
    expect(bench.secrets.asked).toEqual(['anna/KEY']);
  });

  it.each([
    ['is missing', { secretRef: 'OTHER' }, 'SECRET_MISSING'],
    ['is bound to another origin', { secretRef: 'BOUND' }, 'SECRET_UNUSABLE'],
    ['has a line break', { secretRef: 'BROKEN' }, 'SECRET_UNUSABLE'],
    ['is a literal of an earlier version', { value: 'k-3141', secret: true }, 'SECRET_LITERAL'],
  ])('that %s ends the unit before its first request', async (_, header, code) => {
    const bench = new UnitBench(() => ({ body: 'x' }), tasksOf(['http://a.example/x']), {
      workflow: { fetch: { headers: { 'X-Key': header } } },
      secrets: {
        'local/BOUND': '{"value":"k-3141","origins":["https://a.example"]}',
        'local/BROKEN': 'k-3141\nX-Other: 1',
      },
    });

    const error = await bench.run().then(
      () => null,
      (thrown: unknown) => thrown as SurfError,
    );

    expect(error?.code).toBe(code);
    expect(`${error?.message} ${error?.remedy} ${error?.stack}`).not.toContain('k-3141');
    expect(bench.fetcher.log).toEqual([]);
  });
});

describe('the deployment’s blocklist', () => {
  it('is checked again before each fetch', async () => {
    const bench = benchOf({ body: 'x' });

    await bench.run({ blocklist: ['a.example'] });

    expect(bench.fetcher.log).toEqual([]);
    expect(await bench.outcomes()).toEqual({ '/x': 'skipped(blocklist)' });
  });
});
