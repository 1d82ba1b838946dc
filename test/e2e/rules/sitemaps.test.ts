import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageLine } from '#core/export/tables/page-line.ts';
import { readListedChunk } from '#engine/archive-reader/listed-chunk.ts';
import { chunksInOrder } from '#engine/archive-reader/manifest-order.ts';
import { exportPages } from '#engine/export/supply/page-lines.ts';
import { firstOf } from '#test/campaign.ts';
import { type CrawlRecord, crawlRecords } from '#test/e2e/crawls/crawl-record.ts';
import { differencesOf } from '#test/e2e/crawls/differences.ts';
import { crawled } from '#test/e2e/crawls/embedded-crawl.ts';
import { expectProven } from '#test/e2e/crawls/proof.ts';
import { closestPair } from '#test/e2e/crawls/request-figures.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { SITEMAP_HOSTS, sitemapSite } from '#test/site/sites/sitemap-site.ts';

interface Result {
  readonly status: string;
  readonly reason: string | null;
  readonly tasks: readonly {
    readonly url: string;
    readonly level: number;
    readonly outcome: string;
    readonly via: string | null;
  }[];
  readonly records: readonly CrawlRecord[];
  /** Requests in order of arrival, robots.txt too. */
  readonly asked: readonly string[];
}

describe('a crawl with sitemaps', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite({ hosts: SITEMAP_HOSTS, handler: sitemapSite });
  });
  afterAll(() => site.close());

  const crawl = async (fields: Record<string, unknown>): Promise<Result> => {
    site.requests.clear();
    const scope = { mode: 'any', exclude: [`${site.origin(4)}/*`] };
    const definition = { seeds: [`${site.origin(0)}/`], scope, ...fields };
    const result = await crawled(definition, async (run, { status, reason }) => {
      await expectProven(run.surf, run.id);
      return {
        status,
        reason,
        tasks: await run.tasks(),
        records: await crawlRecords(run.surf, run.id),
        asked: asked(),
      };
    });
    return JSON.parse(
      JSON.stringify(result).replace(
        /http:\/\/127\.0\.0\.[0-9]+(:\d+)?/g,
        (origin) => `h${site.origins.indexOf(origin)}:`,
      ),
    );
  };
  const asked = (): string[] => site.log.map(({ origin, path }) => `h${site.origins.indexOf(origin)}:${path}`);
  let auto: Promise<Result> | undefined;
  const crawlAuto = (): Promise<Result> => {
    auto ??= crawl({ sitemaps: 'auto' });
    return auto;
  };
  const taskAt = ({ tasks }: Result, url: string) => tasks.find((task) => task.url === url);

  it('that names none reads none', async () => {
    const { tasks, status } = await crawl({});

    expect(status).toBe('succeeded');
    expect(tasks.map(({ url }) => url)).toEqual(['h0:/', 'h0:/leaf--1', 'h0:/leaf--2']);
    expect(asked().filter((request) => /xml|txt$/.test(request))).toEqual(['h0:/robots.txt']);
  });

  it('auto finds what robots.txt names on every host that is crawled, as candidates of the next level', async () => {
    const result = await crawlAuto();

    expect(result.status).toBe('succeeded');
    expect(taskAt(result, 'h0:/entry0')).toEqual({
      url: 'h0:/entry0',
      level: 1,
      outcome: 'stored',
      via: 'h0:/pages.xml.gz',
    });
    expect(taskAt(result, 'h0:/leaf--1')).toMatchObject({ level: 1, via: 'h0:/' });
    expect(taskAt(result, 'h0:/private/x')).toMatchObject({ outcome: 'skipped(robots)' });
    expect(taskAt(result, 'h1:/crossed')).toMatchObject({ level: 1, outcome: 'stored', via: 'h0:/pages.xml.gz' });
    expect(taskAt(result, 'h0:/deep2')).toMatchObject({ level: 1, via: 'h0:/deep.xml' });
    expect(taskAt(result, 'h3:/listed4')).toMatchObject({ level: 1, via: 'h3:/list.txt' });
    expect(taskAt(result, 'h0:/from-the-list')).toMatchObject({ level: 1, outcome: 'stored' });
    expect(taskAt(result, 'h1:/news0')).toMatchObject({ level: 2, via: 'h1:/feed.xml' });
    expect(taskAt(result, 'h2:/refused')).toBeUndefined();
    expect(result.tasks.filter(({ url }) => /xml|txt$|missing/.test(url))).toEqual([]);
    expect(result.asked.filter((request) => request.startsWith('h4'))).toEqual([]);
    expect(result.asked.filter((request) => request === 'h0:/index.xml')).toHaveLength(1);
  });

  it('gives entries their places in the order of the files, behind the links of the level', async () => {
    const { records } = await crawlAuto();
    const level = records.filter((record) => record.level === 1).sort((a, b) => a.rank - b.rank);

    expect(level.map(({ url }) => url)).toEqual([
      'h0:/leaf--1',
      'h0:/leaf--2',
      ...Array.from({ length: 5 }, (_, i) => `h3:/listed${i}`),
      'h0:/from-the-list',
      ...Array.from({ length: 12 }, (_, i) => `h0:/entry${i}`),
      'h0:/private/x',
      'h1:/crossed',
      ...Array.from({ length: 3 }, (_, i) => `h0:/deep${i}`),
    ]);
  });

  const LIMITS: readonly [string, Record<string, unknown>][] = [
    ['given ones within limits', { given: true, limits: { pages: 9 } }],
    ['seven pages', { limits: { pages: 7 } }],
    ['few a level and host', { limits: { pagesPerLevel: 9, pagesPerHost: 11 } }],
  ];
  it.each(firstOf(LIMITS, { gate: 2 }))(
    'takes the same with 1 and 16 workers: %s (N14)',
    async (_, { given = false, ...fields }: Record<string, unknown>) => {
      const sitemaps = given ? ['/indexes.xml', '/pages.xml.gz'].map((path) => site.origin(0) + path) : 'auto';
      const one = await crawl({ sitemaps, parallelism: 1, ...fields });
      const sixteen = await crawl({ sitemaps, parallelism: 16, hostsPerWorker: 1, ...fields });

      expect({ ...sixteen, asked: sixteen.asked.toSorted() }).toEqual({ ...one, asked: one.asked.toSorted() });
      expect(one.records.length).toBeGreaterThan(4);
    },
  );

  it('given in the workflow gives tasks of level 0 behind the seeds, and no others are read', async () => {
    const result = await crawl({
      sitemaps: [`${site.origin(0)}/deep.xml`, `${site.origin(0)}/missing`],
      limits: { depth: 0 },
    });
    const ranked = [...result.records].sort((a, b) => a.rank - b.rank).map(({ url }) => taskAt(result, url));

    expect(ranked.map((task) => [task?.url, task?.level, task?.via])).toEqual([
      ['h0:/', 0, null],
      ...[0, 1, 2].map((i) => [`h0:/deep${i}`, 0, 'h0:/deep.xml']),
    ]);
    expect(
      asked()
        .filter((request) => /xml|txt|missing/.test(request))
        .sort(),
    ).toEqual(['h0:/deep.xml', 'h0:/missing', 'h0:/robots.txt']);
  });

  it('are archived and no pages: exports leave them out and name them as where pages were found', async () => {
    const scope = { mode: 'any', exclude: [`${site.origin(4)}/*`] };
    const pages: PageLine[] = [];
    const archived: string[] = [];
    await crawled({ seeds: [`${site.origin(0)}/`], scope, sitemaps: 'auto' }, async ({ surf, id }) => {
      for await (const page of exportPages(surf, id)) pages.push(page);
      const row = await surf.catalog.execution(id);
      for await (const chunk of chunksInOrder(surf.archive, row)) {
        archived.push(...(await readListedChunk(surf.archive, chunk)).cdxj);
      }
    });

    expect(pages.some(({ url }) => url.includes('.xml'))).toBe(false);
    expect(pages.find(({ url }) => url.endsWith('/entry0'))?.via).toBe(`${site.origin(0)}/pages.xml.gz`);
    expect(archived.filter((line) => line.includes('pages.xml.gz"'))).toHaveLength(1);
  });

  it('that were changed in the archive are found by verify', async () => {
    await crawled({ seeds: [`${site.origin(0)}/`], sitemaps: 'auto' }, async ({ surf, id }) => {
      expect(await differencesOf(surf, id)).toEqual([]);
      const [list = ''] = globSync('**/sitemaps-tasks.jsonl', { cwd: surf.data });
      const file = join(surf.data, list);
      writeFileSync(file, readFileSync(file, 'utf8').replace(/"depth":[0-9]/, '"depth":7'));

      expect((await differencesOf(surf, id)).map(({ code }) => code)).toContain('level-task');
    });
  });

  it('keeps its distance between sitemaps and pages of a host', async () => {
    await crawl({ sitemaps: 'auto', politeness: { delaySeconds: 0.3 }, limits: { pages: 12 } });

    expect(asked()).toContain('h0:/pages.xml.gz');
    expect(closestPair(site.log)).toBeGreaterThanOrEqual(250);
  });

  it('requests nothing with no pages left, and continues where it stopped', async () => {
    await crawl({ sitemaps: 'auto', limits: { pages: 0 } });
    const none = asked();
    const all = await crawlAuto();
    const [scope, seeds] = [{ mode: 'any', exclude: [`${site.origin(4)}/*`] }, [`${site.origin(0)}/`]];
    const continued = await crawled({ seeds, scope, sitemaps: 'auto', limits: { pages: 1 } }, async (run, row) => {
      const end = await run.continue({ pages: null });
      await expectProven(run.surf, run.id);
      return { first: [row.status, row.reason], status: end.status, stored: end.counts.stored };
    });

    expect(none).toEqual([]);
    expect(continued).toEqual({
      first: ['limited', 'pages'],
      status: 'succeeded',
      stored: all.tasks.filter(({ outcome }) => outcome === 'stored').length,
    });
  });

  it('reads them depth-first when nothing else is left', async () => {
    const { records, status } = await crawl({ sitemaps: 'auto', order: 'depth-first' });

    expect(status).toBe('succeeded');
    expect(records.map(({ url }) => url)).toEqual(expect.arrayContaining(['h0:/entry0', 'h1:/news3', 'h3:/listed0']));
  });
});
