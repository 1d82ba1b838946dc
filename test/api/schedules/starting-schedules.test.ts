import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startDue } from '#api/schedules/start-due.ts';
import { LOCAL_CALLER } from '#core/identity/caller.ts';
import { type ApiBench, type CALLERS, openApiBench } from '#test/api/api-bench.ts';

const T0 = Date.parse('2026-11-24T07:00:00Z');
const HOUR_MS = 3_600_000;

let api: ApiBench;
let now = T0;
const clock = { now: () => now, monotonic: () => now, sleep: async () => undefined };
type As = keyof typeof CALLERS;

beforeEach(() => {
  now = T0;
  api = openApiBench({ clock });
});
afterEach(() => api.close());

async function workflow(as: As = 'admin'): Promise<string> {
  const body = { name: 'docs', seeds: ['http://127.0.0.1:9/'] };
  return String((await api.send('POST', '/v1/workflows', { body, as })).body.id);
}

const save = (id: string, body: object, name = 'daily', as: As = 'admin') =>
  api.send('PUT', `/v1/workflows/${id}/schedules/${name}`, { body, as });

const look = () => startDue({ ...api.ports, clock, callerOf: async () => LOCAL_CALLER });

describe('the schedules that start executions by themselves', () => {
  const starting = async (as: As = 'admin') =>
    ((await api.send('GET', '/v1/schedules', { as })).body.items as { name: string; next: string }[]).map(
      ({ name, next }) => [name, next],
    );

  it('are those of the caller that are enabled and have a next time', async () => {
    const id = await workflow('anna');
    await save(id, { when: 'rate(1 day)' }, 'daily', 'anna');
    await save(id, { when: 'rate(1 day)', enabled: false }, 'off', 'anna');
    await save(id, { when: 'rate(1 day)', until: '2026-11-24T08:00:00Z' }, 'over', 'anna');

    expect(await starting('anna')).toEqual([['daily', '2026-11-25T07:00:00.000Z']]);
    expect(await starting()).toHaveLength(1);
    expect(await starting('bert')).toEqual([]);
    const { body } = await api.send('GET', '/v1/schedules', { as: 'anna' });
    expect(body.items).toMatchObject([{ workflow: id, workflowName: 'docs', owner: 'anna', checkDays: null }]);
  });

  it('are in the answer to stop and pause, those of the workflow alone, and in no other answer', async () => {
    const id = await workflow();
    await save(id, { when: 'rate(1 day)' });
    await save(await workflow(), { when: 'rate(1 day)' }, 'other');
    const { body } = await api.send('POST', `/v1/workflows/${id}/executions`, { body: {} });
    const act = async (action: string) =>
      (await api.send('POST', `/v1/executions/${body.execution}/actions`, { body: { action } })).body;

    expect((await act('stop')).schedules).toMatchObject([{ name: 'daily', next: '2026-11-25T07:00:00.000Z' }]);
    await api.drive(String(body.execution));
    expect(await act('resume')).not.toHaveProperty('schedules');
    expect((await act('pause')).schedules).toHaveLength(1);
  });

  it('name the time that waits for the previous execution as their next one', async () => {
    const id = await workflow();
    await save(id, { when: 'rate(6 hours)', overlap: 'queue' });
    now = T0 + 6 * HOUR_MS + 1_000;
    await look();
    now = T0 + 12 * HOUR_MS + 1_000;
    await look();

    expect(await starting()).toEqual([['daily', '2026-11-24T19:00:00.000Z']]);
  });
});
