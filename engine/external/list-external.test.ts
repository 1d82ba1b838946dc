import { beforeAll, describe, expect, it } from 'vitest';
import type { Execution } from '#core/execution/execution.ts';
import type { ExternalFilter } from '#core/external/external-view.ts';
import { urlKeyOf } from '#core/url/url-key.ts';
import { keepExternal } from '#engine/external/keep-external.ts';
import { listExternal } from '#engine/external/list-external.ts';
import { EndedCrawl, PAGE } from '#test/fakes/ended-crawl.ts';

const LINKS = 1_200;

describe('the list of external links (G2)', () => {
  const crawl = new EndedCrawl();
  let row: Execution;
  beforeAll(async () => {
    const own = Array.from({ length: LINKS }, (_, n) => `http://h${n % 4}.test:8080/a-page-with-a-long-name/${n}`);
    const external = { allowed: ['h1.test'], banned: ['h2.test'] };
    row = await crawl.end({ outside: own, external });
    await keepExternal(crawl.ports, { row });
  });

  const tasks = {
    get: async (_: unknown, keys: readonly string[]) =>
      keys.map((key) => (key === urlKeyOf(PAGE) ? { key, url: PAGE } : null)),
  };
  const list = (request: { limit: number; next?: string } & ExternalFilter, of = row) =>
    listExternal({ ...crawl.ports, tasks: tasks as never, clock: { now: () => 0 } }, of, request);
  async function all(filter: ExternalFilter, limit: number): Promise<string[]> {
    const urls: string[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const page = await list({ ...filter, limit, ...(next !== '' && { next }) });
      expect(page.items.length).toBeLessThanOrEqual(limit);
      urls.push(...page.items.map(({ url }) => url));
      ({ next } = page);
    }
    return urls;
  }

  it('has every link once, in pages of any size', async () => {
    for (const limit of [1_000, 333]) {
      const urls = await all({}, limit);
      expect([urls.length, new Set(urls).size]).toEqual([LINKS, LINKS]);
    }
  });

  it('has the links of a state, or of a host with or without port', async () => {
    expect(await all({ state: 'allowed' }, 1_000)).toHaveLength(LINKS / 4);
    expect(await all({ host: 'H2.test' }, 1_000)).toHaveLength(LINKS / 4);
    expect(await all({ host: 'h2.test:8080', state: 'banned' }, 77)).toHaveLength(LINKS / 4);
    expect(await all({ host: 'h2.test:9' }, 77)).toEqual([]);
  });

  it('tells the sums, the rule that decided, and the page that links there', async () => {
    const { register, items } = await list({ limit: 1, state: 'allowed' });

    const links = { unchecked: LINKS / 2, allowed: LINKS / 4, banned: LINKS / 4 };
    const checks = { alive: 0, dead: 0, unknown: 0 };
    const of = { execution: row.id, at: new Date(row.createdAt).toISOString() };
    expect(register).toEqual({ ...of, links, checks, leftOut: 0 });
    expect(items[0]).toMatchObject({ state: 'allowed', rule: 'h1.test', from: PAGE, execution: row.id });
  });

  it('refuses a cursor that is none', async () => {
    await expect(list({ limit: 1, next: '../x' })).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
  });

  it('is empty before an execution has ended, and refused where the workflow keeps none', async () => {
    const running = await crawl.end({});
    const none = await crawl.end({ external: { keep: false } });

    expect(await list({ limit: 1 }, running)).toEqual({ register: null, items: [], next: null });
    await expect(list({ limit: 1 }, none)).rejects.toMatchObject({ code: 'OUTPUT_NOT_KEPT' });
  });
});
