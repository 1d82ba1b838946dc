import { describe, expect, it } from 'vitest';
import type { Catalog } from '#core/execution/catalog.ts';
import type { Counts, Execution } from '#core/execution/execution.ts';
import { NO_COUNTS } from '#core/frontier/ledger.ts';
import { listTasks } from '#engine/list-tasks/list-tasks.ts';
import type { TaskFilter, TaskView } from '#engine/list-tasks/task-view.ts';
import { waveOf } from '#test/contract/samples.ts';
import { MemoryTaskIndex } from '#test/fakes/memory/memory-task-index.ts';
import { History } from '#test/verify/history.ts';
import type { ScriptedPage } from '#test/verify/scripted-worker.ts';

const ORIGIN = 'https://site.example';

/**
 * 60 pages with links, nofollow links, redirects, copies, failures, deferrals and strangers; the
 * same at each call.
 */
function page(url: string): ScriptedPage | undefined {
  const n = Number(/\/(\d+)$/.exec(url)?.[1] ?? Number.NaN);
  if (Number.isNaN(n) || n > 60) return undefined;
  if (n % 13 === 12) return { fail: 'timeout' };
  if (n % 11 === 10) return { redirect: `${ORIGIN}/${(n * 3) % 70}` };
  const links = [2 * n + 1, 2 * n + 2, n + 7].map((m) => `${m % 5 === 3 && n % 2 === 0 ? '!' : ''}${ORIGIN}/${m}`);
  return {
    links: [...links, `https://other.example/${n}`, `!${ORIGIN}/${(n * 7) % 61}`],
    ...(n % 9 === 5 && { body: 'the same everywhere' }),
    ...(n % 17 === 4 && { deferred: 1 }),
  };
}

const history = async (workflow: Record<string, unknown> = {}): Promise<History> => {
  const made = new History(page);
  await made.start({ seeds: [`${ORIGIN}/1`, 'https://other.example/'], scope: { mode: 'host' }, ...workflow });
  return made;
};

async function listed(from: History, filter: TaskFilter = {}): Promise<TaskView[]> {
  return await all(listTasks(from, from.id, filter));
}

/** Counts the listing as the ledger counts. */
function countsOf(tasks: readonly TaskView[]): Counts {
  const counts: Counts = { ...structuredClone(NO_COUNTS), discovered: tasks.length };
  for (const { outcome, reason } of tasks) {
    if (outcome === null) counts.pending += 1;
    else if (outcome === 'skipped' || outcome === 'failed') {
      const reasons = counts[outcome] as Record<string, number>;
      reasons[reason ?? ''] = (reasons[reason ?? ''] ?? 0) + 1;
    } else counts[outcome] += 1;
  }
  return counts;
}

const urlsOf = (tasks: readonly TaskView[]): string[] => tasks.map(({ url }) => url).sort();

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

describe('the tasks of an execution', () => {
  it('are what the ledger counts, each once, after every wave (N3)', async () => {
    const crawl = await history({ limits: { pages: 40 } });
    let waves = 0;

    for (let row: Execution; ; waves++) {
      const step = await crawl.go(0);
      row = await crawl.row();
      const tasks = await listed(crawl);
      expect(countsOf(tasks)).toEqual(row.counts);
      expect(new Set(urlsOf(tasks)).size).toBe(tasks.length);
      if (step.type === 'end') break;
      await crawl.go(1);
    }

    expect(waves).toBeGreaterThan(2);
  });

  it('pending ones are scheduled while it runs and interrupted after its end; those of begun units are active', async () => {
    const crawl = await history({ limits: { pages: 5 } });
    await crawl.go(0);
    const before = await listed(crawl, { state: 'scheduled' });
    const { plan, wave } = await crawl.row();
    await crawl.units.begin({ execution: crawl.id, wave, unit: 0 }, 'token', crawl.clock.now());
    const begun = await listed(crawl, { state: 'active' });
    await crawl.units.clear(crawl.id, wave);
    await crawl.go();
    const after = await listed(crawl);

    expect(plan).not.toBeNull();
    expect(before.map(({ url, level, via }) => ({ url, level, via }))).toEqual([
      { url: 'https://other.example/', level: 0, via: null },
      { url: `${ORIGIN}/1`, level: 0, via: null },
    ]);
    expect(begun).toHaveLength(1);
    expect((await crawl.row()).status).toBe('limited');
    expect(after.some(({ state }) => state === 'scheduled' || state === 'active')).toBe(false);
    expect(after.filter(({ state }) => state === 'interrupted')).toHaveLength((await crawl.row()).counts.pending);
  });

  it('name the page that they were found on', async () => {
    const crawl = await history();
    await crawl.go();

    const tasks = new Map((await listed(crawl)).map((task) => [task.url, task]));

    expect(tasks.get(`${ORIGIN}/1`)?.via).toBeNull();
    expect(tasks.get(`${ORIGIN}/8`)?.via).toBe(`${ORIGIN}/1`);
    expect(tasks.get(`${ORIGIN}/30`)?.via).toBe(`${ORIGIN}/10`);
    expect([...tasks.values()].filter(({ via, level }) => via === null && level > 0)).toEqual([]);
  });

  it('that were refused as nofollow and admitted later are listed once, with their outcome', async () => {
    const links: Record<string, string[]> = {
      '/a': [`!${ORIGIN}/late`, `!${ORIGIN}/never`, `${ORIGIN}/b`],
      '/b': [`${ORIGIN}/late`],
    };
    const crawl = new History((url) => ({ links: links[new URL(url).pathname] ?? [] }));
    await crawl.crawl({ seeds: [`${ORIGIN}/a`] });

    const tasks = await listed(crawl);

    expect(tasks.map(({ url, outcome, reason }) => `${url} ${outcome} ${reason}`).sort()).toEqual([
      `${ORIGIN}/a stored null`,
      `${ORIGIN}/b stored null`,
      `${ORIGIN}/late stored null`,
      `${ORIGIN}/never skipped nofollow`,
    ]);
  });

  it('are complete where the last wave is committed and not projected', async () => {
    const crawl = await history();
    await crawl.go();
    const whole = await listed(crawl);
    const row = await crawl.row();
    const behind = await projectedUntil(crawl, 2);

    const tasks = await all(
      listTasks(
        {
          archive: crawl.archive,
          units: crawl.units,
          tasks: behind,
          catalog: withRow(crawl, { ...row, projected: 2 }),
        },
        crawl.id,
      ),
    );

    expect((await behind.list(crawl.id, 1_000)).rows.length).toBeLessThan(whole.length / 2);
    expect(tasks.map((task) => JSON.stringify(task)).sort()).toEqual(whole.map((task) => JSON.stringify(task)).sort());
  });

  it('that settle while they are listed come once, and none is left out', async () => {
    const crawl = await history();
    await crawl.go(2);
    await crawl.go(0);
    const known = urlsOf(await listed(crawl));
    const listing = listTasks(crawl, crawl.id);
    const first = await listing.next();
    await crawl.go();

    const tasks = [first.value as TaskView, ...(await all(listing))];

    const urls = urlsOf(tasks);
    expect(new Set(urls).size).toBe(urls.length);
    expect(known.filter((url) => !urls.includes(url))).toEqual([]);
  });

  it('are filtered by state, reason, level and host', async () => {
    const crawl = await history();
    await crawl.go();
    const all = await listed(crawl);

    expect(await listed(crawl, { state: 'timedOut' })).toEqual(all.filter(({ reason }) => reason === 'timeout'));
    expect(await listed(crawl, { reason: 'outside-scope' })).toEqual(
      all.filter(({ reason }) => reason === 'outside-scope'),
    );
    expect(await listed(crawl, { level: 1 })).toEqual(all.filter(({ level }) => level === 1));
    expect(urlsOf(await listed(crawl, { host: 'OTHER.example', level: 0 }))).toEqual(['https://other.example/']);
    expect(all.filter(({ reason }) => reason === 'timeout').length).toBeGreaterThan(1);
  });
});

/** A catalog that gives `row`. */
const withRow = (crawl: History, row: Execution): Catalog =>
  Object.assign(Object.create(crawl.catalog) as Catalog, { execution: async () => row });

/** The task index as it was when `waves` waves were projected. */
async function projectedUntil(crawl: History, waves: number): Promise<MemoryTaskIndex> {
  const index = new MemoryTaskIndex();
  for (const { manifest } of (await crawl.manifests()).slice(0, waves)) {
    const rows = manifest.settled === null ? [] : await crawl.lines(manifest.settled.object);
    await index.write(crawl.id, waveOf(rows as never));
  }
  return index;
}
