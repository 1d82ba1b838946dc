import { describe, expect, it } from 'vitest';
import type { SearchDocument } from '#core/search/search-document.ts';
import type { SearchIndex } from '#core/search/search-index.ts';
import { parseSearchQuery } from '#core/search/search-query.ts';
import { type CreateFixture, fixtures, rivals } from '#test/contract/fixture.ts';
import { type FewWords, searchDocument } from '#test/contract/search/search-document.ts';

const NAME = 'executions/x0/search/000001.v3';

async function* documents(...pages: readonly FewWords[]): AsyncGenerator<SearchDocument> {
  for (const page of pages) yield searchDocument(page);
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

    it('is empty without documents', async () => {
      const { port } = await fresh();

      (await port.build(NAME, documents())).close();

      expect(await urlsFor(port, 'lamp')).toEqual([]);
    });
  });
}
