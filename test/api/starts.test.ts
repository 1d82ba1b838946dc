import { afterEach, expect, it } from 'vitest';
import { pricesIn } from '#core/cost/prices.ts';
import { type ApiBench, openApiBench } from '#test/api/api-bench.ts';

let api: ApiBench;
afterEach(() => api.close());

async function started(): Promise<{ status: number; id: string }> {
  const saved = await api.send('POST', '/v1/workflows', { body: { seeds: ['https://example.org/'] } });
  const { status, body } = await api.send('POST', `/v1/workflows/${saved.body.id}/executions`, { body: {} });
  return { status, id: String(body.execution) };
}

it('a start whose run cannot be started is made once and waits for the watchdog; its history says why', async () => {
  const runner = { start: () => Promise.reject(new Error('Step Functions is throttled')) };
  api = openApiBench({ runner });

  const { status, id } = await started();

  expect(status).toBe(201);
  const row = await api.ports.catalog.execution(id as Parameters<typeof api.ports.catalog.execution>[0]);
  expect(row).toMatchObject({ status: 'queued', lastRun: 1, deadlineAt: expect.any(Number) });
  const { body } = await api.send('GET', `/v1/executions/${id}/events`);
  expect(JSON.stringify(body.items)).toContain(
    'run 1 could not be started, the watchdog starts it: Step Functions is throttled',
  );
});

it('a start whose history or answer the store loses is made once, runs, and has its first event when it can', async () => {
  api = openApiBench();
  const { catalog } = api.ports;
  const { addEvents, createExecution } = catalog;
  catalog.addEvents = () => Promise.reject(new Error('no room'));
  catalog.createExecution = async (row) => {
    await createExecution.call(catalog, row);
    throw new Error('no answer');
  };
  const saved = await api.send('POST', '/v1/workflows', { body: { seeds: ['https://example.org/'] } });
  const start = () =>
    api.send('POST', `/v1/workflows/${saved.body.id}/executions`, { body: {}, headers: { 'idempotency-key': 'k1' } });

  const first = await start();
  Object.assign(catalog, { addEvents, createExecution });
  const second = await start();

  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body.execution).toBe(first.body.execution);
  expect(new Set(api.started)).toEqual(new Set([`${first.body.execution}-1`]));
  const { body } = await api.send('GET', `/v1/executions/${first.body.execution}/events`);
  expect(body.items).toMatchObject([{ type: 'created' }]);
});

it('a start that the store refuses leaves no execution, and the same start makes one', async () => {
  api = openApiBench();
  const { catalog } = api.ports;
  const { createExecution } = catalog;
  catalog.createExecution = () => Promise.reject(new Error('refused'));
  const refused = await started();
  Object.assign(catalog, { createExecution });

  const list = await api.send('GET', '/v1/executions');
  const { status } = await started();

  expect([refused.status, list.body.items, status]).toEqual([500, [], 201]);
  expect(api.started).toHaveLength(1);
});

it('an execution shows its cost by the prices of its region', async () => {
  api = openApiBench({ prices: pricesIn('sa-east-1') });

  const { id } = await started();

  const { body } = await api.send('GET', `/v1/executions/${id}`);
  expect(body.cost).toMatchObject({ region: 'sa-east-1, whose prices are not known: us-east-1 × 1.6' });
});

it.each([
  ['allowPrivateNetwork', true, '{"settings": {"allowPrivateNetwork": true}}'],
  ['limits', { pages: 5 }, 'limits are in the workflow'],
  ['pages', 5, 'GET /openapi.json'],
])(
  'a start with the field %s in the wrong place gets an error that names the right one',
  async (field, value, remedy) => {
    api = openApiBench();
    const saved = await api.send('POST', '/v1/workflows', { body: { seeds: ['https://example.org/'] } });

    const { status, body } = await api.send('POST', `/v1/workflows/${saved.body.id}/executions`, {
      body: { [field]: value },
    });

    expect([status, body.code, body.title]).toEqual([
      400,
      'REQUEST_INVALID',
      `body has the unknown field ${JSON.stringify(field)}`,
    ]);
    expect(body.remedy).toContain(remedy);
  },
);

it.each([
  ['/v1/scrape', /^POST \/v1\/preview fetches one page.*; GET \/openapi\.json lists all routes$/],
  ['/v2/crawl', /^POST \/v1\/workflows saves a crawl/],
  ['/v1/map', /\/tasks, lists the addresses/],
  ['/v1/nothing', /^GET \/openapi\.json lists all routes$/],
])('a route that another crawler has, %s, is answered with what does the same', async (path, remedy) => {
  api = openApiBench();

  const { status, body } = await api.send('POST', path, { body: {} });

  expect([status, body.code]).toEqual([404, 'ROUTE_NOT_FOUND']);
  expect(body.remedy).toMatch(remedy);
});
