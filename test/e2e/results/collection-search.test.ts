import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import { EXPORTS, searchFolder, topicsOfFolder } from '#cli/backend/searched-execution.ts';
import { localSearch } from '#compose/local-search.ts';
import { SurfError } from '#core/error.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { SearchAnswer, SearchIndex } from '#core/search/search-index.ts';
import { SegmentList } from '#core/search/segment-list.ts';
import { buildIndex } from '#engine/search/build-index.ts';
import { amount } from '#test/campaign.ts';
import { CollectionCrawl } from '#test/e2e/crawls/collection-crawl.ts';
import { expectProven } from '#test/e2e/crawls/proof.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { ChangingSite } from '#test/site/sites/changing-site.ts';

const HALF_A_WEEK = 3.5;
/** No page has both words, so one is enough: every page has it. */
const ALL = 'page twins';

describe('the search of a collection (S22, G9)', () => {
  const pages = new ChangingSite();
  let site: Site;
  let isDown = false;
  let collection: CollectionCrawl;
  beforeAll(async () => {
    site = await startSite({ handler: (exchange) => (isDown ? exchange.send(503, {}) : pages.handler(exchange)) });
  });
  afterAll(() => site.close());
  beforeEach(() => {
    pages.isLater = false;
    isDown = false;
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

  it('no longer finds a page that moved, or is gone, since the previous tick', async () => {
    const first = await collection.tick(0);
    pages.isLater = true;
    // After a year every page is due, so the tick requests all of them.
    const second = await collection.tick(365);

    const changedPaths = (found: readonly string[]) => found.filter((path) => /^\/p(6|7|24)$/.test(path));
    const [before, after] = [pathsIn(await search(first.id)), pathsIn(await search(second.id))];
    expect(second.counts.kept ?? 0).toBe(0);
    expect([changedPaths(before), changedPaths(after)]).toEqual([['/p6', '/p7'], ['/p24']]);
    expect(after).toEqual([...(await pagesAfter([first, second])).keys()].sort());
  });

  it('gives the same answers when only the newest tick was ever searched', async () => {
    const ticks = [await collection.tick(0), await collection.tick(HALF_A_WEEK), await collection.tick(5)];
    const last = ticks[2]?.id as ExecutionId;
    const questions = [ALL, 'page first', 'title:page site:127.0.0.1', 'twins -page', '"page 3"', 'page changed:>1d'];
    const ask = (texts: readonly string[]) => Promise.all(texts.map((text) => search(last, text)));
    // Two build the index at once, each with threads; the others find it.
    const answers = async () => [...(await ask(questions.slice(0, 2))), ...(await ask(questions.slice(2)))];

    const before = await answers();
    for (const { id } of ticks) rmSync(folderOf(id), { recursive: true });
    for (const { id } of ticks) await search(id);

    expect(await answers()).toEqual(before);
    expect(before.map(({ total }) => total > 0)).toEqual([true, true, false, true, true, false]);
    expect(objectsOf(last)).toEqual(['list.json', 'own.sqlite']);
  });

  it('keeps the index that an earlier version made of a tick, and searches it with the next one', async () => {
    const first = await collection.tick(0);
    const before = await search(first.id);
    for (const name of readdirSync(folderOf(first.id)))
      renameSync(join(folderOf(first.id), name), join(folderOf(first.id), name.replace('.v4.', '.v3.')));
    const older = readdirSync(folderOf(first.id));
    const second = await collection.tick(HALF_A_WEEK);

    const answer = await search(second.id);

    expect(pathsIn(answer)).toEqual([...(await pagesAfter([first, second])).keys()].sort());
    expect(listOf(second.id).segments.map(({ object }) => /\.v\d+\./.exec(object)?.[0])).toEqual(['.v4.', '.v3.']);
    expect([older.length, readdirSync(folderOf(first.id))]).toEqual([1, older]);
    expect(await search(first.id)).toEqual(before);
    expect(readdirSync(folderOf(first.id)).length).toBe(2);
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
    const lists: number[] = [];
    // Which pages are due depends on their URLs, so on the port; some ticks have none.
    const isMerged = () => lists.some((segments, n) => segments < (lists[n - 1] ?? 0));
    for (let n = 1; n <= amount({ gate: 9, campaign: 16 }) || (!isMerged() && n < 40); n++) {
      pages.isLater = n > 5;
      const tick = await collection.tick(n * 0.4);
      ticks.push(tick);
      await search(tick.id);
      lists.push(listOf(tick.id).segments.length);
    }
    const last = ticks.at(-1)?.id as ExecutionId;

    const expected = await pagesAfter(ticks);
    const answer = await search(last);
    expect(new Map(answer.results.map(({ url, fetchedAt }) => [new URL(url).pathname, fetchedAt]))).toEqual(expected);
    expect(answer.indexed).toBe(expected.size);
    expect(Math.max(...lists)).toBe(8);
    for (const { id } of ticks.slice(-2)) await expectProven(collection.surf, id);
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

  it('still finds the pages that a tick requested in vain', async () => {
    const first = await collection.tick(0);
    isDown = true;
    const second = await collection.tick(HALF_A_WEEK);
    isDown = false;

    const [before, after] = [await search(first.id), await search(second.id)];
    expect(second.counts.failed['http-5xx'] ?? 0).toBeGreaterThan(2);
    expect(after.results).toEqual(before.results);
  });

  it('has the previous tick as it was, without what is added to that one later', async () => {
    const first = await collection.tick(0, { limits: { pages: 10 } });
    const second = await collection.tick(0.01, { limits: { pages: 1 } });
    const before = await search(second.id);
    await surfHere(['resume', first.id, '--pages', '100', '--data', collection.surf.data, '--quiet']);

    const later = await search(first.id);
    for (const { id } of [first, second]) rmSync(folderOf(id), { recursive: true });

    expect([first.status, before.indexed >= 10, later.indexed > before.indexed]).toEqual(['limited', true, true]);
    expect(await search(second.id)).toEqual(before);
    expect(await search(first.id)).toEqual(later);
    expect(objectsOf(first.id).filter((name) => name.endsWith('sqlite'))).toHaveLength(2);
  });

  it('keeps the indexes that were built before the time of a build was over', async () => {
    const [first, second] = [await collection.tick(0), await collection.tick(HALF_A_WEEK)];
    const source = { ...collection.surf, decodeBody };
    const index = localSearch(collection.surf);
    const built: string[] = [];
    let isOver = true;
    const bounded: SearchIndex = {
      open: (name) => index.open(name),
      merge: (name, list) => index.merge(name, list),
      join: (name, list) => index.join(name, list),
      build: async (name, documents) => {
        if (isOver && name.includes(second.id)) throw new SurfError('ANSWER_TOO_LARGE', 'the time is over');
        built.push(name.includes(first.id) ? 'first' : 'second');
        return await index.build(name, documents);
      },
    };
    const build = buildIndex({ index: bounded, archive: collection.surf.archive, exports: EXPORTS });

    const failed = await build(source, second).catch((error: SurfError) => [error.code, error.message]);
    isOver = false;
    (await build(source, second)).close();

    expect(failed).toEqual(['SEARCH_UNAVAILABLE', expect.stringContaining('1 of 2 indexes of the collection')]);
    expect(built).toEqual(['first', 'second']);
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
