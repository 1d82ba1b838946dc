import { beforeEach, describe, expect, it } from 'vitest';
import type { Execution } from '#core/execution/execution.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import type { ExternalLink } from '#core/external/external-link.ts';
import { LOCAL_USER } from '#core/model/local-user.ts';
import { urlKeyOf } from '#core/url/url-key.ts';
import { externalRegister } from '#engine/external/external-register.ts';
import { type CheckPorts, keepChecks } from '#engine/external/keep-checks.ts';
import { keepExternal } from '#engine/external/keep-external.ts';
import { parseLines } from '#engine/frontier/lines/line-files.ts';
import { EndedCrawl } from '#test/fakes/ended-crawl.ts';

const [A, B, C] = ['http://a.test/', 'http://b.test/', 'http://c.test/'] as const;

const taskOf = (url: string, outcome: TaskRow['outcome'], status: number | null): TaskRow =>
  ({ key: urlKeyOf(url), url, outcome, status, endedAt: 5 }) as TaskRow;

/** A is not there; B leads to it by two redirects; robots.txt forbids C. */
const TASKS = [
  taskOf(A, { type: 'failed', reason: 'http-4xx' }, 404),
  taskOf(B, { type: 'redirected', to: urlKeyOf('http://b.test/2') }, 301),
  taskOf('http://b.test/2', { type: 'redirected', to: urlKeyOf(A) }, 302),
  taskOf(C, { type: 'skipped', reason: 'robots' }, null),
];

describe('a check of external links that has ended (G2)', () => {
  let crawl: EndedCrawl;
  let first: Execution;
  beforeEach(async () => {
    crawl = new EndedCrawl();
    first = await crawl.end({ outside: [A, B, C] });
    await keepExternal(crawl.ports, { row: first });
  });

  /** The function that finishes may list, and look up no single row. */
  const tasks = { list: async () => ({ rows: TASKS, next: null }) } as unknown as CheckPorts['tasks'];
  const check = async (checks: Execution['id'], owner?: string): Promise<string | null> => {
    const row = await crawl.end({ external: { keep: false, checks } });
    return await keepChecks({ ...crawl.ports, tasks }, { ...row, ...(owner !== undefined && { owner }) });
  };
  const saidOf = async (row: Execution): Promise<string[]> => {
    const register = await externalRegister(crawl.ports, row);
    const files = await Promise.all(register?.files.map(({ object }) => crawl.archive.get(object)) ?? []);
    const links = files.flatMap((bytes) => parseLines<ExternalLink>(bytes));
    return links.map(({ url, check: said }) => `${url} ${said?.state} ${said?.status} ${said?.reason}`).sort();
  };
  const SAID = [`${A} dead 404 http-4xx`, `${B} dead 404 http-4xx`, `${C} unknown null robots`];

  it('has its answers in the register that it names, those of redirects from their last target', async () => {
    expect(await check(first.id)).toBeNull();

    expect(await saidOf(first)).toEqual(SAID);
  });

  it('has them in the registers that have taken that one up since', async () => {
    const second = await crawl.end({ outside: [A], base: first.id });
    await keepExternal(crawl.ports, { row: second });
    const third = await crawl.end({ base: second.id });
    await keepExternal(crawl.ports, { row: third });

    expect(await check(first.id)).toBeNull();

    expect(await saidOf(second)).toEqual(SAID);
    expect(await saidOf(third)).toEqual(SAID);
  });

  it('writes into no register of another owner, and says so where there is none', async () => {
    const none = await crawl.end({ external: { keep: false } });

    expect(await check(first.id, 'mallory')).toBe(`there is no execution ${first.id}`);
    expect(await check(none.id)).toBe(`execution ${none.id} has no register`);
    expect(await saidOf(first)).toEqual([A, B, C].map((url) => `${url} undefined undefined undefined`));
  });

  it('takes an execution without an owner for one of the person at this machine', async () => {
    expect(await check(first.id, LOCAL_USER)).toBeNull();

    expect(await saidOf(first)).toEqual(SAID);
  });
});
