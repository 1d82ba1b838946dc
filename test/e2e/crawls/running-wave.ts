import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Execution } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { type ExplainPorts, explain } from '#engine/explain/explain.ts';
import type { TaskView } from '#engine/list-tasks/task-view.ts';
import type { PageRecord } from '#engine/page-chunks/page-record.ts';
import { pageRecords } from '#engine/page-chunks/page-records.ts';
import { pageTasks } from '#engine/pages/page-tasks.ts';
import { type Site, startSite } from '#test/site/site.ts';

/**
 * Links of the seed: one wave, of which pages from `HELD` on are not answered until they are let
 * go.
 */
export const PAGES = 160;
export const HELD = 130;
/** Longer than any look takes, on a busy machine too. */
const HELD_MS = 240_000;
/** A chunk is durable at a hundred outcomes. */
const DURABLE = 100;

/** A site in the middle of whose one wave the crawl waits. */
export class HeldSite {
  readonly site: Site;
  readonly #release: () => void;

  private constructor(site: Site, release: () => void) {
    this.site = site;
    this.#release = release;
  }

  static async start(): Promise<HeldSite> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const links = Array.from({ length: PAGES }, (_, n) => `<a href="/${n}">${n}</a>`).join('');
    const handler: NonNullable<Parameters<typeof startSite>[0]>['handler'] = async ({ url, response, context }) => {
      if (url.pathname === '/robots.txt') return void response.writeHead(404).end();
      const n = Number(url.pathname.slice(1) || -1);
      if (n >= HELD)
        await Promise.race([promise, sleep(HELD_MS, undefined, { signal: context.signal })]).catch(() => {});
      response.writeHead(200, { 'Content-Type': 'text/html' });
      response.end(`<title>Page ${n}</title><h1>Heading ${n}</h1>${n === -1 ? links : `text of ${n}`}`);
    };
    return new HeldSite(await startSite({ handler }), resolve);
  }

  get seed(): string {
    return `${this.site.origin(0)}/`;
  }

  /** One worker, that waits as long as the site holds its answers. */
  get workflow() {
    return { seeds: [this.seed], parallelism: 1, fetch: { timeoutSeconds: 300 } };
  }

  /** Until the crawl waits for an answer, in its one wave of pages. */
  async waits(): Promise<void> {
    while (!this.site.log.some(({ path }) => path === `/${HELD}`)) await sleep(20);
  }

  letGo(): void {
    this.#release();
  }
}

/**
 * Looks at a crawl of a held site while its wave runs, and when it has ended: what every place of
 * the ports shows.
 */
export async function expectShownWhileRunning(
  ports: ExplainPorts,
  { id, held, run }: { id: ExecutionId; held: HeldSite; run: Promise<Execution> },
): Promise<void> {
  await held.waits();
  await expect
    .poll(async () => (await tasksOf(ports, id)).filter(({ provisional }) => provisional).length)
    .toBe(DURABLE);
  const running = await tasksOf(ports, id);
  const records = await recordsOf(ports, id);
  const explained = await explain(ports, id, `${held.seed}5`);
  held.letGo();
  const row = await run;
  const settled = await tasksOf(ports, id);

  expect(running).toHaveLength(1 + PAGES);
  expect(running.filter(({ outcome }) => outcome === null)).toHaveLength(PAGES - DURABLE);
  expect(records.map(({ provisional }) => provisional)).toEqual([
    false,
    ...Array.from({ length: DURABLE }, () => true),
  ]);
  expect(records.map(({ facts }) => facts?.h1)).toContain('Heading 5');
  expect(explained).toMatchObject({ state: 'succeeded', outcome: { title: 'Page 5' }, pending: { where: 'plan' } });
  expect(row.counts.stored).toBe(1 + PAGES);
  expect(settled.filter(({ provisional }) => provisional)).toEqual([]);
  expect(settled.map(({ url }) => url).sort()).toEqual(running.map(({ url }) => url).sort());
}

async function tasksOf(ports: ExplainPorts, id: ExecutionId): Promise<TaskView[]> {
  const items: TaskView[] = [];
  for (let next: string | null = ''; next !== null; ) {
    const page: { items: TaskView[]; next: string | null } = await pageTasks(ports, id, {
      limit: 70,
      ...(next !== '' && { next }),
    });
    items.push(...page.items);
    next = page.next;
  }
  return items;
}

async function recordsOf(ports: ExplainPorts, id: ExecutionId): Promise<PageRecord[]> {
  const items: PageRecord[] = [];
  for (let next: string | null = ''; next !== null; ) {
    const page: { items: PageRecord[]; next: string | null } = await pageRecords(ports, id, {
      limit: 30,
      ...(next !== '' && { next }),
    });
    items.push(...page.items);
    next = page.next;
  }
  return items;
}
