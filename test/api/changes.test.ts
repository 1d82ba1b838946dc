import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DiffLine } from '#engine/diff/diff-executions.ts';
import { type Answer, type ApiBench, openApiBench } from '#test/api/api-bench.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { ShopInTwoStates } from '#test/site/sites/shop-in-two-states.ts';

const shop = new ShopInTwoStates();
let site: Site;
let api: ApiBench;
let before: string;
let after: string;
beforeAll(async () => {
  site = await startSite({ handler: shop.handler });
  api = openApiBench();
  const seeds = [`${site.origin(0)}/`];
  before = await api.crawl({ seeds }, 'anna');
  shop.isLater = true;
  after = await api.crawl({ seeds, retry: { attempts: 1 } }, 'anna');
}, 60_000);
afterAll(async () => {
  await api.close();
  await site.close();
});

const changes = (since: string, { query = '', as = 'anna' as 'anna' | 'bert' } = {}): Promise<Answer> =>
  api.send('GET', `/v1/executions/${after}/changes?since=${since}${query}`, { as });

const linesOf = ({ text }: Answer): DiffLine[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as DiffLine);

describe('what changed, through the API', () => {
  it('comes as lines: the counts of all first, then each page that differs', async () => {
    const answer = await changes(before);

    expect(answer.status).toBe(200);
    const [summary, ...rest] = linesOf(answer);
    expect(summary).toMatchObject({ type: 'summary', before, after, complete: true });
    expect(summary).toMatchObject({ counts: { added: 1, moved: 1, removed: 2 } });
    const moved = rest.filter((line) => line.type === 'change' && line.kind === 'moved');
    expect(moved).toEqual([
      { type: 'change', kind: 'moved', url: `${site.origin(0)}/here`, from: `${site.origin(0)}/moved`, title: 'moved' },
    ]);
  });

  it('can be of one kind', async () => {
    const [, ...rest] = linesOf(await changes(before, { query: '&kind=added' }));

    expect(rest).toMatchObject([{ kind: 'added', url: `${site.origin(0)}/fresh` }]);
  });

  it('is refused for the execution itself, for one of somebody else, and for a kind that is none', async () => {
    expect((await changes(after)).body.code).toBe('REQUEST_INVALID');
    expect((await changes(before, { as: 'bert' })).status).toBe(404);
    expect((await changes(before, { query: '&kind=new' })).status).toBe(400);
  });
});

describe('the history of a page, through the API', () => {
  const history = async (path: string, id = after, as: 'anna' | 'bert' = 'anna'): Promise<Answer> =>
    api.send('GET', `/v1/executions/${id}/history?url=${encodeURIComponent(`${site.origin(0)}${path}`)}`, { as });
  const versions = async (path: string, id = after) =>
    ((await history(path, id)).body.versions as { execution: string; outcome: string; changed: string[] | null }[]).map(
      ({ execution, outcome, changed }) => [execution, outcome, changed],
    );

  it('has a version of each execution of the workflow, the newest first, with what changed', async () => {
    expect(await versions('/text')).toEqual([
      [after, 'stored', ['text', 'bytes']],
      [before, 'stored', null],
    ]);
    expect((await versions('/same'))[0]).toEqual([after, 'stored', ['bytes']]);
    expect((await versions('/gone'))[0]).toEqual([after, 'failed', ['outcome']]);
    expect(await versions('/fresh')).toEqual([[after, 'stored', null]]);
  });

  it('ends with the execution of the request, and says whether there can be more', async () => {
    expect(await versions('/text', before)).toEqual([[before, 'stored', null]]);
    expect((await history('/never')).body).toMatchObject({ versions: [], complete: true });
  });

  it('is refused for what is no address, and for an execution of somebody else', async () => {
    const none = await api.send('GET', `/v1/executions/${after}/history?url=gopher:x`, { as: 'anna' });

    expect([none.status, none.body.code]).toEqual([400, 'REQUEST_INVALID']);
    expect((await history('/text', after, 'bert')).status).toBe(404);
  });
});
