import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startDue } from '#api/schedules/start-due.ts';
import { type Caller, LOCAL_CALLER } from '#core/identity/caller.ts';
import { USUAL_ROLES } from '#core/identity/roles/role-limits.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { type ApiBench, CALLERS, openApiBench } from '#test/api/api-bench.ts';

const T0 = Date.parse('2026-11-24T07:00:00Z');
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

let api: ApiBench;
let now = T0;
/** All ports of the app read this clock. */
const clock = { now: () => now, monotonic: () => now, sleep: async () => undefined };

beforeEach(() => {
  now = T0;
  api = openApiBench({ clock });
});
afterEach(() => api.close());

async function workflow(as: keyof typeof CALLERS = 'admin'): Promise<string> {
  const { body } = await api.send('POST', '/v1/workflows', {
    body: { name: 'docs', seeds: ['http://127.0.0.1:9/'] },
    as,
  });
  return String(body.id);
}

const save = (id: string, body: object, name = 'daily', as: keyof typeof CALLERS = 'admin') =>
  api.send('PUT', `/v1/workflows/${id}/schedules/${name}`, { body, as });

const look = (callerOf: (owner: string) => Promise<Caller | null> = async () => LOCAL_CALLER) =>
  startDue({ ...api.ports, clock, callerOf });

/** What the schedule says of its last time, and how many executions there are. */
async function state(id: string) {
  const { body } = await api.send('GET', `/v1/workflows/${id}/schedules`);
  const [schedule] = body.items as { last: { outcome: string; why: string | null } | null; queued: string | null }[];
  const { rows } = await api.ports.catalog.executions(100);
  return { last: schedule?.last?.outcome ?? null, queued: schedule?.queued ?? null, executions: rows.length };
}

/** Runs an execution to its end: its seed is refused at once. */
const end = (id: ExecutionId | undefined): Promise<void> => api.drive(String(id));

describe('schedules of a workflow', () => {
  it('are saved with their next five times, listed, changed and deleted', async () => {
    const id = await workflow();
    const made = await save(id, { when: 'cron(0 8 ? * MON-FRI *)', zone: 'Europe/Berlin' });
    const changed = await save(id, { when: 'rate(6 hours)' });
    await save(id, { when: 'rate(1 day)', enabled: false }, 'off');
    const listed = await api.send('GET', `/v1/workflows/${id}/schedules`);
    const removed = await api.send('DELETE', `/v1/workflows/${id}/schedules/off`);
    const again = await api.send('DELETE', `/v1/workflows/${id}/schedules/off`);

    expect(made.status).toBe(200);
    expect(made.body.next).toEqual(
      [25, 26, 27, 30].map((day) => `2026-11-${day}T07:00:00.000Z`).concat('2026-12-01T07:00:00.000Z'),
    );
    expect(changed.body).toMatchObject({
      when: 'rate(6 hours)',
      overlap: 'skip',
      catchUp: 'none',
      owner: 'local',
      last: null,
    });
    expect((changed.body.next as string[])[0]).toBe('2026-11-24T13:00:00.000Z');
    expect(
      (listed.body.items as { name: string; next: string[] }[]).map(({ name, next }) => [name, next.length]),
    ).toEqual([
      ['daily', 5],
      ['off', 0],
    ]);
    expect([removed.status, again.status, again.body.code]).toEqual([204, 404, 'SCHEDULE_NOT_FOUND']);
  });

  it('show their times before they are saved', async () => {
    const { body } = await api.send('POST', '/v1/schedule-times', {
      body: { when: 'cron(30 2 * * ? *)', zone: 'Europe/Berlin' },
    });

    expect(body).toEqual({ next: [25, 26, 27, 28, 29].map((day) => `2026-11-${day}T01:30:00.000Z`) });
  });

  it('are refused with what is wrong and what to write', async () => {
    const id = await workflow();
    const expression = await save(id, { when: 'daily' });
    const zone = await save(id, { when: 'cron(0 8 * * ? *)', zone: 'Europe/Berln' });
    const name = await save(id, { when: 'rate(1 day)' }, 'Every%20Day');

    expect([expression.status, expression.body.code]).toEqual([422, 'SCHEDULE_INVALID']);
    expect(zone.body.remedy).toBe('did you mean Europe/Berlin?');
    expect(name.status).toBe(400);
  });

  it('belong to the owner of the workflow, and end with it', async () => {
    const id = await workflow('anna');
    await save(id, { when: 'rate(1 day)' }, 'daily', 'anna');

    expect((await save(id, { when: 'rate(1 hour)' }, 'daily', 'bert')).body.code).toBe('WORKFLOW_NOT_FOUND');
    expect((await save(id, { when: 'rate(1 hour)' }, 'mine')).body.owner).toBe('anna');
    await api.send('DELETE', `/v1/workflows/${id}`, { as: 'anna', headers: { 'if-match': '"1"' } });
    expect(await api.ports.schedules.all()).toEqual([]);
  });
});

describe('a scheduled time (S23)', () => {
  it('starts one execution, however many look and wherever one of them dies', async () => {
    const id = await workflow();
    await save(id, { when: 'rate(6 hours)' });
    now = T0 + 6 * HOUR_MS - 1;
    expect((await look()).started).toEqual([]);

    now = T0 + 6 * HOUR_MS + 1_000;
    const before = await api.ports.schedules.all();
    const reports = await Promise.all([look(), look(), look()]);
    const [row] = await api.ports.schedules.all();
    await api.ports.schedules.delete(row?.workflow as never, 'daily'); // as if the mark of the start were lost
    for (const lost of before) await api.ports.schedules.save({ ...lost, version: 1 });
    const again = await look();

    expect(new Set([...reports, again].flatMap(({ started }) => started)).size).toBe(1);
    expect(await state(id)).toEqual({ last: 'started', queued: null, executions: 1 });
    expect(api.started.filter((run) => run.endsWith('-1')).length).toBeGreaterThan(0);
  });

  it('is left out while the previous execution still runs, by default', async () => {
    const id = await workflow();
    await save(id, { when: 'rate(1 hour)' });
    for (const hours of [1, 2]) {
      now = T0 + hours * HOUR_MS;
      await look();
    }
    expect(await state(id)).toEqual({ last: 'skipped', queued: null, executions: 1 });

    const [first] = (await api.ports.catalog.executions(1)).rows;
    await end(first?.id);
    now = T0 + 3 * HOUR_MS;
    await look();
    expect(await state(id)).toEqual({ last: 'started', queued: null, executions: 2 });
  });

  it('waits for the end of the execution before with overlap queue, once', async () => {
    const id = await workflow();
    await save(id, { when: 'rate(1 hour)', overlap: 'queue' });
    now = T0 + HOUR_MS;
    const [first] = (await look()).started;
    now = T0 + 2 * HOUR_MS;
    await look();
    const waiting = await state(id);
    now = T0 + 3 * HOUR_MS;
    await look();
    const full = await state(id);
    await end(first);
    const then = await look();

    expect(waiting).toMatchObject({ queued: '2026-11-24T09:00:00.000Z', executions: 1 });
    expect(full).toMatchObject({ last: 'skipped', queued: '2026-11-24T09:00:00.000Z' });
    expect(then.started).toHaveLength(1);
    expect(await state(id)).toEqual({ last: 'started', queued: null, executions: 2 });
  });

  it.each(['queue', 'stop-previous'])(
    'starts a queued time with overlap %s although a next one is due',
    async (overlap) => {
      const id = await workflow();
      await save(id, { when: 'rate(1 hour)', overlap });
      now += HOUR_MS;
      const first = await look();
      now += HOUR_MS;
      await look();
      const waiting = await state(id);
      await end(first.started[0]);
      now += HOUR_MS;
      await look();
      const started = await state(id);
      await look();

      expect(waiting).toMatchObject({ queued: '2026-11-24T09:00:00.000Z', executions: 1 });
      expect(started).toEqual({ last: 'started', queued: null, executions: 2 });
      expect(await state(id)).toEqual(started);
    },
  );

  it('stops the execution before with overlap stop-previous, and starts when it has ended', async () => {
    const id = await workflow();
    await save(id, { when: 'rate(1 hour)', overlap: 'stop-previous' });
    now = T0 + HOUR_MS;
    const [first] = (await look()).started;
    now = T0 + 2 * HOUR_MS;
    expect((await look()).started).toEqual([]);
    expect((await api.ports.catalog.execution(first as ExecutionId)).desired).toBe('stop');

    await end(first);
    expect((await look()).started).toHaveLength(1);
  });

  it('that nobody looked at is left out, or one execution starts for all of them', async () => {
    const id = await workflow();
    await save(id, { when: 'rate(1 hour)' });
    now = T0 + 5 * HOUR_MS + 30 * MINUTE_MS;
    await look();
    const none = await state(id);
    await save(id, { when: 'rate(1 hour)', catchUp: 'one', from: '2026-11-24T07:00:00Z' });
    now += 5 * HOUR_MS;
    const first = await look();
    const second = await look();

    expect(none).toEqual({ last: 'missed', queued: null, executions: 0 });
    expect([first.started.length, second.started.length]).toEqual([1, 0]);
  });

  it('that was missed is still told when later ones have started, until the schedule is saved', async () => {
    const id = await workflow();
    await save(id, { when: 'rate(5 minutes)' });
    now = T0 + HOUR_MS;
    const afterOutage = await look();
    await end(afterOutage.started[0]);
    now += 5 * MINUTE_MS;
    const then = await look();
    const told = await api.send('GET', `/v1/workflows/${id}/schedules`);
    const changed = await save(id, { when: 'rate(5 minutes)' });

    expect([afterOutage.started.length, then.started.length]).toEqual([1, 1]);
    expect(told.body.items).toMatchObject([
      {
        last: { outcome: 'started', scheduledAt: '2026-11-24T08:05:00.000Z' },
        missed: { from: '2026-11-24T07:05:00.000Z', until: '2026-11-24T07:45:00.000Z', times: 9, execution: null },
      },
    ]);
    expect(changed.body.missed).toBeNull();
  });

  it('names the execution that started for all missed ones, also when they had to wait', async () => {
    const id = await workflow();
    const missed = async () => (await api.ports.schedules.all())[0]?.missed;
    await save(id, { when: 'rate(1 hour)', catchUp: 'one', overlap: 'queue' });
    now = T0 + HOUR_MS;
    const [first] = (await look()).started;
    now = T0 + 3.5 * HOUR_MS;
    await look();
    const waiting = await missed();
    await end(first);
    const [second] = (await look()).started;

    expect(waiting).toMatchObject({ times: 2, execution: null });
    expect(await missed()).toMatchObject({ times: 2, execution: second });
    expect((await state(id)).executions).toBe(2);
  });

  it.each([
    ['skip', null],
    ['stop-previous', null],
    ['queue', '2026-11-24T07:10:00.000Z'],
  ])('with others behind it at one look starts one, and with overlap %s keeps %s', async (overlap, queued) => {
    const id = await workflow();
    await save(id, { when: 'rate(5 minutes)', overlap });
    now = T0 + 15 * MINUTE_MS;
    const { started } = await look();
    const then = await state(id);
    await look();

    expect(started).toHaveLength(1);
    expect(then).toEqual({ last: 'started', queued, executions: 1 });
    expect((await api.ports.catalog.execution(started[0] as ExecutionId)).desired).not.toBe('stop');
    expect(await state(id)).toEqual(then);
  });

  it('comes later by a jitter that belongs to it', async () => {
    const id = await workflow();
    await save(id, { when: 'rate(1 hour)', jitterSeconds: 600 });
    const startedAfter: number[] = [];
    for (let minutes = 60; minutes <= 70; minutes++) {
      now = T0 + minutes * MINUTE_MS;
      if ((await look()).started.length > 0) startedAfter.push(minutes);
    }

    expect(startedAfter).toHaveLength(1);
  });

  it('is not missed because its jitter is longer than eleven minutes', async () => {
    const id = await workflow();
    await save(id, { when: 'rate(2 hours)', jitterSeconds: 3_600 });
    for (let minutes = 5; minutes <= 12 * 60; minutes += 5) {
      now = T0 + minutes * MINUTE_MS;
      for (const execution of (await look()).started) await end(execution);
    }

    const [row] = await api.ports.schedules.all();
    expect(row).toMatchObject({ missed: null, last: { outcome: 'started' } });
    expect((await state(id)).executions).toBeGreaterThanOrEqual(5);
  });

  it('says why it could not start: a role, a right, or an owner who is gone', async () => {
    const id = await workflow('anna');
    await save(id, { when: 'rate(1 hour)' }, 'daily', 'anna');
    now = T0 + HOUR_MS;
    await look(async () => null);
    const gone = await state(id);
    now = T0 + 2 * HOUR_MS;
    const limits = { ...USUAL_ROLES.administrator, pages: 10 };
    await look(async () => ({
      ...CALLERS.anna,
      limits: { ...limits, schedules: 1 },
    }));

    expect(gone).toMatchObject({ last: 'failed', executions: 0 });
    expect(await state(id)).toMatchObject({ last: 'started', executions: 1 });
    expect((await api.ports.catalog.executions(1)).rows[0]).toMatchObject({ owner: 'anna', limits: { pages: 10 } });
  });

  it('starts nothing at a bound of storage and says why, and starts again when there is room (S27)', async () => {
    const id = await workflow('anna');
    await save(id, { when: 'rate(1 hour)' }, 'daily', 'anna');
    const limits = { ...USUAL_ROLES.standard, storedBytes: 400 };
    const bound = () => look(async () => ({ ...CALLERS.anna, limits }));
    const execution = 'x00000000000000' as ExecutionId;
    const work = { execution, user: 'anna', day: '2026-11-24', before: { pages: 0, usd: 0, storedBytes: 0 } };
    await api.ports.accounts.countWork({ ...work, after: { pages: 1, usd: 0, storedBytes: 500 } });

    now = T0 + HOUR_MS;
    const refused = await bound();
    const listed = await api.send('GET', `/v1/workflows/${id}/schedules`, { as: 'anna' });
    await api.ports.accounts.dropStored({ user: 'anna', execution });
    now = T0 + 2 * HOUR_MS;
    const started = await bound();

    expect(refused).toEqual({ started: [], faults: [] });
    expect(listed.body.items).toMatchObject([
      {
        last: {
          outcome: 'failed',
          execution: null,
          why: 'storedBytes is used up: 500 stored bytes of 400 stored bytes',
        },
      },
    ]);
    expect(started.started).toHaveLength(1);
    expect(await state(id)).toMatchObject({ last: 'started', executions: 1 });
  });

  it('of a workflow that is gone starts nothing', async () => {
    const id = await workflow();
    await save(id, { when: 'rate(1 hour)' });
    await api.ports.workflows.delete(id as never);
    now = T0 + HOUR_MS;

    expect(await look()).toEqual({ started: [], faults: [] });
    expect((await api.ports.schedules.all())[0]?.last).toMatchObject({
      outcome: 'failed',
      why: 'its workflow is gone',
    });
  });
});
