import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import { searchFolder, topicsOfFolder } from '#cli/backend/searched-execution.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { SearchAnswer } from '#core/search/search-index.ts';
import { SegmentList } from '#core/search/segment-list.ts';
import { CollectionCrawl } from '#test/e2e/crawls/collection-crawl.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { ChangingSite } from '#test/site/sites/changing-site.ts';

const HALF_A_WEEK = 3.5;
/** No page has both words, so one is enough: every page has it. */
const ALL = 'page twins';

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

  const search = (id: ExecutionId, text = ALL): Promise<SearchAnswer> =>
    searchFolder({ ...collection.surf, decodeBody }, id, { text, limit: 50, offset: 0 });
  const pathsIn = ({ results }: SearchAnswer): string[] => results.map(({ url }) => new URL(url).pathname).sort();
  const folderOf = (id: ExecutionId): string => join(collection.surf.data, 'objects', 'executions', id, 'search');
  const kindOf = (name: string): string => name.replace(/^\d+\.v\d+\./, '').replace(/[0-9a-f]{64}\./, '');
  const objectsOf = (id: ExecutionId): string[] => readdirSync(folderOf(id)).map(kindOf).sort();
  const pathTo = (id: ExecutionId, kind: string): string =>
    join(folderOf(id), readdirSync(folderOf(id)).find((name) => kindOf(name) === kind) ?? '');
  const filesOf = (id: ExecutionId): number => (existsSync(folderOf(id)) ? readdirSync(folderOf(id)).length : 0);
  const listOf = (id: ExecutionId): SegmentList =>
    SegmentList.parse(JSON.parse(readFileSync(pathTo(id, 'list.json'), 'utf8')));

  /** Pages by their paths, with the time of their last visit: from the rows of all ticks. */
  async function pagesAfter(ticks: readonly Execution[]): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for (const { id } of ticks) {
      for (let next: string | undefined; ; ) {
        const page = await collection.surf.tasks.list(id, 500, next);
        for (const { url, outcome, startedAt, status } of page.rows) {
          const { pathname } = new URL(url);
          const isPage = outcome.type === 'stored' || outcome.type === 'notModified';
          if (isPage) found.set(pathname, new Date(startedAt ?? 0).toISOString());
          else if (outcome.type !== 'failed' || status === 404 || status === 410) found.delete(pathname);
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

  it('gives the same answers when only the newest tick was ever searched', async () => {
    const ticks = [await collection.tick(0), await collection.tick(HALF_A_WEEK), await collection.tick(5)];
    const last = ticks[2]?.id as ExecutionId;
    const questions = [ALL, 'page first', 'title:page site:127.0.0.1', 'twins -page', '"page 3"', 'page changed:>1d'];
    const answers = () => Promise.all(questions.map((text) => search(last, text)));

    const before = await answers();
    for (const { id } of ticks) rmSync(folderOf(id), { recursive: true });
    for (const { id } of ticks) await search(id);

    expect(await answers()).toEqual(before);
    expect(before.map(({ total }) => total > 0)).toEqual([true, true, false, true, true, false]);
    expect(objectsOf(last)).toEqual(['list.json', 'own.sqlite']);
  });

  it('knows when the pages changed that the tick kept', async () => {
    await collection.tick(0);
    pages.isLater = true;
    const second = await collection.tick(8);
    pages.isLater = false;
    const third = await collection.tick(8.01);

    const answer = await search(third.id, 'later');
    expect(pathsIn(answer)).toEqual(pathsIn(await search(second.id, 'later')));
    expect(answer.results.map(({ changes }) => changes?.changed)).toEqual([1, 1, 1]);
    expect(await search(third.id, 'later changed:<1d')).toMatchObject({ total: 3 });
    expect(third.counts.kept ?? 0).toBeGreaterThan(20);
  });

  it('has at most eight segments, however many ticks there were', async () => {
    const ticks = [await collection.tick(0)];
    for (let n = 1; n <= 16; n++) {
      pages.isLater = n > 8;
      ticks.push(await collection.tick(n * 0.4));
      await search(ticks.at(-1)?.id as ExecutionId);
    }
    const last = ticks.at(-1)?.id as ExecutionId;

    const expected = await pagesAfter(ticks);
    const answer = await search(last);
    const lists = ticks.slice(1).map(({ id }) => listOf(id).segments.length);
    expect(new Map(answer.results.map(({ url, fetchedAt }) => [new URL(url).pathname, fetchedAt]))).toEqual(expected);
    expect(answer.indexed).toBe(expected.size);
    expect(Math.max(...lists)).toBe(8);
    expect(ticks.flatMap(({ id }) => objectsOf(id)).filter((name) => name === 'merged.sqlite').length).toBeGreaterThan(
      0,
    );
    expect((await topicsOfFolder({ ...collection.surf, decodeBody }, last, { topics: 2, examples: 1 })).read).toBe(
      expected.size,
    );
  });

  it('is built again from what is left when a build died, or a segment was deleted', async () => {
    const [first, second] = [await collection.tick(0), await collection.tick(HALF_A_WEEK)];
    const before = await search(second.id);
    const own = pathTo(second.id, 'own.sqlite');
    const { mtimeMs } = statSync(own);

    rmSync(pathTo(second.id, 'list.json'));
    const again = await search(second.id);
    const rebuilt = statSync(own).mtimeMs !== mtimeMs;
    rmSync(folderOf(first.id), { recursive: true });

    expect([again, rebuilt]).toEqual([before, false]);
    expect(await search(second.id)).toEqual(before);
  });

  it('forgets what a new version no longer crawls, and a tick that is deleted', async () => {
    const first = await collection.tick(0);
    const second = await collection.tick(HALF_A_WEEK, { scope: { exclude: ['/p1*'] } });

    const answer = await search(second.id);
    const all = pathsIn(await search(first.id));
    const expected = await pagesAfter([first, second]);
    await surfHere(['delete', second.id, '--yes', '--data', collection.surf.data]);

    const kept = [...expected.keys()].filter((path) => !path.startsWith('/p1'));
    expect(pathsIn(answer)).toEqual(kept.sort());
    expect(kept.length).toBeLessThan(all.length - 5);
    expect([filesOf(second.id), filesOf(first.id)]).toEqual([0, 1]);
    expect(pathsIn(await search(first.id))).toEqual(all);
  });
});
