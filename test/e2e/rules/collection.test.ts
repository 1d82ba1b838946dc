import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import { searchFolder } from '#cli/backend/searched-execution.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { UrlKey } from '#core/url/url-key.ts';
import { explain } from '#engine/explain/explain.ts';
import { findArchived, readArchived } from '#engine/pages/archived-page.ts';
import { CollectionCrawl } from '#test/e2e/crawls/collection-crawl.ts';
import { expectProven } from '#test/e2e/crawls/proof.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import { SurfProcess } from '#test/e2e/process/surf-process.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { ChangingSite } from '#test/site/sites/changing-site.ts';

const HALF_A_WEEK = 3.5;

describe('a collection (G1, I6)', () => {
  const pages = new ChangingSite();
  let site: Site;
  let collection: CollectionCrawl;
  beforeAll(async () => {
    site = await startSite({ handler: pages.handler });
  });
  afterAll(() => site.close());
  beforeEach(() => {
    pages.isLater = false;
    pages.isCounting = false;
    pages.asked.length = 0;
    pages.dates.clear();
    collection = new CollectionCrawl({ seeds: [`${site.origin(0)}/`], revisit: { policy: 'adaptive' } });
  });
  afterEach(() => collection.close());

  const asked = (): string[] => [...new Set(pages.asked.splice(0).map(({ path }) => path))].sort();
  const proven = async (row: Execution): Promise<void> => expectProven(collection.surf, row.id);

  it('begins with everything, and then asks only for the pages that are due', async () => {
    const first = await collection.tick(0);
    const all = asked();
    const second = await collection.tick(HALF_A_WEEK);
    const seen = asked();

    await proven(first);
    await proven(second);
    const known = await collection.pages(second);
    const due = known.filter(({ dueAt }) => dueAt <= second.createdAt).map(({ url }) => new URL(url).pathname);
    expect(first.base).toBeUndefined();
    expect(second.base).toBe(first.id);
    expect(known).toHaveLength(all.length);
    expect(seen).toEqual(due.sort());
    expect(due.length).toBeGreaterThan(3);
    expect(due.length).toBeLessThan(all.length - 3);
    expect(second.counts).toMatchObject({ discovered: all.length, kept: all.length - due.length, pending: 0 });
    expect(second.status).toBe('succeeded');
    const kept = known.find(({ dueAt }) => dueAt > second.createdAt);
    const dueLink = known.find(({ dueAt, level }) => dueAt <= second.createdAt && level > 0);
    expect(await explain(collection.surf, second.id, kept?.url ?? '')).toMatchObject({
      state: 'kept',
      found: { how: 'collection', level: kept?.level },
    });
    expect((await explain(collection.surf, second.id, dueLink?.url ?? '')).found?.how).toBe('collection');
  });

  it('keeps everything when nothing is due: that is a success, and asks for nothing', async () => {
    const first = await collection.tick(0);
    asked();
    const second = await collection.tick(0.01);

    await proven(second);
    expect(asked()).toEqual([]);
    expect(second).toMatchObject({ status: 'succeeded', reason: null });
    expect(second.counts).toMatchObject({
      discovered: first.counts.discovered,
      kept: first.counts.discovered,
      stored: 0,
    });
  });

  it('asks for all pages at the next tick when the workflow asks for shorter intervals', async () => {
    await collection.tick(0);
    await collection.tick(0.1); // sets the intervals of a week
    asked();
    const shorter = await collection.tick(0.2, { revisit: { policy: 'adaptive', maxIntervalDays: 0.05 } });

    await proven(shorter);
    const { discovered, kept, pending } = shorter.counts;
    expect({ kept, pending }).toEqual({ kept: undefined, pending: 0 });
    expect(asked()).toHaveLength(discovered);
  });

  it('learns what changed, what is new and what is gone, and sets a tombstone after two answers', async () => {
    await collection.tick(0);
    pages.isLater = true;
    const second = await collection.tick(8);
    const third = await collection.tick(80);
    const fourth = await collection.tick(160);
    const fifth = await collection.tick(240);

    for (const row of [second, third, fourth, fifth]) await proven(row);
    const of = async (row: Execution, path: string) =>
      (await collection.pages(row)).find(({ url }) => new URL(url).pathname === path);
    expect(second.counts).toMatchObject({ failed: { 'http-4xx': 1 }, redirected: 1, pending: 0 });
    expect(second.counts.kept).toBeUndefined();
    expect(second.counts.notModified).toBeGreaterThan(10);
    expect(await of(third, '/p0')).toMatchObject({ asked: 2, changed: 0 });
    expect(await of(third, '/p4')).toMatchObject({ asked: 2, changed: 1 });
    expect(await of(third, '/p7')).toMatchObject({ changed: 1, found: expect.stringMatching(/^redirected /) });
    expect(await of(third, '/p24')).toMatchObject({ asked: 1, changed: 0 });
    expect(await of(third, '/p6')).toMatchObject({ failures: 1, gone: 1, asked: 2 });
    expect((await of(third, '/p6'))?.goneAt).toBeUndefined();
    expect(await of(fourth, '/p6')).toMatchObject({ failures: 2, gone: 2, goneAt: expect.any(Number) });
    expect((await collection.frontier(fourth)).collection).toMatchObject({ pages: 26, gone: 1 });
    expect([third.goneDue, fourth.goneDue, fifth.goneDue]).toEqual([undefined, 1, 1]);
  });

  it('is searched by when its pages changed last, from its first execution on', async () => {
    const first = await collection.tick(0);
    pages.isLater = true;
    const second = await collection.tick(8);
    const source = { ...collection.surf, decodeBody };
    const search = (id: ExecutionId, text: string) => searchFolder(source, id, { text, limit: 50, offset: 0 });

    const [all, before] = [await search(first.id, 'page changed:<1d'), await search(first.id, 'page changed:>1d')];
    const { results } = await search(second.id, 'page');
    const changed = results.filter(({ changes }) => changes?.changed === 1);

    expect([all.total > 10, before.total]).toEqual([true, 0]);
    expect(changed.map(({ url }) => new URL(url).pathname).sort()).toEqual(['/', '/p4', '/p5']);
    expect(changed[0]?.changes?.visits).toBe(2);
  });

  it('has changed where its main text has; counters in its frame count by bytes alone', async () => {
    pages.isCounting = true;
    const changes = async (changesBy: 'text' | 'bytes') => {
      const other = new CollectionCrawl({ seeds: [`${site.origin(0)}/`], revisit: { policy: 'adaptive', changesBy } });
      const ticks = [await other.tick(0), await other.tick(8), await other.tick(0.001)];
      for (const row of ticks) await expectProven(other.surf, row.id);
      const known = await other.pages(ticks[2] as Execution);
      await other.close();
      return known.map(({ changed }) => changed).filter((changed) => changed > 0).length;
    };

    expect(await changes('text')).toBe(0);
    expect(await changes('bytes')).toBeGreaterThan(20);
  });

  it('has changed where its record has, with the selection that it had before', async () => {
    const links = { fields: { links: { selector: 'a', all: true } } };
    const revisit = { policy: 'adaptive', changesBy: 'selection' };
    const of = async (row: Execution, path: string) =>
      (await collection.pages(row)).find(({ url }) => new URL(url).pathname === path);
    await collection.tick(0, { revisit, selection: links });
    pages.isLater = true;
    const second = await collection.tick(8, { revisit, selection: links });
    const body = { fields: { text: { selector: 'body' } } };
    const third = await collection.tick(8.1, { revisit, selection: body }, { full: true });
    const fourth = await collection.tick(8.2, { revisit, selection: body });

    for (const row of [second, third, fourth]) await proven(row);
    expect((await of(second, '/p4'))?.found).toMatch(/^record [0-9a-f]{8}\.[0-9a-f]{32}$/);
    // Its bytes are others, its links are not; records of two selections tell nothing.
    expect(await of(third, '/p4')).toMatchObject({ asked: 2, changed: 0 });
    expect(await of(third, '/p5')).toMatchObject({ asked: 2, changed: 1 });
    expect(await of(fourth, '/p4')).toMatchObject({ asked: 3, changed: 0 });
    expect((await of(fourth, '/p4'))?.found).not.toBe((await of(third, '/p4'))?.found);
  });

  it('is compared by what it knows: what a tick kept is as it was, and what it requested tells the rest', async () => {
    const first = await collection.tick(0);
    pages.isLater = true;
    const second = await collection.tick(8);
    const third = await collection.tick(0.001);
    const changes = async (before: Execution, after: Execution) => {
      const { stdout } = await surfHere(['diff', before.id, after.id, '--data', collection.surf.data, '--json']);
      const [summary, ...lines] = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      return { summary, lines: lines.map(({ kind, url }) => `${kind} ${new URL(url).pathname}`).sort() };
    };

    expect(third.counts).toMatchObject({ kept: third.counts.discovered });
    const far = await changes(first, third);
    expect(far.lines).toEqual(['added /p24', 'changed /', 'changed /p4', 'changed /p5', 'removed /p6', 'removed /p7']);
    expect(far.summary).toMatchObject({ complete: false, counts: { unchanged: 19 } });
    expect((await changes(second, third)).lines).toEqual([]);
  });

  it('names the fields and the title that changed since a tick that kept the page, and reads it there', async () => {
    const change = { selection: { fields: { text: { selector: 'body' } } } };
    await collection.tick(0, change);
    await collection.tick(0, change);
    const kept = await collection.tick(0, change); // the second that fetched nothing
    pages.isLater = true;
    const last = await collection.tick(0, change, { full: true });
    const command = ['diff', kept.id, last.id, '--json'];
    const { stdout } = await surfHere([...command, '--data', collection.surf.data]);
    const [, ...changes] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const server = new SurfProcess(['serve', '--port', '0', '--json', '--data', collection.surf.data]);
    const { address } = JSON.parse(await server.prints()) as { address: string };
    const byServer = await surfHere([...command, '--api', new URL(address).origin]).finally(() => server.kill());
    const { key } = (await collection.pages(kept)).find(({ url }) => url.endsWith('/p4')) ?? {};
    const ports = { ...collection.surf, decodeBody };
    const [then, now] = await Promise.all(
      [kept, last].map(async ({ id }) => readArchived(ports, await findArchived(ports, id, UrlKey.parse(key)))),
    );

    expect(kept.counts.kept).toBe(kept.counts.discovered);
    const removed = changes.filter(({ kind }) => kind === 'removed');
    const titles = removed.map(({ url, title }) => `${new URL(url).pathname} ${title}`).sort();
    expect(titles).toEqual(['/p6 page 6, first', '/p7 page 7, first']);
    const changed = changes.filter(({ kind }) => kind === 'changed');
    expect(changed.map(({ url, fields }) => [new URL(url).pathname, fields])).toEqual([
      ['/', ['text']],
      ['/p4', ['text']],
      ['/p5', ['text']],
    ]);
    expect(byServer.stdout).toBe(stdout);
    expect(then?.body).not.toEqual(now?.body);
  });

  it('asks for no more known pages than its budget allows, those first that have been due longest', async () => {
    const change = { revisit: { policy: 'uniform', requestsPerDay: 0.1 } };
    const first = await collection.tick(0, change);
    asked();
    const second = await collection.tick(59, change);
    const seen = asked();

    await proven(second);
    const known = (await collection.pages(second)).sort((a, b) => a.dueAt - b.dueAt);
    expect(seen).toEqual(
      known
        .slice(0, 6)
        .map(({ url }) => new URL(url).pathname)
        .sort(),
    );
    expect(second.counts.kept).toBe(first.counts.discovered - 6);
  });

  it('requests what its limit left pending, tick after tick, although nothing is due', async () => {
    const whole = await collection.tick(0);
    const all = asked();
    await collection.close();
    collection = new CollectionCrawl({
      seeds: [`${site.origin(0)}/`],
      revisit: { policy: 'adaptive' },
      limits: { pages: 5 },
    });
    const rows: Execution[] = [];
    const seen: string[] = [];
    do {
      rows.push(await collection.tick(rows.length / 1_000));
      seen.push(...asked());
    } while (rows.at(-1)?.status === 'limited' && rows.length < 10);

    const [first, second] = rows as [Execution, Execution];
    for (const row of rows) await proven(row);
    expect(seen.sort()).toEqual(all); // each once
    expect(first.counts.pending).toBeGreaterThan(0);
    expect((await collection.frontier(second)).collection).toMatchObject({ due: 0, pending: first.counts.pending });
    expect(second.counts).toMatchObject({ kept: first.counts.discovered - first.counts.pending });
    expect(rows.at(-1)).toMatchObject({ status: 'succeeded', counts: { pending: 0 } });
    expect(rows.at(-1)?.counts.discovered).toBe(whole.counts.discovered);
  });

  it('keeps known pages that the limit of a full tick left pending, and requests the others', async () => {
    const limited = { limits: { pages: 5 } };
    await collection.tick(0, limited);
    await collection.tick(1 / 1_000, limited);
    const full = await collection.tick(2 / 1_000, limited, { full: true });
    const next = await collection.tick(3 / 1_000, limited);

    await proven(full);
    await proven(next);
    const known = (await collection.pages(full)).length;
    const pending = full.counts.pending - (known - 5);
    expect((await collection.frontier(full)).collection).toMatchObject({ due: known });
    expect((await collection.frontier(next)).collection).toMatchObject({ due: 0, pages: known, pending });
    expect(pending).toBeGreaterThan(0);
    expect(next.counts).toMatchObject({ kept: known });
  });

  it('leaves pending what a new version no longer crawls', async () => {
    const first = await collection.tick(0, { limits: { pages: 2 } });
    const out = { scope: { exclude: ['*'] } };
    const second = await collection.tick(1 / 1_000, out);

    await proven(second);
    expect(first.counts.pending).toBeGreaterThan(0);
    expect((await collection.frontier(second)).collection).toMatchObject({ pending: 0 });
  });

  it('asks earlier for a page that a sitemap says has changed, when its dates have been right before', async () => {
    const change = { sitemaps: [`${site.origin(0)}/sitemap.xml`], revisit: { policy: 'uniform' } };
    const rows = [await collection.tick(0, change), await collection.tick(HALF_A_WEEK, change)];
    asked();
    const [last] = (await collection.pages(rows[1] as Execution)).sort((a, b) => b.dueAt - a.dueAt);
    const { pathname } = new URL(last?.url ?? '');
    pages.dates.set(pathname, new Date(Date.now() + 3_600_000).toISOString());
    rows.push(await collection.tick(HALF_A_WEEK, change));
    const untilSaid = asked();
    rows.push(await collection.tick(HALF_A_WEEK, change));

    for (const row of rows) await proven(row);
    expect(untilSaid).not.toContain(pathname);
    expect(asked()).toContain(pathname);
    const [heard] = (await collection.pages(rows[3] as Execution)).filter(({ key }) => key === last?.key);
    expect(heard).toMatchObject({ plannedAt: last?.dueAt });
  });

  it('asks for a seed when its period is over, and follows due pages as far as its depth (G3)', async () => {
    const seeds = [{ url: `${site.origin(0)}/`, depth: 1, period: '12h' }];
    const first = await collection.tick(0, { seeds });
    asked();
    const second = await collection.tick(0.6, { seeds });
    const seen = asked();
    const third = await collection.tick(20, { seeds });
    const fourth = await collection.tick(0.01, { seeds: [{ ...seeds[0], depth: 2 }] });

    for (const row of [first, second, third, fourth]) await proven(row);
    const known = await collection.pages(third);
    const left = known.map(({ level, depthLeft }) => `${level}:${depthLeft}`);
    const [seed] = (await collection.pages(second)).filter(({ level }) => level === 0);
    expect(seen).toContain('/');
    expect((seed?.dueAt ?? 0) - (seed?.askedAt ?? 0)).toBe(43_200_000);
    expect([...new Set(left)].sort()).toEqual(['0:1', '1:0']);
    expect((await collection.frontier(fourth)).collection).toBeUndefined();
  });

  it('requests every page once in a full tick, beyond its budget, and then continues as before', async () => {
    const change = { revisit: { policy: 'uniform', requestsPerDay: 0.1 } };
    const first = await collection.tick(0, change);
    const all = asked();
    const second = await collection.tick(0.01, change, { full: true });
    const seen = asked();
    const third = await collection.tick(0.02, change);

    for (const row of [second, third]) await proven(row);
    expect(seen).toEqual(all);
    expect(second.counts.kept).toBeUndefined();
    expect((await collection.frontier(second)).collection?.due).toBe(first.counts.discovered);
    expect(third.counts.kept).toBe(first.counts.discovered);
  });

  it('forgets what a new version no longer crawls, and requests its new seeds', async () => {
    await collection.tick(0);
    asked();
    pages.isLater = true;
    const seeds = [`${site.origin(0)}/`, `${site.origin(0)}/p24`];
    const second = await collection.tick(0.01, { seeds, scope: { exclude: ['/p1*'] } });

    await proven(second);
    const paths = (await collection.pages(second)).map(({ url }) => new URL(url).pathname);
    expect(paths.filter((path) => path.startsWith('/p1'))).toEqual([]);
    expect(paths).toContain('/p2');
    expect(asked()).toEqual(['/p24']);
    expect(second.counts).toMatchObject({ discovered: paths.length + 1, kept: paths.length, stored: 1 });
  });
});
