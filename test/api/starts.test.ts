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

it('an execution shows its cost by the prices of its region', async () => {
  api = openApiBench({ prices: pricesIn('sa-east-1') });

  const { id } = await started();

  const { body } = await api.send('GET', `/v1/executions/${id}`);
  expect(body.cost).toMatchObject({ region: 'sa-east-1, whose prices are not known: us-east-1 × 1.6' });
});
