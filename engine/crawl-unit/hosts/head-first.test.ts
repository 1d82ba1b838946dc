import { describe, expect, it } from 'vitest';
import { readRecords, responseOf } from '#core/archive/warc/warc-reader.ts';
import type { Script, Web } from '#test/fakes/scripted-fetcher.ts';
import { type BenchOptions, pagesOf, tasksOf, UnitBench } from '#test/fakes/unit-bench.ts';

const ONE = 'http://a.example/x';

/** Tasks of a.example without robots.txt, HEAD first. */
function benchOf(web: Web, options: BenchOptions & { urls?: readonly string[] } = {}): UnitBench {
  const { urls = [ONE], workflow = {}, ...rest } = options;
  const open: Web = (url, nth, method) => (url.endsWith('/robots.txt') ? { status: 404 } : web(url, nth, method));
  const fetch = { headFirst: true, ...(workflow.fetch as object | undefined) };
  return new UnitBench(open, tasksOf(urls), { ...rest, workflow: { ...workflow, fetch } });
}

/** `HEAD /x`, without robots.txt. */
const asked = (bench: UnitBench): string[] =>
  bench.fetcher.log
    .filter(({ url }) => !url.endsWith('/robots.txt'))
    .map(({ method, url }) => `${method} ${new URL(url).pathname}`);

async function lineOf(web: Web, options?: BenchOptions) {
  const bench = benchOf(web, options);
  await bench.run();
  const [line] = await bench.lines();
  return { bench, line, requests: asked(bench), word: (await bench.outcomes())['/x'] };
}

const length = (bytes: number) => [['Content-Length', String(bytes)]] as const;

describe('fetch.headFirst (H3, H4)', () => {
  it('asks by HEAD, then by GET for what is a page, and counts one try', async () => {
    const { line, requests, word } = await lineOf(() => ({ body: '<title>t</title>hello', headers: length(21) }));

    expect(requests).toEqual(['HEAD /x', 'GET /x']);
    expect(word).toBe('stored');
    expect(line).toMatchObject({ attempts: 1, status: 200, bytes: 21, title: 't' });
  });

  it.each<[string, Script, string, object]>([
    [
      'another type',
      { type: 'application/octet-stream', headers: length(300) },
      'skipped(content-type)',
      { status: 200, contentType: 'application/octet-stream', length: 300 },
    ],
    [
      '404',
      { status: 404, headers: length(4) },
      'failed(http-4xx)',
      { status: 404, contentType: 'text/html', length: 4 },
    ],
    ['301', { status: 301, headers: [['Location', '/y']] }, 'redirected', { status: 301 }],
    ['307 elsewhere', { status: 307, headers: [['Location', 'http://b.example/']] }, 'redirected', { status: 307 }],
    ['204', { status: 204, type: null }, 'stored', { status: 204, bytes: 0 }],
    ['a failure', { failure: 'reset' }, 'failed(reset)', {}],
  ])('takes %s from the HEAD', async (_, script, word, facts) => {
    const found = await lineOf(() => script, { workflow: { retry: { attempts: 1 } } });

    expect(found.requests).toEqual(['HEAD /x']);
    expect(found.word).toBe(word);
    expect(found.line).toMatchObject({ attempts: 1, ...facts });
  });

  it.each([405, 501])('asks a server that answers HEAD with %d by GET', async (status) => {
    const { requests, word, line } = await lineOf((_, _nth, method) =>
      method === 'HEAD' ? { status } : { body: 'x' },
    );

    expect(requests).toEqual(['HEAD /x', 'GET /x']);
    expect(word).toBe('stored');
    expect(line?.attempts).toBe(1);
  });

  it.each([400, 403, 404, 500])(
    'of a check of links asks by GET, too, where HEAD is answered with %d',
    async (status) => {
      const web: Web = (_, _nth, method) => (method === 'HEAD' ? { status } : { body: 'x' });
      const workflow = { external: { checks: 'x000000000001' }, retry: { attempts: 1 } };

      expect(await lineOf(web, { workflow })).toMatchObject({ requests: ['HEAD /x', 'GET /x'], word: 'stored' });
    },
  );

  it.each([429, 503])('of a check of links sends no GET where HEAD is answered with %d', async (status) => {
    const web: Web = (_, _nth, method) => (method === 'HEAD' ? { status } : { body: 'x' });
    const workflow = { external: { checks: 'x000000000001' }, retry: { attempts: 1 } };

    expect((await lineOf(web, { workflow })).requests).toEqual(['HEAD /x']);
  });

  it('tries again after what the HEAD says, Retry-After included', async () => {
    const web: Web = (_, nth, method) =>
      method === 'HEAD' && nth === 0 ? { status: 503, headers: [['Retry-After', '7']] } : { body: 'x' };
    const { bench, requests, line } = await lineOf(web);

    expect(requests).toEqual(['HEAD /x', 'HEAD /x', 'GET /x']);
    expect(line).toMatchObject({ attempts: 2, outcome: { type: 'stored' } });
    const [, first, second] = bench.fetcher.log;
    expect((second?.startedAt ?? 0) - (first?.startedAt ?? 0)).toBeGreaterThanOrEqual(7_000);
  });

  it('begins with HEAD again when the GET failed', async () => {
    const web: Web = (_, nth, method) => (method === 'GET' && nth === 0 ? { failure: 'reset' } : { body: 'x' });
    const { requests, line } = await lineOf(web);

    expect(requests).toEqual(['HEAD /x', 'GET /x', 'HEAD /x', 'GET /x']);
    expect(line).toMatchObject({ attempts: 2, outcome: { type: 'stored' } });
  });

  it('exempts the GET from spacing, and spaces what comes next from it', async () => {
    for (const connectionsPerHost of [1, 4]) {
      const urls = pagesOf('a.example', 5);
      const web: Web = (_, _nth, method) => ({ body: 'x', latencyMs: method === 'HEAD' ? 300 : 2_500 });
      const bench = benchOf(web, { urls, workflow: { politeness: { delaySeconds: 1, connectionsPerHost } } });

      await bench.run();

      expect(asked(bench)).toEqual(
        urls.flatMap((url) => [`HEAD ${new URL(url).pathname}`, `GET ${new URL(url).pathname}`]),
      );
      const starts = bench.fetcher.log.slice(1).map(({ startedAt }) => startedAt);
      for (let i = 0; i < starts.length; i += 2) {
        expect((starts[i + 1] ?? 0) - (starts[i] ?? 0)).toBe(300);
        if (i > 0) expect((starts[i] ?? 0) - (starts[i - 1] ?? 0)).toBeGreaterThanOrEqual(1_000);
      }
    }
  });

  it('does not send the GET when the lease is over, but after it was renewed, without another HEAD', async () => {
    const web: Web = (_, _nth, method) => ({ body: 'x', latencyMs: method === 'HEAD' ? 59_000 : 10 });
    const { requests, line } = await lineOf(web, { workflow: { fetch: { timeoutSeconds: 100 } } });

    expect(requests).toEqual(['HEAD /x', 'GET /x']);
    expect(line).toMatchObject({ attempts: 1, outcome: { type: 'stored' } });
  });

  it('leaves a task as it was when the unit ends between the two', async () => {
    const web: Web = (_, _nth, method) => ({ body: 'x', latencyMs: method === 'HEAD' ? 9_500 : 10 });
    const { requests, line } = await lineOf(web, { plan: { unitMs: 10_000 } });

    expect(requests).toEqual(['HEAD /x']);
    expect(line).toMatchObject({ attempts: 0, outcome: { type: 'deferred', reason: 'unit-time' } });
  });

  it('archives the GET of a page, and the HEAD of what has no other answer, without payload', async () => {
    const urls = ['page', 'gone', 'moved', 'blob'].map((name) => `http://a.example/${name}`);
    const web: Web = (url) => {
      if (url.endsWith('gone')) return { status: 404, body: 'not here', headers: length(8) };
      if (url.endsWith('moved')) return { status: 302, headers: [['Location', '/page']] };
      return url.endsWith('blob') ? { type: 'image/png' } : { body: 'hello' };
    };
    const bench = benchOf(web, { urls, workflow: { politeness: { delaySeconds: 0 } } });

    await bench.run();

    const [warc] = [...bench.archive.objects].filter(([key]) => key.endsWith('.warc.gz'));
    const records = [...readRecords(warc?.[1] ?? new Uint8Array(0))];
    const responses = records
      .filter((record) => record.headers.get('warc-type') === 'response')
      .map((record) => [record.headers.get('warc-target-uri'), responseOf(record)] as const)
      .filter(([url]) => !url?.endsWith('robots.txt'));
    expect(responses.map(([url, { status, wireBody }]) => [url, status, wireBody.length])).toEqual([
      ['http://a.example/page', 200, 5],
      ['http://a.example/gone', 404, 0],
      ['http://a.example/moved', 302, 0],
    ]);
    expect(responses[1]?.[1].headers).toContainEqual(['X-Archive-Orig-Content-Length', '8']);
  });
});
