import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GroupedAddress, GroupOptions } from '#core/audit/grouped-address.ts';
import type { Estimate } from '#core/estimate/estimate.ts';
import type { ExternalFilter, ExternalView } from '#core/external/external-view.ts';
import type { CheckOptions, CrawlOptions } from '#core/run/crawl-request.ts';
import type { Page } from '#core/run/page.ts';
import type { AnyRecord, Fields, RecordOf } from '#core/run/record-type.ts';
import type { Run } from '#core/run/run.ts';
import { DEMO_HOSTS, demoSite } from '#demo/demo-site.ts';
import { pdfDocument, pdfLine } from '#test/site/pdf-document.ts';
import { type Site, startSite } from '#test/site/site.ts';

/** A place where executions are: a data folder of the library, a server of the client. */
export interface RunPlace {
  crawl<const Select extends Fields = Fields>(
    seeds: string | readonly string[],
    options: CrawlOptions<Select>,
  ): Promise<Run<RecordOf<Select>>>;
  attach(execution: string): Promise<Run<AnyRecord>>;
  estimate(seeds: string, options: CrawlOptions): Promise<Estimate>;
  external(execution: string, filter?: ExternalFilter): AsyncIterable<ExternalView>;
  duplicates(execution: string, options?: GroupOptions): AsyncIterable<GroupedAddress>;
  checkExternal(execution: string, options: CheckOptions): Promise<Run | null>;
  close(): Promise<void>;
}

const SHOP = {
  allowPrivateNetwork: true,
  politeness: { delaySeconds: 0 },
  limits: { depth: null, pages: null },
} as const;

const all = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
};

/** What `Run` promises, wherever the execution is. */
export function describeRuns(name: string, open: () => Promise<RunPlace>): void {
  describe(`Run of ${name}`, () => {
    let place: RunPlace;
    let site: Site;
    let shop = '';
    const { pages: sites, handler } = demoSite();
    /** Pages of the shop that a crawl stores: all HTML but the closed ones and the redirects. */
    const stored = [...(sites[0]?.values() ?? [])].filter((page) => page.closed !== true && page.location === null);

    beforeAll(async () => {
      place = await open();
      site = await startSite({ hosts: DEMO_HOSTS, handler });
      shop = `${site.origin(0)}/`;
    });
    afterAll(async () => {
      await place.close();
      await site.close();
    });

    it('estimates a crawl, and starts none (N1)', async () => {
      const { pages, costUsd, sample } = await place.estimate(shop, SHOP);

      const count = stored.filter(({ status }) => status === 200).length;
      expect(pages).toEqual({ low: count, lowFrom: 'sample', high: count, highFrom: 'sample' });
      expect([costUsd, sample.hosts]).toEqual([null, 1]);
      await expect(place.attach('last')).rejects.toMatchObject({ code: 'EXECUTION_NOT_FOUND' });
    });

    it('yields each page of a crawl once, while it runs and after, and the report counts the same', async () => {
      await using run = await place.crawl(shop, SHOP);

      const early = await all(run.pages());
      const report = await run.finished();
      const late = await all(run.pages({ settled: true }));

      expect(report).toMatchObject({ status: 'succeeded', reason: null, execution: run.id });
      expect(late.length).toBe(stored.filter(({ status }) => status === 200).length);
      expect(report.counts.stored).toBe(late.length);
      expect(early.map(({ url }) => url).sort()).toEqual(late.map(({ url }) => url).sort());
      expect(late.every(({ provisional }) => !provisional)).toBe(true);
      expect((await report.verify()).holds).toBe(true);
    });

    it('yields the pages of a level while the crawl waits for the next', async () => {
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const held = await startSite({
        handler: (exchange) => {
          if (exchange.path === '/') exchange.html('<title>first</title><a href="/held">next</a>');
          else void released.then(() => exchange.html('<title>second</title>'));
        },
        robots: (exchange) => exchange.send(404, {}, ''),
      });
      try {
        await using run = await place.crawl(`${held.origin(0)}/`, SHOP);
        const pages = run.pages();

        const first = await pages.next();
        const { hasEnded } = await run.state();
        release();
        const rest = await all(pages);

        expect(first.value?.title).toBe('first');
        expect(hasEnded).toBe(false);
        expect(rest.map(({ title }) => title)).toEqual(['second']);
      } finally {
        release();
        await held.close();
      }
    });

    it('reads the content of a page: HTML, text, Markdown, links, bytes', async () => {
      const about = `${shop}about`;
      await using run = await place.crawl(about, { ...SHOP, limits: { depth: 0, pages: 1 } });

      const [page] = (await all(run.pages())) as [Page];

      expect(page).toMatchObject({ url: about, status: 200, level: 0, via: null, record: null });
      expect(page.title).toBe('About Harbour Lamps');
      expect(await page.html()).toContain('<h1>About Harbour Lamps</h1>');
      expect(Buffer.from(await page.body()).toString()).toBe(await page.html());
      expect(await page.text()).toContain('Seen in the papers.');
      expect(await page.markdown()).toContain('[the papers](https://www.example.com/lamps)');
      expect((await page.markdown({ tokens: 20 })).length).toBeLessThanOrEqual(80);
      expect((await page.markdown({ mode: 'full' })).length).toBeGreaterThan((await page.markdown()).length);
      expect(await page.links()).toContainEqual({
        url: shop,
        kind: 'a',
        text: 'Harbour Lamps',
        rel: null,
        nofollow: false,
      });
    });

    it('tells all that an HTML page says of itself', async () => {
      const item = '{"@context":"https://schema.org","@type":"Product","name":"Lamp","image":"/lamp.png"}';
      const typed = await startSite({
        handler: (exchange) =>
          exchange.path === '/text'
            ? exchange.send(200, { 'content-type': 'text/plain' }, 'text')
            : exchange.html(
                `<title>Lamp</title><h1>A lamp</h1><script type="application/ld+json">${item}</script><a href="/text">x</a>`,
              ),
        robots: (exchange) => exchange.send(404, {}, ''),
      });
      try {
        const fetch = { acceptTypes: ['text/html', 'text/plain'] };
        await using run = await place.crawl(`${typed.origin(0)}/`, { ...SHOP, fetch });

        const [page, text] = (await all(run.pages({ settled: true }))) as [Page, Page];

        expect(await page.allFacts()).toMatchObject({
          url: page.url,
          title: 'Lamp',
          headings: { count: 1, first: ['A lamp'] },
          links: { internal: 1, external: 0 },
          items: [{ type: ['Product'], properties: { name: ['Lamp'], image: [`${typed.origin(0)}/lamp.png`] } }],
        });
        await expect(text.allFacts()).rejects.toMatchObject({ code: 'FIELD_INVALID' });
      } finally {
        await typed.close();
      }
    });

    it('yields groups of pages with nearly the same text, one canonical, or in other languages', async () => {
      const words = Array.from({ length: 200 }, (_, n) => `word${n}`);
      const heads: Record<string, string> = {
        '/': '',
        '/copy': '<link rel="canonical" href="/">',
        '/de': '<link rel="alternate" hreflang="en" href="/en">',
        '/en': '',
      };
      const copies = await startSite({
        handler: (exchange) => {
          const { path } = exchange;
          const own = path === '/' || path === '/copy' ? words.join(' ') : [...words].reverse().join(` ${path} `);
          const links = Object.keys(heads).map((to) => `<a href="${to}">x</a>`);
          exchange.html(
            `<head><title>${path}</title>${heads[path]}</head><nav>${links.join('')}</nav><main><p>${own}</p></main>`,
          );
        },
        robots: (exchange) => exchange.send(404, {}, ''),
      });
      try {
        const at = (path: string) => `${copies.origin(0)}${path}`;
        await using run = await place.crawl(at('/'), SHOP);
        await run.finished();
        const groups = async (options?: GroupOptions) => await all(place.duplicates(run.id, options));

        expect(await groups()).toEqual([
          { group: 1, url: at('/'), of: null, similarity: 1 },
          { group: 1, url: at('/copy'), of: at('/'), similarity: 1 },
        ]);
        expect(await groups({ by: 'canonical' })).toMatchObject([
          { url: at('/'), of: null, crawled: true },
          { url: at('/copy'), of: at('/'), issues: [] },
        ]);
        expect(await groups({ by: 'hreflang' })).toMatchObject([
          { url: at('/de'), of: null },
          { url: at('/en'), of: at('/de'), language: 'en', issues: [{ code: 'hreflang-no-return' }] },
        ]);
        await expect(groups({ by: 'canonical', threshold: 0.8 })).rejects.toMatchObject({ code: 'FIELD_INVALID' });
        await expect(groups({ threshold: 0.5 })).rejects.toMatchObject({ code: 'FIELD_INVALID' });
      } finally {
        await copies.close();
      }
    });

    it('reads the text of a PDF, and none where there is none', async () => {
      const manual = pdfDocument([pdfLine('A lamp of brass'), pdfLine('needs no *polish*')]);
      const documents = await startSite({
        handler: (exchange) =>
          exchange.send(
            200,
            { 'content-type': 'application/pdf' },
            exchange.path === '/cut.pdf' ? manual.subarray(0, 60) : manual,
          ),
        robots: (exchange) => exchange.send(404, {}, ''),
      });
      try {
        const seeds = ['/manual.pdf', '/cut.pdf'].map((path) => `${documents.origin(0)}${path}`);
        await using run = await place.crawl(seeds, { ...SHOP, fetch: { acceptTypes: ['application/pdf'] } });

        const pages = await all(run.pages());

        const texts = new Map<string, readonly string[]>();
        for (const page of pages) texts.set(new URL(page.url).pathname, [await page.text(), await page.markdown()]);
        expect(Object.fromEntries(texts)).toEqual({
          '/manual.pdf': ['A lamp of brass\nneeds no *polish*', 'A lamp of brass\n\nneeds no \\*polish\\*'],
          '/cut.pdf': ['', ''],
        });
      } finally {
        await documents.close();
      }
    });

    it('gives the values of select in the record of each page', async () => {
      await using run = await place.crawl(shop, {
        ...SHOP,
        scope: { include: ['*/product/*'] },
        select: { name: 'h1', price: { selector: '.price', pattern: '[0-9.]+', type: 'number' } },
      });

      const products = (await all(run.records())).filter(({ url }) => url.includes('/product/'));

      expect(products.length).toBe((await run.finished()).counts.stored - 1);
      expect(products.length).toBeGreaterThan(0);
      for (const { url, record, errors } of products) {
        const page = sites[0]?.get(new URL(url).pathname);
        expect(errors).toEqual([]);
        expect(record.name).toBe(page?.title);
        expect(page?.content).toContain(`€ ${record.price?.toFixed(2)}`);
      }
    });

    it('stops at the abort of a signal and keeps everything that was crawled', async () => {
      const abort = new AbortController();
      await using run = await place.crawl(shop, {
        ...SHOP,
        politeness: { delaySeconds: 30, perAddress: { requestsPerSecond: null } },
        signal: abort.signal,
      });

      abort.abort();
      const report = await run.finished();

      expect(report.status).toBe('stopped');
      expect((await all(run.pages())).length).toBe(report.counts.stored);
    });

    it('attaches to an execution by its id', async () => {
      await using first = await place.crawl(shop, { ...SHOP, limits: { depth: 0 } });
      const { counts } = await first.wait();

      await using again = await place.attach(first.id);

      expect((await again.finished()).counts).toEqual(counts);
      expect((await all(again.pages())).map(({ url }) => url)).toEqual([shop]);
    });

    it('closes once, however often it is asked to', async () => {
      const run = await place.crawl(shop, { ...SHOP, limits: { pages: 1 } });
      await run.finished();

      await run.close();
      await expect(run.close()).resolves.toBeUndefined();
      await expect(run[Symbol.asyncDispose]()).resolves.toBeUndefined();
    });

    it('takes a stop of an execution that has ended as done', async () => {
      await using run = await place.crawl(shop, { ...SHOP, limits: { depth: 0 } });
      const { status } = await run.finished();

      await run.stop();

      expect((await run.finished()).status).toBe(status);
    });

    it('reports a limit in the report, not by an error', async () => {
      await using run = await place.crawl(shop, { ...SHOP, limits: { pages: 3 } });

      expect(await run.finished()).toMatchObject({ status: 'limited', reason: 'pages', pages: 3 });
    });

    it('requests every page of a collection again, or only those that are due', async () => {
      const collection = { ...SHOP, name: 'lamps', limits: { depth: 0 }, revisit: { policy: 'uniform' } } as const;
      const found: [number, number | undefined][] = [];
      for (const full of [false, false, true]) {
        await using run = await place.crawl(shop, { ...collection, full });
        const { counts } = await run.finished();
        found.push([counts.stored + counts.notModified, counts.kept]);
      }

      expect(found).toEqual([
        [1, undefined],
        [0, 1],
        [1, undefined],
      ]);
    });

    it('asks the external links that are due, and has their answers in the register (G2)', async () => {
      const gone = `${site.origin(1)}/no-such-page`;
      const page = await startSite({
        handler: (exchange) => exchange.html(`<a href="${gone}">gone</a><a href="${shop}">shop</a>`),
      });
      try {
        await using run = await place.crawl(`${page.origin(0)}/`, { ...SHOP, external: { keep: true } });
        await run.finished();
        const statesOf = async (filter?: ExternalFilter) =>
          (await all(place.external(run.id, filter))).map(({ url, check }) => [url, check?.state, check?.status]);
        const before = await statesOf();
        await using check = await place.checkExternal(run.id, { allowPrivateNetwork: true });
        const report = await check?.finished();

        expect(before.sort()).toEqual([gone, shop].sort().map((url) => [url, undefined, undefined]));
        expect(report?.status).toBe('succeeded');
        expect(await statesOf({ state: 'dead' })).toEqual([[gone, 'dead', 404]]);
        expect(await statesOf({ state: 'alive' })).toEqual([[shop, 'alive', 200]]);
        expect(await place.checkExternal(run.id, { days: 1 })).toBeNull();
        await expect(place.checkExternal(run.id, { days: 0.5 })).rejects.toMatchObject({ code: 'FIELD_INVALID' });
      } finally {
        await page.close();
      }
    });

    it('refuses a faulty option with the code of its fault', async () => {
      await expect(place.crawl('not an address', SHOP)).rejects.toMatchObject({ code: 'SEED_INVALID' });
      await expect(place.crawl(shop, { ...SHOP, select: { price: 'p:::' } })).rejects.toMatchObject({
        name: 'SurfError',
        code: 'SELECTOR_INVALID',
      });
      await expect(place.crawl(shop, { ...SHOP, base: 'nothing' })).rejects.toMatchObject({
        code: 'EXECUTION_NOT_FOUND',
      });
      await expect(place.attach('x00000000000')).rejects.toMatchObject({ code: 'EXECUTION_NOT_FOUND' });
    });

    it.each([
      ['nothing', undefined, 'the workflow has no seed'],
      ['a number', 5, 'seeds is 5; allowed: a list of absolute http(s) URLs'],
      ['a list with null', [null], 'seeds[0] is null; a seed is an absolute http(s) URL'],
    ])('says what a seed is when it gets %s', async (_, seeds, message) => {
      const refused = place.crawl(seeds as never, SHOP);

      await expect(refused).rejects.toMatchObject({ name: 'SurfError', message });
    });

    it('says that the content of a page was not kept', async () => {
      await using run = await place.crawl(shop, { ...SHOP, limits: { depth: 0 }, output: { warc: false } });

      const [page] = (await all(run.pages())) as [Page];

      expect(page.url).toBe(shop);
      await expect(page.markdown()).rejects.toMatchObject({ code: 'OUTPUT_NOT_KEPT' });
    });
  });
}
