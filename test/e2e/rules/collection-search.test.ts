import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import { searchFolder, topicsOfFolder } from '#cli/backend/searched-execution.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { SearchAnswer } from '#core/search/search-index.ts';
import { CollectionCrawl } from '#test/e2e/crawls/collection-crawl.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { ChangingSite } from '#test/site/sites/changing-site.ts';

const HALF_A_WEEK = 3.5;

describe('the search of a collection (S22, G9)', () => {
  const pages = new ChangingSite();
  let site: Site;
  let collection: CollectionCrawl;
  beforeAll(async () => {
    site = await startSite({ handler: pages.handler });
  });
  afterAll(() => site.close());
  beforeEach(() => {
    pages.isLater = false;
    collection = new CollectionCrawl({ seeds: [`${site.origin(0)}/`], revisit: { policy: 'adaptive' } });
  });
  afterEach(() => collection.close());

  const search = (id: ExecutionId, text = 'page'): Promise<SearchAnswer> =>
    searchFolder({ ...collection.surf, decodeBody }, id, { text, limit: 50, offset: 0 });
  const pathsIn = ({ results }: SearchAnswer): string[] => results.map(({ url }) => new URL(url).pathname).sort();
  const objectsOf = (id: ExecutionId): string[] => {
    const names = readdirSync(join(collection.surf.data, 'objects', 'executions', id, 'search'));
    return names.map((name) => name.replace(/^\d+\.v\d+\./, '').replace(/[0-9a-f]{64}\./, '')).sort();
  };

  /** Pages by their paths, with the time of the tick that found them last: from the rows of all ticks. */
  async function pagesAfter(ticks: readonly Execution[]): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for (const { id } of ticks) {
      for (let next: string | undefined; ; ) {
        const page = await collection.surf.tasks.list(id, 500, next);
        for (const { url, outcome, startedAt, status } of page.rows) {
          const { pathname } = new URL(url);
          const isPage = outcome.type === 'stored' || outcome.type === 'notModified';
          if (isPage) found.set(pathname, new Date(startedAt ?? 0).toISOString());
          else if (outcome.type !== 'failed' || status === 404) found.delete(pathname);
        }
        if (page.next === null) break;
        next = page.next;
      }
    }
    return found;
  }

  it('finds every page of the collection in its newest tick, each as it was found last', async () => {
    const ticks = [await collection.tick(0), await collection.tick(HALF_A_WEEK)];
    pages.isLater = true;
    ticks.push(await collection.tick(5), await collection.tick(6.5));

    for (const [i, { id }] of ticks.entries()) {
      const expected = await pagesAfter(ticks.slice(0, i + 1));
      const answer = await search(id);
      expect(answer).toMatchObject({ total: expected.size, indexed: expected.size, complete: true });
      const found = answer.results.map(({ url, fetchedAt }) => [new URL(url).pathname, fetchedAt] as const);
      expect(new Map(found)).toEqual(expected);
      expect(answer.facets.type).toEqual([{ value: 'html', pages: expected.size }]);
    }
    expect(ticks.map(({ counts }) => (counts.kept ?? 0) > 3)).toEqual([false, true, true, true]);
  });
});
