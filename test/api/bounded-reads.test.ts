import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TaskIndex } from '#core/execution/task-index.ts';
import type { UnitBook } from '#core/execution/unit-book.ts';
import { type Answer, type ApiBench, openApiBench } from '#test/api/api-bench.ts';
import { LargeCrawl, lower, refused, SEED, upper } from '#test/explain/large-crawl.ts';

const TASKS = 100_000;
const MOST_READS = 50;
const MOST_BYTES = 16 * 1024 * 1024;

/** Counts calls of the task index and the unit book; the archive counts for itself. */
function counted(crawl: LargeCrawl) {
  const { tasks, units, ...others } = crawl.ports;
  let calls = 0;
  const count = <Args extends unknown[], T>(call: (...args: Args) => T) => {
    return (...args: Args): T => {
      calls += 1;
      return call(...args);
    };
  };
  const index: TaskIndex = {
    write: (execution, rows) => tasks.write(execution, rows),
    get: count((execution, keys) => tasks.get(execution, keys)),
    list: count((execution, limit, next) => tasks.list(execution, limit, next)),
    clear: (execution) => tasks.clear(execution),
  };
  const book: UnitBook = Object.assign(Object.create(units), {
    rows: count((...asked: Parameters<UnitBook['rows']>) => units.rows(...asked)),
  });
  const take = (): { reads: number; bytes: number } => {
    const { requests, bytes } = crawl.ports.archive.take();
    const reads = calls + requests + crawl.ports.archive.lists;
    calls = 0;
    crawl.ports.archive.lists = 0;
    return { reads, bytes };
  };
  return { ports: { ...others, tasks: index, units: book }, take };
}

let api: ApiBench;
let crawl: LargeCrawl;
let take: ReturnType<typeof counted>['take'];
beforeAll(async () => {
  crawl = new LargeCrawl(TASKS);
  await crawl.start({ limits: { pages: TASKS * 0.6, pagesPerHost: null }, output: { links: 'targets' } });
  await crawl.go();
  const made = counted(crawl);
  take = made.take;
  api = openApiBench(made.ports);
}, 180_000);
afterAll(() => api.close());

interface Asked {
  readonly answer: Answer;
  readonly reads: number;
  readonly bytes: number;
}
async function ask(path: string): Promise<Asked> {
  take();
  const answer = await api.send('GET', `/v1/executions/${crawl.id}${path}`);
  return { answer, ...take() };
}

/** Goes through a list for at most so many pages. @returns the dearest of them, and how many items came */
async function walk(
  path: string,
  pages: number,
): Promise<{ reads: number; bytes: number; items: number; ended: boolean }> {
  const most = { reads: 0, bytes: 0, items: 0, ended: false };
  for (let next: unknown = null, page = 0; page < pages; page++) {
    const cursor = next === null ? '' : `&next=${String(next)}`;
    const { answer, reads, bytes } = await ask(`${path}${cursor}`);
    expect([path, answer.status]).toEqual([path, 200]);
    most.items += (answer.body.items as unknown[]).length;
    most.reads = Math.max(most.reads, reads);
    most.bytes = Math.max(most.bytes, bytes);
    next = answer.body.next;
    most.ended = next === null;
    if (most.ended) break;
  }
  return most;
}

describe('the cost of an answer does not grow with the crawl: 100,000 tasks', () => {
  it.each([
    ['/tasks?limit=1000', 200],
    ['/tasks?limit=1', 20],
    ['/tasks?limit=100&state=skipped', 60],
    ['/tasks?limit=100&host=h7.example', 60],
    ['/tasks?limit=100&reason=no-such', 60],
    ['/records?limit=1000', 200],
    ['/records?limit=7', 60],
    ['/links?limit=1000', 60],
    ['/downloads?limit=1000', 60],
    ['/events?limit=3', 20],
  ] as const)('%s: at most 50 reads a page', { timeout: 120_000 }, async (path, pages) => {
    const { reads, bytes } = await walk(path, pages);

    expect(reads).toBeLessThanOrEqual(MOST_READS);
    expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
  });

  it('a walk through all pages finds each record once, as many as the counts say', { timeout: 120_000 }, async () => {
    const seen = new Set<string>();
    let items = 0;
    for (let next: unknown = ''; next !== null; ) {
      const { answer } = await ask(`/records?limit=1000${next === '' ? '' : `&next=${String(next)}`}`);
      const page = answer.body.items as { key: string }[];
      for (const { key } of page) seen.add(key);
      items += page.length;
      next = answer.body.next;
    }

    const { counts } = (await ask('')).answer.body as { counts: { stored: number } };
    expect([items, seen.size]).toEqual([counts.stored, counts.stored]);
  });

  it('any place of a list is as near as its beginning', async () => {
    const waves = await crawl.waves();
    for (const path of ['/records', '/downloads', '/links']) {
      for (const wave of [1, Math.floor(waves / 2), waves - 1]) {
        const { answer, reads } = await ask(`${path}?limit=50&next=${wave}.0.0.0`);
        expect([path, wave, answer.status, reads <= MOST_READS]).toEqual([path, wave, 200, true]);
      }
    }
  });

  it('the execution itself takes at most 20 reads, explain 50, an archived page 10', async () => {
    expect((await ask('')).reads).toBeLessThanOrEqual(20);
    for (const url of [SEED, upper(77), lower(70, 3), refused(5), 'http://h1.example/never']) {
      expect((await ask(`/explain?url=${encodeURIComponent(url)}`)).reads).toBeLessThanOrEqual(MOST_READS);
    }
    expect((await ask(`/pages/${'0'.repeat(32)}`)).reads).toBeLessThanOrEqual(10);
  });
});

describe('nor with the number of waves: depth-first has one for every page', () => {
  it('at most 50 reads a page of any list', { timeout: 120_000 }, async () => {
    const deep = new LargeCrawl(800);
    await deep.start({ order: 'depth-first', parallelism: 1, output: { links: 'targets' } });
    await deep.go();
    const made = counted(deep);
    const bench = openApiBench(made.ports);
    const found: [path: string, reads: number, more: boolean][] = [];
    for (const path of ['/tasks', '/records', '/downloads', '/links']) {
      let most = 0;
      let next: unknown = null;
      for (let page = 0; page < 60 && (page === 0 || next !== null); page++) {
        made.take();
        const cursor = next === null ? '' : `&next=${String(next)}`;
        const answer = await bench.send('GET', `/v1/executions/${deep.id}${path}?limit=100${cursor}`);
        expect([path, answer.status]).toEqual([path, 200]);
        most = Math.max(most, made.take().reads);
        next = answer.body.next ?? null;
      }
      found.push([path, most, most <= MOST_READS]);
    }
    await bench.close();

    expect(found.map(([path, , fits]) => [path, fits])).toEqual(found.map(([path]) => [path, true]));
  });
});
