import { describe, expect, it } from 'vitest';
import { CHUNK_SUFFIX } from '#core/archive/object-keys.ts';
import { gunzip } from '#core/bytes/gzip.ts';
import { encodeGzipLines } from '#core/bytes/json-lines.ts';
import type { PageLine } from '#core/export/tables/page-line.ts';
import { exportPages } from '#engine/export/supply/page-lines.ts';
import { listTasks } from '#engine/list-tasks/list-tasks.ts';
import type { TaskFilter, TaskView } from '#engine/list-tasks/task-view.ts';
import type { PageRecord } from '#engine/page-chunks/page-record.ts';
import { pageRecords } from '#engine/page-chunks/page-records.ts';
import { pageTasks } from '#engine/pages/page-tasks.ts';
import { History } from '#test/verify/history.ts';
import type { ScriptedPage } from '#test/verify/scripted-worker.ts';

const ORIGIN = 'https://site.example';
const PAGES = 40;
const DEADLY = 30;

/** A seed that links forty pages; some fail, some redirect, one is deferred. */
function page(url: string): ScriptedPage | undefined {
  if (url === `${ORIGIN}/`) return { links: Array.from({ length: PAGES }, (_, n) => `${ORIGIN}/${n}`) };
  const n = Number(/\/(\d+)$/.exec(url)?.[1] ?? Number.NaN);
  if (Number.isNaN(n) || n >= PAGES) return undefined;
  if (n % 13 === 12) return { fail: 'timeout' };
  if (n % 11 === 10) return { redirect: `${ORIGIN}/target` };
  if (n === 7) return { deferred: 1 };
  return n % 9 === 5 ? { body: 'the same everywhere' } : {};
}

/** A worker dies of page 30, with 30 pages in durable chunks. */
const deadly = (url: string): ScriptedPage | undefined => (url === `${ORIGIN}/${DEADLY}` ? { kills: true } : page(url));

/** Its second wave is crawled, and not settled. */
async function withRunningWave(web: typeof page, workflow: Record<string, unknown> = {}): Promise<History> {
  const crawl = new History(web);
  await crawl.start({ seeds: [`${ORIGIN}/`], scope: { mode: 'host' }, parallelism: 1, ...workflow });
  const step = await crawl.go(1);
  if (step.type !== 'crawl') throw new Error(step.type);
  await crawl.work(step.plan);
  return crawl;
}

/** Settles the wave and crawls the next one, if there is one. */
async function crawlOn(crawl: History): Promise<void> {
  const step = await crawl.settle();
  if (step.type === 'crawl') await crawl.work(step.plan);
}

interface Walked {
  readonly items: TaskView[];
  readonly pages: number;
}

/** @param between called before each page but the first */
async function walked(
  crawl: History,
  { limit, filter = {}, between }: { limit: number; filter?: TaskFilter; between?: (page: number) => Promise<unknown> },
): Promise<Walked> {
  const items: TaskView[] = [];
  let pages = 0;
  for (let next: string | null = ''; next !== null; pages += 1) {
    if (pages > 0) await between?.(pages);
    const found: { items: TaskView[]; next: string | null } = await pageTasks(crawl, crawl.id, {
      limit,
      filter,
      ...(next !== '' && { next }),
    });
    items.push(...found.items);
    next = found.next;
  }
  return { items, pages };
}

async function listed(crawl: History, filter: TaskFilter = {}): Promise<TaskView[]> {
  const items: TaskView[] = [];
  for await (const item of listTasks(crawl, crawl.id, filter)) items.push(item);
  return items;
}

const texts = (tasks: readonly TaskView[]): string[] => tasks.map((task) => JSON.stringify(task)).sort();
const urls = (tasks: readonly TaskView[]): string[] => tasks.map(({ url }) => url).sort();
const pathsOf = (tasks: readonly TaskView[]): string[] => urls(tasks).map((url) => url.slice(ORIGIN.length));

describe('the tasks of a wave that runs', () => {
  it('have the outcome that their chunk says, and are marked as provisional until the wave is settled', async () => {
    const crawl = await withRunningWave(page);

    const before = await listed(crawl);
    await crawl.settle();
    const after = await listed(crawl);

    const outcomes = (tasks: readonly TaskView[], outcome: TaskView['outcome']) =>
      tasks.filter((task) => task.outcome === outcome && task.provisional).length;
    expect(outcomes(before, 'stored')).toBe(33);
    expect([outcomes(before, 'failed'), outcomes(before, 'redirected')]).toEqual([3, 3]);
    expect(before.find(({ url }) => url.endsWith('/7'))).toMatchObject({ outcome: null, provisional: false });
    expect(before.find(({ url }) => url.endsWith('/1'))).toMatchObject({
      state: 'succeeded',
      status: 200,
      title: `Title of ${ORIGIN}/1`,
      level: 1,
      via: `${ORIGIN}/`,
    });
    expect(after.filter(({ provisional }) => provisional)).toEqual([]);
    expect(after.filter(({ outcome }) => outcome === 'duplicate').length).toBeGreaterThan(1);
  });

  it.each([1, 3, 7, 1_000])('come %i at a time each once, as the whole list has them', async (limit) => {
    for (const web of [page, deadly]) {
      for (const parallelism of [1, 3]) {
        const crawl = await withRunningWave(web, { parallelism });

        const { items } = await walked(crawl, { limit });

        expect(texts(items)).toEqual(texts(await listed(crawl)));
        expect(items.filter(({ provisional }) => provisional).length).toBeGreaterThan(10);
      }
    }
  });

  it('of which a worker died are done or pending, each once', async () => {
    const crawl = await withRunningWave(deadly);

    const { items } = await walked(crawl, { limit: 4 });

    const pending = items.filter(({ outcome }) => outcome === null);
    expect(pathsOf(pending)).toContain(`/${DEADLY}`);
    expect(pending.length).toBe(PAGES - DEADLY + 1); // and the one that was deferred
    expect(new Set(urls(items)).size).toBe(items.length);
  });

  it.each(['succeeded', 'failed', 'timedOut', 'scheduled', 'active', 'skipped'] as const)(
    'are filtered by their provisional state: %s',
    async (state) => {
      const crawl = await withRunningWave(deadly);

      const { items } = await walked(crawl, { limit: 5, filter: { state } });

      expect(texts(items)).toEqual(texts(await listed(crawl, { state })));
    },
  );

  it('of a chunk that does not say what it settles are shown when the wave is settled, and meanwhile as pending', async () => {
    const crawl = await withRunningWave(page);
    for await (const { key } of crawl.archive.list(`executions/${crawl.id}/chunks/000002/`)) {
      if (!key.endsWith(CHUNK_SUFFIX.lines)) continue;
      const lines = Buffer.from(gunzip(await crawl.archive.get(key), 1e9))
        .toString()
        .trimEnd()
        .split('\n');
      const values = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
      await crawl.archive.delete([key]);
      await crawl.archive.put(key, [encodeGzipLines(values.map(({ done, ...line }) => line))]);
    }

    const { items } = await walked(crawl, { limit: 6 });

    expect(items.filter(({ outcome }) => outcome === null)).toHaveLength(PAGES);
    expect(new Set(urls(items)).size).toBe(items.length);
  });
});

describe('a walk through the tasks while waves are settled', () => {
  it.each([1, 2, 5, 9])('leaves no URL out, wherever it is then (settled before page %i)', async (at) => {
    for (const limit of [3, 10]) {
      const crawl = await withRunningWave(page);
      const known = urls(await listed(crawl));

      const { items } = await walked(crawl, { limit, between: async (n) => (n === at ? await crawl.settle() : null) });

      const seen = new Set(urls(items));
      expect(known.filter((url) => !seen.has(url))).toEqual([]);
    }
  });

  it('gives a URL again only when its wave was settled meanwhile, and then settled', async () => {
    const crawl = await withRunningWave(page);
    let settled = false;

    const { items } = await walked(crawl, {
      limit: 8,
      between: async (n) => {
        if (n === 3) await crawl.settle().then(() => (settled = true));
      },
    });

    const last = new Map(items.map((task) => [task.url, task]));
    const again = items.filter((task) => last.get(task.url) !== task);
    expect(settled).toBe(true);
    expect(again.length).toBeGreaterThan(0);
    expect(again.filter(({ provisional }) => !provisional)).toEqual([]);
    expect([...last.values()].filter(({ provisional }) => provisional)).toEqual([]);
  });

  it('ends although the crawl continues between its pages, and has every URL that was known when it began', async () => {
    const crawl = await withRunningWave(page);
    const known = urls(await listed(crawl));

    const { items, pages } = await walked(crawl, { limit: 4, between: () => crawlOn(crawl) });

    const seen = new Set(urls(items));
    expect(known.filter((url) => !seen.has(url))).toEqual([]);
    expect(pages).toBeLessThan(60);
  });
});

const RECORDS = { selection: { rules: [{ fields: { title: 'title' } }] } };

describe('the pages of a wave that runs', () => {
  async function records(crawl: History, limit: number, between?: (page: number) => Promise<unknown>) {
    const items: PageRecord[] = [];
    for (let next: string | null = '', n = 0; next !== null; n += 1) {
      if (n > 0) await between?.(n);
      const found: { items: PageRecord[]; next: string | null } = await pageRecords(crawl, crawl.id, {
        limit,
        ...(next !== '' && { next }),
      });
      expect(found.items.length).toBeLessThanOrEqual(limit);
      items.push(...found.items);
      next = found.next;
    }
    return items;
  }
  const settledAs = ({ provisional: _, ...page }: PageRecord): string => JSON.stringify(page);

  it.each([1, 4, 1_000])(
    'come %i at a time last, each once, marked as provisional, as they are settled later',
    async (limit) => {
      const crawl = await withRunningWave(page, { parallelism: 2 });

      const running = await records(crawl, limit);
      await crawl.settle();
      const settled = await records(crawl, limit);

      expect(running.map(({ provisional }) => provisional)).toEqual([false, ...Array.from({ length: 33 }, () => true)]);
      expect(new Set(running.map(({ key }) => key)).size).toBe(running.length);
      expect(settled.every(({ provisional }) => !provisional)).toBe(true);
      const known = new Set(running.map(settledAs));
      expect(settled.length).toBeLessThan(running.length); // some were copies
      expect(settled.map(settledAs).filter((text) => !known.has(text))).toEqual([]);
    },
  );

  it('have their records', async () => {
    const crawl = await withRunningWave(page, RECORDS);

    const found = await records(crawl, 10);

    expect(found.at(-1)).toMatchObject({
      provisional: true,
      record: { title: `Title of ${ORIGIN}/39` },
      recordErrors: [],
    });
  });

  it.each([1, 3, 6])(
    'come again settled, and none is left out, when the wave is settled before page %i',
    async (at) => {
      const crawl = await withRunningWave(page);

      const walk = await records(crawl, 5, async (n) => (n === at ? await crawl.settle() : null));
      const settled = await records(crawl, 1_000);

      const last = new Map(walk.map((record) => [record.key, record]));
      expect(settled.filter(({ key }) => last.get(key)?.provisional !== false)).toEqual([]);
      const again = walk.filter((record) => last.get(record.key) !== record);
      expect(again.every(({ provisional }) => provisional)).toBe(true);
    },
  );

  it('are in the JSON lines of `surf records`, and not in an export', async () => {
    const crawl = await withRunningWave(page);

    const lines: PageLine[] = [];
    for await (const line of exportPages(crawl, crawl.id, { running: true })) lines.push(line);
    const exported: PageLine[] = [];
    for await (const line of exportPages(crawl, crawl.id)) exported.push(line);

    expect(exported.map(({ url }) => url)).toEqual([`${ORIGIN}/`]);
    expect(lines.filter(({ provisional }) => provisional === true)).toHaveLength(33);
    expect(lines).toHaveLength(34);
  });
});
