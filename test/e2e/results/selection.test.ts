import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import { ThreadExtraction } from '#adapters/threads/thread-extraction.ts';
import type { Embedded } from '#compose/compose-local.ts';
import { EXTRACTION_THREAD } from '#compose/thread-modules.ts';
import { valuesOf } from '#core/bytes/json-lines.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { checkSelection } from '#core/selection/faults/check-selection.ts';
import { MAX_RECORD_LINE_BYTES, RecordLine } from '#core/selection/records/record-lines.ts';
import { readListedChunk, readPart } from '#engine/archive-reader/listed-chunk.ts';
import { chunksInOrder } from '#engine/archive-reader/manifest-order.ts';
import { extractAgain } from '#engine/pages/extract.ts';
import { crawled, type EmbeddedCrawl } from '#test/e2e/crawls/embedded-crawl.ts';
import { expectProven } from '#test/e2e/crawls/proof.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { shopSite, shopThings } from '#test/site/sites/shop-site.ts';

/** What a shop's owner would write. */
const SELECTION = {
  rules: [
    {
      url: ['*/thing/*'],
      fields: {
        name: 'h1',
        price: { selector: '.price:first', type: 'number' },
        image: { selector: 'img.photo', attribute: 'src', type: 'url' },
        article: { selector: 'p:contains("Article")', pattern: 'T-([0-9]+)', type: 'integer' },
        reviews: {
          selector: 'li.review',
          all: true,
          fields: {
            by: '.by',
            stars: { selector: ':scope', attribute: 'data-stars', type: 'integer' },
            text: 'p',
          },
        },
        size: { selector: '.size', default: 'one size' },
      },
    },
    {
      contentType: ['application/json'],
      fields: {
        total: { pointer: '/total', type: 'integer' },
        dear: { jsonPath: '$.things[?@.price > 44].name', all: true },
      },
    },
    {
      contentType: ['*+xml'],
      fields: {
        items: {
          selector: 'item',
          all: true,
          fields: { title: 'title', price: { selector: 'g\\:price', pattern: '[0-9.]+', type: 'number' } },
        },
      },
    },
    { contentType: ['text/plain'], fields: { recalls: { keywords: ['recall', 'danger'], context: 10 } } },
    { url: ['*/huge', '*/circle'], fields: { title: 'h1' } },
    { url: ['*/circle'], fields: { bad: 'div:has(~ div:has(~ div:has(~ div b)))' } },
  ],
};

interface Found {
  readonly url: string;
  readonly record: unknown;
  readonly errors: unknown;
}

/** All records that the listed chunks have, by URL. */
async function recordsOf(surf: Embedded, id: ExecutionId): Promise<Found[]> {
  const found: Found[] = [];
  for await (const listed of chunksInOrder(surf.archive, await surf.catalog.execution(id))) {
    const bytes = await readPart(surf.archive, await readListedChunk(surf.archive, listed), 'records');
    if (bytes === null) continue;
    for (const value of valuesOf(bytes, { maxLineBytes: MAX_RECORD_LINE_BYTES })) {
      const { url, record, errors } = RecordLine.parse(value);
      found.push({ url, record, errors });
    }
  }
  return found.sort(byUrl);
}

const byUrl = (a: { readonly url: string }, b: { readonly url: string }): number => (a.url < b.url ? -1 : 1);

describe('a crawl with a selection policy (S7)', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite({ handler: shopSite });
  });
  afterAll(() => site.close());

  const crawl = <T>(look: (run: EmbeddedCrawl) => Promise<T>, fields: Record<string, unknown> = {}): Promise<T> =>
    crawled({ seeds: [`${site.origin(0)}/`], selection: checkSelection(SELECTION), ...fields }, look);

  it('has one record of every page to which a rule applies, as the truth is; verify proves it', async () => {
    const records = await crawl(async ({ surf, id }) => {
      await expectProven(surf, id);
      return await recordsOf(surf, id);
    });
    const origin = site.origin(0);
    const at = (path: string): Found | undefined => records.find(({ url }) => url === `${origin}${path}`);

    expect(records).toHaveLength(36);
    for (const { number, name, price, image, reviews } of shopThings(origin)) {
      const record = { name, price, image, article: number, reviews, size: 'one size' };
      expect(at(`/thing/${number}`)).toEqual({ url: `${origin}/thing/${number}`, record, errors: [] });
    }
    expect(at('/api/things.json')?.record).toEqual({ total: 30, dear: ['Thing №28 & co', 'Thing №29 & co'] });
    expect(at('/broken.json')).toMatchObject({
      record: { total: null, dear: [] },
      errors: [{ field: null, code: 'parse', message: 'the page is not JSON' }],
    });
    expect(at('/feed.xml')?.record).toEqual({
      items: [0, 1, 2].map((n) => ({ title: `Thing №${n} & co`, price: 10 + n * 1.25 })),
    });
    expect(at('/notes.txt')?.record).toEqual({ recalls: [{ keyword: 'recall', text: 'g here. A Recall of Thing' }] });
    expect(at('/huge')).toMatchObject({ record: {}, errors: [{ field: null, code: 'too-complex' }] });
    expect(at('/circle')).toMatchObject({ record: {}, errors: [{ field: null, code: 'too-complex' }] });
    expect(at('/')).toBeUndefined();
  });

  it('gives the same records with 16 workers, from the archive, and with the server gone (N4)', async () => {
    const quick = { scope: { exclude: ['*/circle'] } };
    const one = await crawl(({ surf, id }) => recordsOf(surf, id), { ...quick, parallelism: 1 });
    const sixteen = await crawl(
      async ({ surf, id }) => {
        await site.close();
        const extraction = new ThreadExtraction({ entry: EXTRACTION_THREAD });
        const selection = checkSelection(SELECTION);
        const lines: Found[] = [];
        const again = { selection, extractor: extraction.extractor(selection) };
        for await (const line of extractAgain({ ...surf, decodeBody }, id, again)) {
          lines.push(JSON.parse(line) as Found);
        }
        await extraction.close();
        return { records: await recordsOf(surf, id), again: lines.sort(byUrl) };
      },
      { ...quick, parallelism: 16, hostsPerWorker: 1 },
    );

    expect(sixteen.records).toEqual(one);
    expect(sixteen.again).toEqual(one);
    expect(one).toHaveLength(35);
  });
});
