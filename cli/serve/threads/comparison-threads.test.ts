import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Comparisons } from '#cli/serve/threads/comparisons.ts';
import type { ExecutionId, WorkflowId } from '#core/model/ids.ts';
import { Subscription, type SubscriptionRow } from '#core/notify/subscription.ts';
import { startExecution } from '#engine/start/start-execution.ts';
import { type ApiBench, openApiBench } from '#test/api/api-bench.ts';
import { type Site, startSite } from '#test/site/site.ts';

const SPINNING = new URL('../../../test/fixtures/spinning-thread.ts', import.meta.url);

let api: ApiBench;
let site: Site;
let links = '<a href="/a">a</a>';
beforeEach(async () => {
  links = '<a href="/a">a</a>';
  api = openApiBench();
  site = await startSite({
    handler: (exchange) =>
      exchange.html(exchange.url.pathname === '/' ? links : `<title>${exchange.url.pathname}</title>`),
    robots: (exchange) => exchange.send(404, {}, ''),
  });
});
afterEach(async () => {
  await api.close();
  await site.close();
});

/** A page and the same with a further link, crawled. @returns the later execution */
async function twice() {
  const body = { name: 'docs', seeds: [`${site.origin(0)}/`], politeness: { delaySeconds: 0 } };
  const id = String((await api.send('POST', '/v1/workflows', { body })).body.id) as WorkflowId;
  const { definition: workflow } = await api.ports.catalog.workflow(id, 1);
  const settings = { allowPrivateNetwork: true, connectTo: [] };
  const run = async (): Promise<ExecutionId> => {
    const of = { of: { id, version: 1 }, owner: 'local', openedByDeployment: true };
    const row = await startExecution(api.ports, { workflow, settings, ...of });
    await api.drive(row.id);
    return row.id;
  };
  await run();
  links = `<a href="/b">b</a>${links}`;
  return await api.ports.catalog.execution(await run());
}

const subscription = { subscription: Subscription.parse({ events: ['new-pages'], url: 'https://hook.example/' }) };
const find = async (comparisons: Comparisons) => await comparisons.find(await twice(), subscription as SubscriptionRow);

describe('comparisons of executions for notifications', () => {
  it('find new pages in a thread', async () => {
    const items = await find(new Comparisons({ data: api.data, catalog: api.ports.catalog }));

    expect(items).toMatchObject([{ name: 'new-pages', pages: { count: 1, named: [{ what: 'new' }] } }]);
  });

  it('that never end hold no request, and end with the server', async () => {
    const ports = { data: api.data, catalog: api.ports.catalog };
    const comparisons = new Comparisons({ ...ports, entry: SPINNING, mostCpuMs: 3_600_000, mostMs: 3_600_000 });
    const row = await twice();
    const comparing = comparisons.find(row, subscription as SubscriptionRow).catch((error: Error) => error.message);
    const statuses: number[] = [];
    for (let asked = 0; asked < 20; asked++) statuses.push((await api.send('GET', '/health')).status);
    comparisons.close();

    expect(statuses).toEqual(Array<number>(20).fill(200));
    expect(await comparing).toBe('the server ends');
  });

  it.each([
    ['CPU', { mostCpuMs: 100 }],
    ['time', { mostMs: 100 }],
  ])('that take too much %s are ended, and the message says so', async (what, limit) => {
    const items = await find(
      new Comparisons({ data: api.data, catalog: api.ports.catalog, entry: SPINNING, ...limit }),
    );

    expect(items).toMatchObject([{ pages: { count: 0, notCompared: expect.stringContaining(`more ${what} than`) } }]);
  });
});
