import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TaskRow } from '#core/execution/task-index.ts';
import { describeExecution } from '#engine/overview/describe-execution.ts';
import { crawlRecords } from '#test/e2e/crawls/crawl-record.ts';
import { differencesOf } from '#test/e2e/crawls/differences.ts';
import { crawled, type EmbeddedCrawl, removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { expectProven } from '#test/e2e/crawls/proof.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { ChangingSite, type PageRequest } from '#test/site/sites/changing-site.ts';

describe('a recrawl with a base (T7)', () => {
  const pages = new ChangingSite();
  let site: Site;
  beforeAll(async () => {
    site = await startSite({ handler: pages.handler });
  });
  afterAll(() => site.close());

  const definition = (fields: Record<string, unknown> = {}) => ({ seeds: [`${site.origin(0)}/`], ...fields });
  const requests = (): PageRequest[] => pages.asked.splice(0).sort((a, b) => (a.path < b.path ? -1 : 1));
  const at = (isLater: boolean): void => {
    pages.isLater = isLater;
    pages.asked.length = 0;
  };
  /** Crawls the first state, then `work` in the second. */
  const withBase = async <T>(
    fields: Record<string, unknown>,
    work: (base: EmbeddedCrawl) => Promise<T>,
  ): Promise<T> => {
    at(false);
    return await crawled(definition(fields), async (base) => {
      at(true);
      return await work(base);
    });
  };
  const rowsOf = async (crawl: EmbeddedCrawl): Promise<readonly TaskRow[]> =>
    (await crawl.surf.tasks.list(crawl.id, 1_000)).rows;
  const pathOf = ({ url }: { url: string }): string => new URL(url).pathname;

  it('asks about the pages that have validators, verbatim, fetches what changed and tells the rest from the base', async () => {
    const [later, fresh] = await withBase({}, async (base) => {
      const crawl = await base.recrawl(definition());
      await crawl.run();
      await expectProven(crawl.surf, crawl.id);
      const log = requests();
      const view = await describeExecution(crawl.surf, crawl.id);
      return [
        { log, tasks: await crawl.tasks(), records: await crawlRecords(crawl.surf, crawl.id), view },
        await crawled(definition(), async (other) => ({
          tasks: await other.tasks(),
          records: await crawlRecords(other.surf, other.id),
        })),
      ];
    });

    const of = (path: string): PageRequest | undefined => later.log.find((request) => request.path === path);
    expect(later.log).toHaveLength(26);
    expect(of('/p0')).toMatchObject({
      ifNoneMatch: 'W/"p0-1"',
      ifModifiedSince: 'Sat, 01 Jun 2024 10:00:00 GMT',
      status: 304,
    });
    expect(of('/p1')).toMatchObject({ ifNoneMatch: 'W/"p1-1"', ifModifiedSince: undefined, status: 304 });
    expect(of('/p2')).toMatchObject({
      ifNoneMatch: undefined,
      ifModifiedSince: 'Sat, 01 Jun 2024 10:00:00 GMT',
      status: 304,
    });
    expect(of('/p3')).toMatchObject({ ifNoneMatch: undefined, ifModifiedSince: undefined, status: 200 });
    expect(of('/p4')).toMatchObject({ ifNoneMatch: 'W/"p4-1"', status: 200 });
    expect(of('/p6')).toMatchObject({ ifModifiedSince: 'Sat, 01 Jun 2024 10:00:00 GMT', status: 410 });
    expect(of('/p24')).toMatchObject({ ifNoneMatch: undefined, status: 200 });
    // 15 of the pages did not change and have a validator; one of the twins is a duplicate.
    expect(later.log.filter(({ status }) => status === 304)).toHaveLength(15);
    expect(later.view.counts).toMatchObject({ notModified: 14, duplicate: 1, redirected: 1, pending: 0 });
    expect(later.view.savedBytes).toBe(pages.unchangedBytes);
    expect(later.tasks.map((task) => ({ ...task, outcome: task.outcome.replace('notModified', 'stored') }))).toEqual(
      fresh.tasks,
    );
    const same = ({
      url,
      level,
      rank,
      via,
      contentType,
      bytes,
      title,
      digest,
      links,
    }: (typeof fresh.records)[number]) => ({ url, level, rank, via, contentType, bytes, title, digest, links });
    expect(later.records.map(same)).toEqual(fresh.records.map(same));
  });

  it('takes the same with 1 and 16 workers, and within exact limits (N9, N14)', async () => {
    for (const limits of [{}, { pages: 9 }, { pagesPerLevel: 4, depth: 3 }]) {
      const both = await withBase({}, async (base) => {
        const [one, sixteen] = [1, 16].map(async (parallelism) => {
          const crawl = await base.recrawl(definition({ limits, parallelism, hostsPerWorker: 1 }));
          const { status, reason, counts } = await crawl.run();
          await expectProven(crawl.surf, crawl.id);
          return { status, reason, counts, tasks: await crawl.tasks() };
        });
        return [await one, await sixteen];
      });

      expect(both[1]).toEqual(both[0]);
      const { stored = 0, notModified = 0 } = both[0]?.counts ?? {};
      if ('pages' in limits) expect(stored + notModified).toBe(9);
      expect(notModified).toBeGreaterThan(2);
    }
  });

  it('is the base of a third: nothing points to what points on, and bodies are read from where they lie', async () => {
    const [first, third] = await withBase({}, async (base) => {
      const second = await base.recrawl(definition());
      await second.run();
      requests();
      const last = await second.recrawl(definition());
      await last.run();
      await expectProven(last.surf, last.id);
      expect(
        requests()
          .filter(({ status }) => status === 200)
          .map(({ path }) => path),
      ).toEqual(['/', '/p11', '/p15', '/p19', '/p23', '/p3']);
      const rows = [await rowsOf(base), await rowsOf(second)].flat().filter(({ outcome }) => outcome.type === 'stored');
      return [new Map(rows.map((row) => [JSON.stringify(row.archived), row.url])), await rowsOf(last)];
    });

    const again = third.filter(({ outcome }) => outcome.type === 'notModified');
    expect(again).toHaveLength(17);
    const twin = again.find((row) => pathOf(row) === '/p8');
    for (const row of again) if (row !== twin) expect(first.get(JSON.stringify(row.archived))).toBe(row.url);
  });

  it('asks by date only where the server’s Date, or the receipt, is later; without validators pages are fetched whole', async () => {
    pages.withoutDate = true;
    try {
      const log = await withBase({}, async (base) => {
        const crawl = await base.recrawl(definition());
        await crawl.run();
        await expectProven(crawl.surf, crawl.id);
        return requests();
      });

      expect(log.find(({ path }) => path === '/p2')).toMatchObject({ status: 304 });
      expect(log.find(({ path }) => path === '/p3')).toMatchObject({ status: 200, ifModifiedSince: undefined });
    } finally {
      pages.withoutDate = false;
    }
  });

  it('that asks by other headers asks by ETag alone', async () => {
    const log = await withBase({}, async (base) => {
      const crawl = await base.recrawl(definition({ fetch: { headers: { 'Accept-Language': 'de' } } }));
      await crawl.run();
      await expectProven(crawl.surf, crawl.id);
      return requests();
    });

    expect(log.find(({ path }) => path === '/p0')).toMatchObject({
      ifNoneMatch: 'W/"p0-1"',
      ifModifiedSince: undefined,
    });
    expect(log.find(({ path }) => path === '/p2')).toMatchObject({ ifModifiedSince: undefined, status: 200 });
  });

  it('follows links by its own rules, and a base whose bodies are gone is fetched whole', async () => {
    await withBase({}, async (base) => {
      const narrow = await base.recrawl(definition({ scope: { exclude: ['*/p1*'] } }));
      await narrow.run();
      await expectProven(narrow.surf, narrow.id);
      const views = await narrow.views();
      expect(views.find((view) => pathOf(view) === '/p10')).toMatchObject({ outcome: 'skipped', reason: 'excluded' });
      expect(views.find((view) => pathOf(view) === '/p4')).toMatchObject({ outcome: 'stored' });

      const warcs: string[] = [];
      for await (const { key } of base.surf.archive.list(`executions/${base.id}/chunks/`)) {
        if (key.endsWith('.warc.gz')) warcs.push(key);
      }
      await base.surf.archive.delete(warcs);
      expect((await differencesOf(narrow.surf, narrow.id)).map(({ code }) => code)).toContain('base-body');
      const whole = await base.recrawl(definition());
      const { counts } = await whole.run();
      await expectProven(whole.surf, whole.id);
      expect(counts.notModified).toBe(0);
      const [row] = (await rowsOf(whole)).filter((each) => pathOf(each) === '/p0');
      expect(row?.errors).toMatchObject([{ code: 'base' }]);
      expect(row?.outcome).toEqual({ type: 'stored' });
    });
  });

  it('is one flag on the command line; status and ls name the base and what it saved', async () => {
    const data = temporaryFolder();
    const common = ['--data', data, '--json'];
    const crawl = ['crawl', `${site.origin(0)}/`, '--delay', '0', '--allow-private-network', ...common];
    try {
      at(false);
      const first = JSON.parse((await surfHere(crawl)).stdout);
      at(true);
      const second = JSON.parse((await surfHere([...crawl, '--base', first.execution])).stdout);
      const status = JSON.parse((await surfHere(['status', 'last', ...common])).stdout);
      const text = (await surfHere(['status', 'last', '--data', data])).stdout;
      const listed = (await surfHere(['ls', ...common])).stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      const missing = await surfHere([...crawl, '--base', 'x00000000nothere']);

      expect(second).toMatchObject({ base: first.execution, savedBytes: pages.unchangedBytes });
      expect(status).toMatchObject({ base: first.execution, counts: { notModified: 14 } });
      expect(text).toContain(`base      ${first.execution}: 14 pages not modified, `);
      expect(listed.map(({ base }) => base)).toEqual([first.execution, null]);
      expect([missing.code, JSON.parse(missing.stderr).error.code]).toEqual([4, 'EXECUTION_NOT_FOUND']);
    } finally {
      removeFolder(data);
    }
  });
});
