import { describe, expect, it } from 'vitest';
import { PageBits } from '#core/search/page-bits.ts';
import type { SearchDocument } from '#core/search/search-document.ts';
import type { IndexSegment, OpenedIndex, SearchIndex } from '#core/search/search-index.ts';
import { parseSearchQuery } from '#core/search/search-query.ts';
import type { ListedSegment } from '#core/search/segment-list.ts';
import { type CreateFixture, fixtures, rivals } from '#test/contract/fixture.ts';
import { type FewWords, searchDocument } from '#test/contract/search/search-document.ts';

const NAME = 'executions/x0/search/000001.v4';

async function* documents(...pages: readonly FewWords[]): AsyncGenerator<SearchDocument> {
  for (const page of pages) yield searchDocument(page);
}

const QUESTIONS = [
  ...['lamp', 'red lamp', 'lamp boat -rust', '"old lamp"', 'title:red lamp', 'crawling', 'lamp site:b.test'],
  ...['boat -site:b.test', 'lamp lang:de', 'old type:text', 'red changed:<30d', 'red changed:>2d -lang:en', 'das boot'],
  ...['type:text', 'changed:<30d -lamp', '-rust'],
];

/** Pages in three parts. Of each the newest version is shown; the text says which it is. */
function madePages(count: number) {
  let state = 7;
  const below = (most: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (state >>> 16) % most;
  };
  const words = 'lamp red old boat rust crawl crawling crawled harbour das boot'.split(' ');
  const some = (most: number): string =>
    Array.from({ length: below(most) }, () => words[below(words.length)]).join(' ');
  const newest = new Map<string, string>();
  const all = [0, 1, 2].flatMap((part) =>
    Array.from({ length: count / 2 }, (_, n): { readonly part: number; readonly page: FewWords } => {
      const path = `/${String(part * 60 + n).padStart(4, '0')}`;
      const body = `version${part}x${n} ${some(12)}`;
      newest.set(path, body);
      const at = new Date(Date.UTC(2026, 10, 1 + below(24))).toISOString();
      const changes = below(3) === 0 ? null : { visits: 2, changed: 1, changedAt: at };
      const url = `http://${below(2) === 0 ? 'a' : 'b'}.test${path}`;
      const language = below(3) === 0 ? 'de' : 'en';
      const kind = below(4) === 0 ? 'text' : 'html';
      return {
        part,
        page: { path, url, body, title: some(3), headings: some(3), anchors: some(3), language, kind, changes },
      };
    }),
  );
  const shown = new Set(newest.values());
  return { all: all.sort((a, b) => (a.page.path < b.page.path ? -1 : 1)), shown };
}

/** A segment as a list has it, with the rows that are shown. */
function listed(segment: IndexSegment | undefined, isShown: (row: number) => boolean): ListedSegment {
  if (segment === undefined) throw new Error('the index has no segment');
  const { object, bytes, pages } = segment;
  const bits = PageBits.none(pages);
  const rows = Array.from({ length: pages }, (_, i) => i + 1).filter(isShown);
  for (const row of rows) bits.add(row);
  return { object, bytes, pages, shown: rows.length, bits: Buffer.from(bits.bytes).toString('base64') };
}

async function urlsFor(index: SearchIndex, text: string): Promise<string[] | null> {
  const segment = await index.open(NAME);
  if (segment === null) return null;
  try {
    const { results } = segment.search({ query: parseSearchQuery(text), limit: 50, offset: 0, now: 0 });
    return results.map(({ url }) => new URL(url).pathname);
  } finally {
    segment.close();
  }
}

/** Runs every promise of `SearchIndex` against one adapter. */
export function searchIndexContract(name: string, create: CreateFixture<SearchIndex>): void {
  describe(`${name} keeps the SearchIndex contract`, () => {
    const fresh = fixtures(create);

    it('finds what was built in any instance, and nothing before', async () => {
      const fixture = await fresh();
      const before = await urlsFor(fixture.rival(), 'lamp');

      const built = await fixture.port.build(
        NAME,
        documents({ path: '/a', body: 'an old lamp' }, { path: '/b', body: 'a boat' }),
      );
      built.close();

      expect([before, await urlsFor(fixture.rival(), 'lamp')]).toEqual([null, ['/a']]);
    });

    it('gives each rival an index that is complete', async () => {
      const fixture = await fresh();

      const segments = await Promise.all(
        rivals(fixture, 4).map((index) => index.build(NAME, documents({ path: '/a', body: 'an old lamp' }))),
      );
      const totals = segments.map(
        (segment) => segment.search({ query: parseSearchQuery('lamp'), limit: 1, offset: 0, now: 0 }).total,
      );
      for (const segment of segments) segment.close();

      expect(totals).toEqual([1, 1, 1, 1]);
    });

    it('leaves nothing behind when the documents fail', async () => {
      const { port } = await fresh();
      const failing = async function* () {
        yield searchDocument({ path: '/a', body: 'an old lamp' });
        throw new Error('the archive is gone');
      };

      await expect(port.build(NAME, failing())).rejects.toThrow('the archive is gone');

      expect(await port.open(NAME)).toBeNull();
    });

    it('answers from several segments as from one that has the pages which they show', async () => {
      const { port } = await fresh();
      const { all, shown } = madePages(400);
      const parts = await Promise.all(
        [0, 1, 2].map(async (n) => {
          const own = all.filter(({ part }) => part === n).map(({ page }) => page);
          const index = await port.build(`${NAME}.part${n}`, documents(...own));
          const [segment] = index.segments;
          index.close();
          return listed(segment, (row) => shown.has(own[row - 1]?.body ?? ''));
        }),
      );
      const whole = await port.build(
        `${NAME}.whole`,
        documents(...all.flatMap(({ page }) => (shown.has(page.body ?? '') ? [page] : []))),
      );

      const list = { v: 1 as const, complete: true, segments: parts };
      const joined = await port.join(NAME, list);
      const merged = await port.merge(`${NAME}.merged`, list);
      const reopened = await port.open(NAME);
      const answersOf = (index: OpenedIndex | null) =>
        QUESTIONS.map((text) =>
          index?.search({ query: parseSearchQuery(text), limit: 50, offset: 0, now: Date.UTC(2026, 10, 25) }),
        );

      const expected = answersOf(whole);
      expect([answersOf(joined), answersOf(reopened), answersOf(merged)]).toEqual([expected, expected, expected]);
      expect(expected.map((answer) => (answer?.total ?? 0) > 3)).toEqual(QUESTIONS.map(() => true));
      expect([...joined.documents(1_000)]).toEqual([...whole.documents(1_000)]);
      const { page: hidden } = all.find(({ page }) => !shown.has(page.body ?? '')) ?? { page: null };
      const found = hidden === null ? null : joined.find(searchDocument(hidden).key);
      expect(found === null || shown.has(found.body)).toBe(true);
      for (const index of [whole, joined, merged, reopened]) index?.close();
    });

    it('is not an index when a segment of its list is gone', async () => {
      const fixture = await fresh();
      const index = await fixture.port.build(`${NAME}.part`, documents({ path: '/a', body: 'an old lamp' }));
      const segments = index.segments.map((segment) => listed(segment, () => true));
      index.close();
      (await fixture.port.join(NAME, { v: 1, complete: true, segments })).close();
      const [segment] = segments;
      const other = { ...segment, object: segment?.object.replace(/[0-9a-f]{64}/, '0'.repeat(64)) } as ListedSegment;

      await expect(
        fixture.port.join(`${NAME}.other`, { v: 1, complete: true, segments: [other] }),
      ).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });

      expect(await urlsFor(fixture.rival(), 'lamp')).toEqual(['/a']);
      expect(await fixture.rival().open(`${NAME}.other`)).toBeNull();
    });

    it('is empty without documents', async () => {
      const { port } = await fresh();

      (await port.build(NAME, documents())).close();

      expect(await urlsFor(port, 'lamp')).toEqual([]);
    });
  });
}
