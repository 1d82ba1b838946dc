import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiPorts } from '#api/http/api-ports.ts';
import { Execution, plannedUnits } from '#core/execution/execution.ts';
import type { TaskPage, TaskRow } from '#core/execution/task-index.ts';
import { ExecutionId } from '#core/model/ids.ts';
import { type Answer, type ApiBench, openApiBench } from '#test/api/api-bench.ts';
import { amount } from '#test/campaign.ts';
import { fillLists } from '#test/contract/filled-lists.ts';
import { waveOf } from '#test/contract/samples.ts';
import { LargeCrawl, lower, refused, SEED, upper } from '#test/explain/large-crawl.ts';

const EXPLAIN_READS = 50;
const MOST_BYTES = 16 * 1024 * 1024;
const MINUTES = 60_000;

/** Of one wave, as a plan can have. */
const UNITS = amount({ gate: 300, campaign: 1_000 });
/** Rows come by a hundred; the row of the execution, its plan and the like come besides. */
const MOST_OF_UNITS = 10 + UNITS / 100;

/** Tables of an adapter that count requests (SQL statements) that read. */
export interface CountedTables {
  readonly ports: Pick<ApiPorts, 'catalog' | 'workflows' | 'accounts' | 'tasks' | 'units'>;
  /** Since it was asked last. */
  reads(): number;
  close(): Promise<void>;
}

export interface BoundedReads {
  readonly open: () => Promise<CountedTables>;
  /** Reads of tables and objects that a page takes at most. */
  readonly most: number;
  /** URLs of the crawls. */
  readonly sizes: readonly number[];
  /** Most pages of each list that are looked at. */
  readonly pages: number;
  /** Length of a page of the lists that have nothing to do with a crawl; at most 1,000. */
  readonly listed: number;
}

interface Asked {
  readonly answer: Answer;
  readonly reads: number;
  readonly bytes: number;
}

/**
 * The API over a crawl that has run in memory, with its rows in real tables. Objects stay in
 * memory: one call is one request of any archive.
 */
class CountedApi {
  readonly crawl: LargeCrawl;
  readonly tables: CountedTables;
  readonly #bench: ApiBench;

  private constructor(crawl: LargeCrawl, tables: CountedTables) {
    this.crawl = crawl;
    this.tables = tables;
    this.#bench = openApiBench({ ...tables.ports, archive: crawl.ports.archive });
  }

  static async open(crawl: LargeCrawl, tables: CountedTables): Promise<CountedApi> {
    const { id, ports } = crawl;
    const row = await ports.catalog.execution(id);
    await tables.ports.catalog.saveWorkflow(await ports.catalog.workflow(row.workflowId, row.workflowVersion));
    await tables.ports.catalog.createExecution(row);
    const events = await ports.catalog.events(id, 1_000);
    const noted = events.slice(0, 40).map(({ seq, ...event }) => ({ ...event, once: String(seq) }));
    await tables.ports.catalog.addEvents(id, noted);
    const rows: TaskRow[] = [];
    for (let next: string | null | undefined; next !== null; ) {
      const page: TaskPage = await ports.tasks.list(id, 1_000, next);
      rows.push(...page.rows);
      next = page.next;
    }
    await tables.ports.tasks.write(id, waveOf(rows));
    return new CountedApi(crawl, tables);
  }

  async ask(path: string): Promise<Asked> {
    const { archive } = this.crawl.ports;
    archive.take();
    archive.lists = 0;
    this.tables.reads();
    const answer = await this.#bench.send('GET', path);
    const { requests, bytes } = archive.take();
    return { answer, reads: requests + archive.lists + this.tables.reads(), bytes };
  }

  of(path: string): Promise<Asked> {
    return this.ask(`/v1/executions/${this.crawl.id}${path}`);
  }

  /**
   * Goes through a list for at most so many pages.
   * @returns the dearest of them, and how many items came
   */
  async walk(path: string, pages: number): Promise<{ reads: number; bytes: number; items: number }> {
    const most = { reads: 0, bytes: 0, items: 0 };
    const base = `${path}${path.includes('?') ? '&' : '?'}`;
    for (let next: unknown = '', page = 0; next !== null && page < pages; page++) {
      const { answer, reads, bytes } = await this.ask(next === '' ? path : `${base}next=${String(next)}`);
      expect([path, answer.status]).toEqual([path, 200]);
      most.items += (answer.body.items as unknown[]).length;
      most.reads = Math.max(most.reads, reads);
      most.bytes = Math.max(most.bytes, bytes);
      next = answer.body.next ?? null;
    }
    return most;
  }

  async close(): Promise<void> {
    await this.#bench.close();
    await this.tables.close();
  }
}

const LISTS = [
  '/tasks?limit=1000',
  '/tasks?limit=1',
  '/tasks?limit=100&state=skipped',
  '/tasks?limit=100&host=h7.example',
  '/tasks?limit=1000&state=failed',
  '/tasks?limit=100&reason=no-such',
  '/records?limit=1000',
  '/records?limit=7',
  '/links?limit=1000',
  '/downloads?limit=1000',
  '/events?limit=3',
];

/**
 * The cost of an answer does not grow with the crawl: what every adapter of the tables promises
 * together with the engine.
 */
export function boundedReads(name: string, { open, most, sizes, pages, listed }: BoundedReads): void {
  describe.each(sizes)(`an API over ${name}, and a crawl of %i URLs`, (size) => {
    let api: CountedApi;
    beforeAll(async () => {
      const crawl = new LargeCrawl(size);
      await crawl.start({ limits: { pages: size * 0.6, pagesPerHost: null }, output: { links: 'targets' } });
      await crawl.go();
      api = await CountedApi.open(crawl, await open());
    }, 10 * MINUTES);
    afterAll(() => api.close());

    it.each(LISTS)(`%s: at most ${most} reads a page`, { timeout: 5 * MINUTES }, async (path) => {
      const { reads, bytes } = await api.walk(`/v1/executions/${api.crawl.id}${path}`, pages);

      expect(reads).toBeLessThanOrEqual(most);
      expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
    });

    it('a walk through all pages finds each record once, as many as the counts say', {
      timeout: 5 * MINUTES,
    }, async () => {
      const keys: unknown[] = [];
      for (let next: unknown = ''; next !== null; ) {
        const { answer } = await api.of(`/records?limit=1000${next === '' ? '' : `&next=${String(next)}`}`);
        keys.push(...(answer.body.items as { key: string }[]).map(({ key }) => key));
        next = answer.body.next;
      }

      const { counts } = (await api.of('')).answer.body as { counts: { stored: number } };
      expect([keys.length, new Set(keys).size]).toEqual([counts.stored, counts.stored]);
    });

    it('any place of a list is as near as its beginning', { timeout: 5 * MINUTES }, async () => {
      const waves = await api.crawl.waves();
      for (const list of ['/records', '/downloads', '/links']) {
        for (const wave of [1, Math.max(1, Math.floor(waves / 2)), waves - 1]) {
          const { answer, reads } = await api.of(`${list}?limit=50&next=${wave}.0.0.0`);
          expect([list, wave, answer.status, reads <= most]).toEqual([list, wave, 200, true]);
        }
      }
    });

    it('the execution itself takes at most 20 reads, explain 50, an archived page 10', async () => {
      expect((await api.of('')).reads).toBeLessThanOrEqual(20);
      for (const url of [SEED, upper(7), lower(7, 3), refused(5), 'http://h1.example/never']) {
        expect((await api.of(`/explain?url=${encodeURIComponent(url)}`)).reads).toBeLessThanOrEqual(EXPLAIN_READS);
      }
      expect((await api.of(`/pages/${'0'.repeat(32)}`)).reads).toBeLessThanOrEqual(10);
      for (const path of ['/workflow', '/archive', '/archive/waves~none']) {
        expect((await api.of(path)).reads).toBeLessThanOrEqual(10);
      }
    });
  });

  describe(`an API over ${name}, and a crawl in the middle of a wave of ${UNITS} units`, () => {
    let api: CountedApi;
    beforeAll(async () => {
      const crawl = new LargeCrawl(Math.min(20_000, Math.max(...sizes)));
      await crawl.start({});
      await crawl.go(2);
      api = await CountedApi.open(crawl, await open());
    }, 10 * MINUTES);
    afterAll(() => api.close());

    it.each(['/tasks?limit=1000', '/tasks?limit=1000&state=failed', '/tasks?limit=50&reason=no-such'])(
      `%s: at most ${most} reads a page`,
      { timeout: 5 * MINUTES },
      async (path) => {
        const { reads, items } = await api.walk(`/v1/executions/${api.crawl.id}${path}`, pages);

        expect(reads).toBeLessThanOrEqual(most);
        if (path === '/tasks?limit=1000') expect(items).toBeGreaterThan(1_000);
      },
    );

    it(`is shown whole after at most ${MOST_OF_UNITS} reads`, { timeout: 5 * MINUTES }, async () => {
      const { catalog, units } = api.tables.ports;
      const row = await catalog.execution(api.crawl.id);
      const wide = Execution.parse({
        ...row,
        id: ExecutionId.parse('xwideexecution0'),
        answer: { ...row.answer, type: 'crawl', wave: row.wave, plan: row.plan, memoryMb: 256, units: UNITS },
      });
      await catalog.createExecution(wide);
      const live = { fetched: 3, stored: 2, failed: 1, bytes: 9, waiting: [] };
      const works = async (unit: number): Promise<void> => {
        await units.begin({ execution: wide.id, wave: wide.wave, unit }, 'token', 1);
        await units.beat({ execution: wide.id, wave: wide.wave, unit }, 'token', { now: 2, live });
      };
      await Promise.all(plannedUnits(wide).map(works));

      const { answer, reads } = await api.ask(`/v1/executions/${wide.id}`);

      expect(answer.body.live).toEqual({
        units: UNITS,
        fetched: 3 * UNITS,
        stored: 2 * UNITS,
        failed: UNITS,
        bytes: 9 * UNITS,
      });
      expect(reads).toBeLessThanOrEqual(MOST_OF_UNITS);
    });
  });

  describe(`an API over ${name}, and a crawl in the middle of a wave of which every unit has many chunks`, () => {
    it.each([1, 40])(
      `at most ${most} reads a page of any list, explain and an archived page too (%i units)`,
      {
        timeout: 5 * MINUTES,
      },
      async (parallelism) => {
        const crawl = new LargeCrawl(Math.min(10_000, Math.max(5_000, ...sizes)));
        await crawl.start({ parallelism, limits: { pages: null } });
        const step = await crawl.go(1);
        if (step.type === 'crawl') await crawl.work(step.plan, 7);
        const api = await CountedApi.open(crawl, await open());

        const found: [path: string, items: number, fits: boolean][] = [];
        for (const path of [
          '/tasks',
          '/tasks?state=succeeded',
          '/tasks?state=failed',
          '/records',
          '/records?limit=7',
        ]) {
          const { reads, items } = await api.walk(`/v1/executions/${crawl.id}${path}`, pages);
          found.push([path, items, reads <= most]);
        }
        const explained = await api.of(`/explain?url=${encodeURIComponent(upper(7))}`);
        await api.close();

        expect(found.filter(([, , fits]) => !fits)).toEqual([]);
        expect(found.find(([path]) => path === '/tasks?state=succeeded')?.[1]).toBeGreaterThan(100);
        expect([explained.answer.body.state, explained.reads <= EXPLAIN_READS]).toEqual(['succeeded', true]);
      },
    );
  });

  describe(`an API over ${name}, and lists that nobody keeps short`, () => {
    const mostOfList = listed / 5; // a read for each row would be more

    it(`at most ${mostOfList} reads a page of any of them`, { timeout: 5 * MINUTES }, async () => {
      const crawl = new LargeCrawl(10);
      await crawl.start({});
      const api = await CountedApi.open(crawl, await open());
      await fillLists(api.tables.ports, listed + 1);

      const found: [path: string, items: number, fits: boolean][] = [];
      for (const list of ['executions', 'workflows', 'users', 'keys', 'audit']) {
        const { reads, items } = await api.walk(`/v1/${list}?limit=${listed}`, 1);
        found.push([list, items, reads <= mostOfList]);
      }
      for (const path of ['blocklist', 'usage?from=2026-09-01&to=2026-11-30']) {
        found.push([path, listed, (await api.ask(`/v1/${path}`)).reads <= mostOfList]);
      }
      await api.close();

      expect(found).toEqual(found.map(([path]) => [path, listed, true]));
    });
  });

  describe(`an API over ${name}, and a crawl with a wave for every page`, () => {
    it(`at most ${most} reads a page of any list`, { timeout: 5 * MINUTES }, async () => {
      const crawl = new LargeCrawl(amount({ gate: most + 50, campaign: 800 })); // waves, more than `most`
      await crawl.start({ order: 'depth-first', parallelism: 1, output: { links: 'targets' } });
      await crawl.go();
      const api = await CountedApi.open(crawl, await open());

      const found: [path: string, fits: boolean][] = [];
      for (const path of ['/tasks', '/records', '/downloads', '/links']) {
        const { reads } = await api.walk(`/v1/executions/${crawl.id}${path}?limit=100`, pages);
        found.push([path, reads <= most]);
      }
      await api.close();

      expect(found).toEqual(found.map(([path]) => [path, true]));
    });
  });
}
