import { describe, expect, it } from 'vitest';
import type { Catalog } from '#core/execution/catalog.ts';
import type { Execution } from '#core/execution/execution.ts';
import { listTasks } from '#engine/list-tasks/list-tasks.ts';
import type { TaskView } from '#engine/list-tasks/task-view.ts';
import { type PageTasksPorts, pageTasks } from '#engine/pages/page-tasks.ts';
import { waveOf } from '#test/contract/samples.ts';
import { MemoryTaskIndex } from '#test/fakes/memory/memory-task-index.ts';
import { History } from '#test/verify/history.ts';
import type { ScriptedPage } from '#test/verify/scripted-worker.ts';

const ORIGIN = 'https://site.example';

/**
 * Pages with links, nofollow links that are decided again, redirects, copies, failures and
 * strangers.
 */
function page(url: string): ScriptedPage | undefined {
  const n = Number(/\/(\d+)$/.exec(url)?.[1] ?? Number.NaN);
  if (Number.isNaN(n) || n > 60) return undefined;
  if (n % 13 === 12) return { fail: 'timeout' };
  if (n % 11 === 10) return { redirect: `${ORIGIN}/${(n * 3) % 70}` };
  const links = [2 * n + 1, 2 * n + 2, n + 7].map((m) => `${m % 5 === 3 && n % 2 === 0 ? '!' : ''}${ORIGIN}/${m}`);
  return { links: [...links, `https://other.example/${n}`, `!${ORIGIN}/${(n * 7) % 61}`] };
}

async function history(workflow: Record<string, unknown> = {}): Promise<History> {
  const made = new History(page);
  await made.start({ seeds: [`${ORIGIN}/1`, 'https://other.example/'], scope: { mode: 'host' }, ...workflow });
  return made;
}

async function paged(ports: PageTasksPorts, id: Execution['id'], limit: number, filter = {}): Promise<TaskView[]> {
  const items: TaskView[] = [];
  for (let next: string | undefined; ; ) {
    const found = await pageTasks(ports, id, { limit, filter, ...(next !== undefined && { next }) });
    expect(found.items.length).toBeLessThanOrEqual(limit);
    items.push(...found.items);
    if (found.next === null) return items;
    next = found.next;
  }
}

async function listed(crawl: History, filter = {}): Promise<TaskView[]> {
  const items: TaskView[] = [];
  for await (const item of listTasks(crawl, crawl.id, filter)) items.push(item);
  return items;
}

const texts = (tasks: readonly TaskView[]): string[] => tasks.map((task) => JSON.stringify(task)).sort();

describe('a page of tasks', () => {
  it.each([1, 3, 50, 1_000])('%i at a time are all tasks, each once', async (limit) => {
    const crawl = await history();
    await crawl.go();

    const tasks = await paged(crawl, crawl.id, limit);

    expect(tasks.length).toBeGreaterThan(100);
    expect(texts(tasks)).toEqual(texts(await listed(crawl)));
  });

  it('those that a limit left are among them, after every wave', async () => {
    const crawl = await history({ limits: { pages: 20, depth: 4 } });
    let states = new Set<string>();

    for (;;) {
      const step = await crawl.go(0);
      const tasks = await paged(crawl, crawl.id, 7);
      expect(texts(tasks)).toEqual(texts(await listed(crawl)));
      states = new Set([...states, ...tasks.map(({ state }) => state)]);
      if (step.type === 'end') break;
      await crawl.go(1);
    }

    expect([...states].sort()).toEqual(['failed', 'interrupted', 'scheduled', 'skipped', 'succeeded']);
  });

  it('is filtered', async () => {
    const crawl = await history();
    await crawl.go();

    for (const filter of [{ state: 'failed' }, { reason: 'nofollow' }, { level: 2 }, { host: 'OTHER.example' }]) {
      const tasks = await paged(crawl, crawl.id, 2, filter);
      expect(tasks.length).toBeGreaterThan(0);
      expect(texts(tasks)).toEqual(texts(await listed(crawl, filter)));
    }
  });

  it('is complete where the last waves are committed and not projected', async () => {
    const crawl = await history();
    await crawl.go();
    const row = await crawl.row();
    const tasks = new MemoryTaskIndex();
    for (const { manifest } of (await crawl.manifests()).slice(0, 2)) {
      const rows = manifest.settled === null ? [] : await crawl.lines(manifest.settled.object);
      await tasks.write(crawl.id, waveOf(rows as never));
    }
    const catalog: Catalog = Object.assign(Object.create(crawl.catalog) as Catalog, {
      execution: async () => ({ ...row, projected: 2 }),
    });

    const found = await paged({ archive: crawl.archive, units: crawl.units, tasks, catalog }, crawl.id, 9);

    expect(texts(found)).toEqual(texts(await listed(crawl)));
  });

  it.each(['', 'x', Buffer.from('{"phase":"settled"}').toString('base64url')])(
    'refuses the cursor %j',
    async (next) => {
      const crawl = await history();

      await expect(pageTasks(crawl, crawl.id, { limit: 1, next })).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
    },
  );
});
