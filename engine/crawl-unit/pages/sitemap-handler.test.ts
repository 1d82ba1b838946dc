import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { PlanTask } from '#core/archive/plan.ts';
import { sitemapKey } from '#core/sitemap/sitemap-key.ts';
import type { SitemapPlace } from '#core/sitemap/sitemap-place.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import type { Script } from '#test/fakes/scripted-fetcher.ts';
import { tasksOf, UnitBench } from '#test/fakes/unit-bench.ts';

const XML = 'text/xml';
const urlset = (...locs: string[]): string =>
  `<urlset>${locs.map((loc) => `<url><loc>${loc}</loc></url>`).join('')}</urlset>`;
const index = (...locs: string[]): string =>
  `<sitemapindex>${locs.map((loc) => `<sitemap><loc>${loc}</loc></sitemap>`).join('')}</sitemapindex>`;

const sitemapTask = (url: string, place: Partial<SitemapPlace> = {}): PlanTask => ({
  key: sitemapKey(url as CrawlUrl),
  url,
  level: 0,
  rank: 7,
  sitemap: { depth: 0, host: 'a.example', ...place },
});

interface Case {
  readonly pages: Readonly<Record<string, Script>>;
  readonly tasks: readonly PlanTask[];
  readonly workflow?: Record<string, unknown>;
}

async function crawl({ pages, tasks, workflow = {} }: Case): Promise<UnitBench> {
  const bench = new UnitBench((url) => pages[url], tasks, { workflow: { sitemaps: 'auto', ...workflow } });
  await bench.run();
  return bench;
}

const S = 'http://a.example/s.xml';

describe('what robots.txt names', () => {
  const robots: Script = { type: 'text/plain', body: 'Sitemap: http://a.example/1.xml\nSitemap: /2.xml\n' };
  const pages = {
    'http://a.example/robots.txt': robots,
    'http://a.example/0': { body: 'x' },
    'http://a.example/1': { body: 'y' },
  };
  const tasks = tasksOf(['http://a.example/0', 'http://a.example/1']).reverse();

  it('is found at the page of lowest rank, in the order of the file, and not fetched in this wave', async () => {
    const bench = await crawl({ pages, tasks });

    expect(
      (await bench.candidates()).map(({ url, by, level, rank, position, sitemap }) => ({
        url,
        by,
        level,
        rank,
        position,
        sitemap,
      })),
    ).toEqual(
      ['/1.xml', '/2.xml'].map((path, position) => ({
        url: `http://a.example${path}`,
        by: tasks[1]?.key,
        level: 0,
        rank: 1,
        position,
        sitemap: { depth: 0, host: 'a.example' },
      })),
    );
    expect(bench.fetcher.pages).toEqual(['http://a.example/1', 'http://a.example/0']);
  });

  it.each([['off'], [['http://a.example/given.xml']]])('is nobody’s business with sitemaps: %j', async (sitemaps) => {
    const bench = await crawl({ pages, tasks, workflow: { sitemaps } });

    expect(await bench.candidates()).toEqual([]);
  });
});

describe('a sitemap', () => {
  it('gives its entries as candidates in the order of the file; it is archived, and no page', async () => {
    const body = urlset('http://a.example/b', 'mailto:x@a.example', 'http://a.example/a#top');
    const bench = await crawl({ pages: { [S]: { type: XML, body } }, tasks: [sitemapTask(S)] });

    expect(await bench.candidates()).toEqual(
      [
        { url: 'http://a.example/b', position: 0 },
        { url: 'http://a.example/a', position: 1 },
      ].map((found) =>
        expect.objectContaining({ ...found, by: sitemapKey(S as CrawlUrl), level: 0, rank: 7, reason: null }),
      ),
    );
    expect(await bench.outcomes()).toEqual({ '/s.xml': 'stored' });
    expect((await bench.chunks()).flatMap(({ cdxj }) => cdxj).join('\n')).toContain(S);
    expect((await bench.line('/s.xml'))?.warc).toBeDefined();
  });

  it('may be gzip of any type and size that sitemaps may have', async () => {
    const body = gzipSync(urlset(...Array.from({ length: 3_000 }, (_, i) => `http://a.example/${i}`)));
    const pages = { [S]: { type: 'application/octet-stream', body } };
    const bench = await crawl({ pages, tasks: [sitemapTask(S)], workflow: { limits: { pageBytes: 100 } } });

    expect(await bench.candidates()).toHaveLength(3_000);
  });

  it('of the workflow gives entries of the same level, even where a link leads there too', async () => {
    const pages = {
      'http://a.example/0': { body: '<a href=/x>' },
      [S]: { type: XML, body: urlset('http://a.example/x') },
    };
    const tasks = [...tasksOf(['http://a.example/0']), sitemapTask(S, { given: true })];
    const bench = await crawl({ pages, tasks });
    const found = (await bench.candidates()).filter(({ url }) => url === 'http://a.example/x');

    expect(found.at(-1)).toMatchObject({ by: sitemapKey(S as CrawlUrl), entry: true });
  });

  it('is spaced like pages, requested without HEAD, and once more when its server fails', async () => {
    const flaky = (url: string, nth: number): Script | undefined =>
      url === S ? (nth === 0 ? { status: 503 } : { type: XML, body: urlset('http://a.example/1') }) : { body: 'x' };
    const tasks = [...tasksOf(['http://a.example/0']), sitemapTask(S)];
    const bench = new UnitBench(flaky, tasks, { workflow: { sitemaps: 'auto', fetch: { headFirst: true } } });
    await bench.run();
    const log = bench.fetcher.log.filter(({ url }) => !url.endsWith('robots.txt'));
    const starts = log.filter(({ method }) => method === 'GET').map(({ startedAt }) => startedAt);

    expect(log.filter(({ url }) => url === S).map(({ method }) => method)).toEqual(['GET', 'GET']);
    expect(starts.slice(1).every((start, i) => start - (starts[i] ?? 0) >= 1_000)).toBe(true);
    expect((await bench.candidates()).map(({ url }) => url)).toEqual(['http://a.example/1']);
  });

  it.each([
    ['an error page', { status: 404, type: XML, body: urlset('http://a.example/1') }, 'failed(http-4xx)'],
    ['HTML', { body: '<html><a href=/1>' }, 'skipped(content-type)'],
    [
      'more than fifty megabytes',
      { type: XML, body: gzipSync(Buffer.alloc(60 * 1024 * 1024, 32)) },
      'skipped(too-large)',
    ],
    ['an address that must not be asked', { failure: 'blocked-address' as const }, 'skipped(blocked-address)'],
  ])('that is %s gives nothing', async (_, script, outcome) => {
    const bench = await crawl({
      pages: { [S]: script },
      tasks: [sitemapTask(S)],
      workflow: { retry: { attempts: 1 } },
    });

    expect(await bench.outcomes()).toEqual({ '/s.xml': outcome });
    expect(await bench.candidates()).toEqual([]);
  });

  it('that robots.txt forbids is not requested', async () => {
    const pages = {
      'http://a.example/robots.txt': { type: 'text/plain', body: 'User-agent: *\nDisallow: /s' },
      [S]: { type: XML },
    };
    const bench = await crawl({ pages, tasks: [sitemapTask(S)] });

    expect(await bench.outcomes()).toEqual({ '/s.xml': 'skipped(robots)' });
    expect(bench.fetcher.pages).toEqual([]);
  });

  it('whose transfer breaks off counts up to there, after its tries', async () => {
    const body = `${urlset('http://a.example/1').slice(0, -9)}<url><loc>http://a.exam`;
    const script = { type: XML, body, end: 'length' as const };
    const bench = await crawl({
      pages: { [S]: script },
      tasks: [sitemapTask(S)],
      workflow: { retry: { attempts: 1 } },
    });

    expect(await bench.outcomes()).toEqual({ '/s.xml': 'failed(truncated)' });
    expect((await bench.candidates()).map(({ url }) => url)).toEqual(['http://a.example/1']);
  });
});

describe('an index', () => {
  const body = index('http://a.example/1.xml', 'http://cdn.example/2.xml.gz');

  it('names sitemaps, one deeper, with where they come from', async () => {
    const bench = await crawl({ pages: { [S]: { type: XML, body } }, tasks: [sitemapTask(S)] });
    const sitemap = { depth: 1, host: 'a.example', root: S };

    expect(await bench.candidates()).toEqual(
      ['http://a.example/1.xml', 'http://cdn.example/2.xml.gz'].map((url, position) =>
        expect.objectContaining({ url, key: sitemapKey(url as CrawlUrl), position, rank: 7, sitemap }),
      ),
    );
  });

  it('below two others names nothing', async () => {
    const task = sitemapTask(S, { depth: 2, root: 'http://a.example/r.xml' });
    const bench = await crawl({ pages: { [S]: { type: XML, body } }, tasks: [task] });

    expect(await bench.candidates()).toEqual([]);
  });

  it('names no more than 500', async () => {
    const many = index(...Array.from({ length: 600 }, (_, i) => `http://a.example/${i}.xml`));
    const bench = await crawl({ pages: { [S]: { type: XML, body: many } }, tasks: [sitemapTask(S)] });

    expect(await bench.candidates()).toHaveLength(500);
  });
});

describe('a redirect of a sitemap', () => {
  const moved = { status: 301, headers: [['Location', '/t.xml']] as const };

  it('leads to a sitemap that is found there', async () => {
    const bench = await crawl({ pages: { [S]: moved }, tasks: [sitemapTask(S, { given: true })] });
    const sitemap = { depth: 0, host: 'a.example', given: true, root: S, hops: 1 };

    expect(await bench.outcomes()).toEqual({ '/s.xml': 'redirected' });
    expect(await bench.candidates()).toEqual([expect.objectContaining({ url: 'http://a.example/t.xml', sitemap })]);
    const target = {
      key: sitemapKey('http://a.example/t.xml' as CrawlUrl),
      url: 'http://a.example/t.xml',
      reason: null,
    };
    expect(await bench.lines()).toMatchObject([{ target }]);
  });

  it('leads nowhere when its target is longer than a link may be', async () => {
    const long = { status: 301, headers: [['Location', `/${'x'.repeat(8_192)}`]] as const };
    const bench = await crawl({ pages: { [S]: long }, tasks: [sitemapTask(S)] });

    expect(await bench.outcomes()).toEqual({ '/s.xml': 'skipped(url-too-long)' });
    expect(await bench.candidates()).toEqual([]);
  });

  it('is followed five times', async () => {
    const bench = await crawl({ pages: { [S]: moved }, tasks: [sitemapTask(S, { hops: 5 })] });

    expect(await bench.outcomes()).toEqual({ '/s.xml': 'skipped(too-many-redirects)' });
    expect(await bench.candidates()).toEqual([]);
  });
});

describe('entries of other hosts', () => {
  const names = (url: string): Script => ({ type: 'text/plain', body: `Sitemap: ${url}` });
  const body = urlset('http://a.example/1', 'http://b.example/1', 'http://c.example/1', 'http://d.example/1');
  const scope = { mode: 'any', exclude: ['http://d.example/*'] };

  it('count when their host’s robots.txt names the sitemap; who is excluded is not asked', async () => {
    const pages = {
      [S]: { type: XML, body },
      'http://b.example/robots.txt': names(S),
      'http://c.example/robots.txt': names('http://c.example/s.xml'),
    };
    const bench = await crawl({ pages, tasks: [sitemapTask(S)], workflow: { scope } });

    expect((await bench.candidates()).map(({ url, reason }) => [url, reason])).toEqual([
      ['http://a.example/1', null],
      ['http://b.example/1', null],
      ['http://d.example/1', 'excluded'],
    ]);
    expect(bench.fetcher.log.map(({ url }) => url)).not.toContain('http://d.example/robots.txt');
  });

  it('count when it names the index that led there, or when its robots.txt led there itself', async () => {
    const root = 'http://a.example/root.xml';
    const pages = { [S]: { type: XML, body }, 'http://b.example/robots.txt': names(root) };
    const task = sitemapTask(S, { depth: 1, host: 'c.example', root });
    const bench = await crawl({ pages, tasks: [task], workflow: { scope } });

    expect((await bench.candidates()).map(({ url }) => url)).toEqual(
      ['a', 'b', 'c', 'd'].map((host) => `http://${host}.example/1`),
    );
  });

  it('of endless many hosts make us ask a hundred of them', async () => {
    const many = urlset(...Array.from({ length: 300 }, (_, i) => `http://h${i}.example/`));
    const bench = await crawl({
      pages: { [S]: { type: XML, body: many } },
      tasks: [sitemapTask(S)],
      workflow: { scope },
    });

    expect(bench.fetcher.log.filter(({ url }) => url.startsWith('http://h'))).toHaveLength(100);
    expect(await bench.candidates()).toEqual([]);
  });

  it('are admitted again when the unit ends before all hosts got a request', async () => {
    const bench = new UnitBench(
      (url) =>
        url === S
          ? { type: XML, body }
          : url.includes('b.example')
            ? { failure: 'timeout', latencyMs: 20_000 }
            : undefined,
      [sitemapTask(S)],
      { workflow: { sitemaps: 'auto', scope }, plan: { unitMs: 10_000 } },
    );
    await bench.run();

    expect(await bench.outcomes()).toEqual({ '/s.xml': 'deferred(unit-time)' });
  });

  it('do not hold up its host: after five hosts without a robots.txt no other is asked', async () => {
    const hosts = Array.from({ length: 9 }, (_, n) => `http://mute${n}.example/x`);
    const bench = new UnitBench(
      (url) => (url === S ? { type: XML, body: urlset(...hosts, 'http://a.example/own') } : mute(url)),
      [sitemapTask(S)],
      { workflow: { sitemaps: 'auto', scope: { mode: 'any' } } },
    );
    const mute = (url: string): Script =>
      url.includes('mute') ? { failure: 'timeout', latencyMs: 30_000 } : { status: 404 };

    await bench.run();

    expect(bench.fetcher.log.filter(({ url }) => url.includes('mute'))).toHaveLength(5);
    expect((await bench.candidates()).map(({ url }) => url)).toContain('http://a.example/own');
  });
});

it('a sitemap that drips keeps no other from being fetched', async () => {
  const T = 'http://b.example/t.xml';
  const body = urlset('http://b.example/0');
  const web = (url: string): Script => (url === S ? { type: XML, body, latencyMs: 300_000 } : { type: XML, body });
  const other = { ...sitemapTask(T, { host: 'b.example' }), rank: 8 };
  const workflow = { sitemaps: 'auto', politeness: { robots: 'ignore' } };
  const bench = new UnitBench(web, [sitemapTask(S), other], { workflow });

  await bench.run();

  const asked = bench.fetcher.log.map(({ url, startedAt }) => [
    url,
    startedAt - (bench.fetcher.log[0]?.startedAt ?? 0),
  ]);
  expect(Object.fromEntries(asked)[T]).toBeLessThan(1_000);
});
