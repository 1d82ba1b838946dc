import { describe, expect, it } from 'vitest';
import type { Execution } from '#core/execution/execution.ts';
import { rescueStalled } from '#engine/finish/rescue-stalled.ts';
import { EXECUTION, OTHER_EXECUTION, sampleExecution } from '#test/contract/samples.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';
import { MemoryCatalog } from '#test/fakes/memory/memory-catalog.ts';
import { memoryPlaces } from '#test/fakes/memory/memory-places.ts';

const MINUTE_MS = 60_000;

async function benchOf(change: (now: number) => Partial<Execution>) {
  const catalog = new MemoryCatalog();
  const clock = new FakeClock();
  const starts: string[] = [];
  const runner = { start: async (id: string, run: number) => void starts.push(`${id}-${run}`) };
  await catalog.createExecution(sampleExecution(change(clock.now())));
  return { catalog, accounts: memoryPlaces(), clock, runner, starts };
}

describe('the watchdog', () => {
  it('starts the next run of an execution past its deadline, and gives it a new one (N13)', async () => {
    const bench = await benchOf((now) => ({ status: 'running', run: 4, lastRun: 6, deadlineAt: now - MINUTE_MS }));

    const report = await rescueStalled(bench);

    const row = await bench.catalog.execution(EXECUTION);
    expect(report).toMatchObject({ started: 1, deleted: 0, late: [{ id: EXECUTION, lastRun: 6 }], failed: [] });
    expect(bench.starts).toEqual([`${EXECUTION}-8`]);
    expect([row.lastRun, row.deadlineAt]).toEqual([8, bench.clock.now() + 2 * MINUTE_MS]);
    expect((await bench.catalog.events(EXECUTION, 10)).map(({ text }) => text)).toEqual([
      'watchdog: run 8 started, running past its deadline',
    ]);
  });

  it('lets alone what has time', async () => {
    const bench = await benchOf((now) => ({ status: 'waiting', deadlineAt: now + 1 }));

    expect(await rescueStalled(bench)).toEqual({ started: 0, deleted: 0, late: [], failed: [] });
    expect(bench.starts).toEqual([]);
  });

  it('starts an ended execution whose rows are not all written, which keeps no deadline', async () => {
    const bench = await benchOf(() => ({ status: 'succeeded', deadlineAt: null, wave: 5, projected: 4, lastRun: 6 }));

    expect(await rescueStalled(bench)).toMatchObject({ started: 1, deleted: 0, late: [{ id: EXECUTION }], failed: [] });
    expect((await bench.catalog.execution(EXECUTION)).deadlineAt).toBeNull();
    expect(bench.starts).toEqual([`${EXECUTION}-8`]);
  });

  it('does nothing where the row has moved on since the index was read', async () => {
    const bench = await benchOf((now) => ({ status: 'running', deadlineAt: now + MINUTE_MS }));
    const stale = { ...(await bench.catalog.execution(EXECUTION)), deadlineAt: 0 };
    bench.catalog.overdue = async () => [stale];

    expect(await rescueStalled(bench)).toEqual({ started: 0, deleted: 0, late: [], failed: [] });
  });

  it('continues with the others when one cannot be started, and says why', async () => {
    const bench = await benchOf((now) => ({ status: 'running', deadlineAt: now - 1 }));
    const rows = [
      sampleExecution({ id: 'xmissing1234' as Execution['id'] }),
      ...(await bench.catalog.overdue(bench.clock.now())),
    ];
    bench.catalog.overdue = async () => rows;

    const report = await rescueStalled(bench);

    expect(report).toMatchObject({ started: 1, failed: [{ execution: 'xmissing1234' }] });
  });

  describe('with a retention', () => {
    const DAY_MS = 86_400_000;
    const ended = (change: (now: number) => Partial<Execution>) =>
      benchOf((now) => ({
        status: 'limited',
        run: 4,
        lastRun: 4,
        wave: 5,
        projected: 5,
        retentionDays: 3,
        endedAt: now - 3 * DAY_MS - 1,
        deadlineAt: now - 1,
        ...change(now),
      }));

    it('deletes an execution when its days are over: the next run does it', async () => {
      const bench = await ended(() => ({}));

      expect(await rescueStalled(bench)).toMatchObject({ started: 1, deleted: 1 });

      const row = await bench.catalog.execution(EXECUTION);
      expect([row.status, row.desired, row.run, row.lastRun]).toEqual(['deleting', 'stop', 6, 6]);
      expect(bench.starts).toEqual([`${EXECUTION}-6`]);
    });

    it('restarts a deletion that has died', async () => {
      const bench = await ended((now) => ({ status: 'deleting', deadlineAt: now - 1 }));

      expect(await rescueStalled(bench)).toMatchObject({ started: 1, deleted: 0 });
      expect(bench.starts).toEqual([`${EXECUTION}-6`]);
      expect((await bench.catalog.execution(EXECUTION)).status).toBe('deleting');
    });

    it('never deletes what somebody opens, what is paused, what has time, or the base of another', async () => {
      const opened = await ended((now) => ({ lastRun: 5, deadlineAt: now - 1 }));
      const paused = await ended(() => ({ status: 'paused', deadlineAt: null }));
      const young = await ended((now) => ({ endedAt: now - 3 * DAY_MS + 1, deadlineAt: now + 1 }));
      const base = await ended(() => ({}));
      await base.catalog.createExecution(
        sampleExecution({ id: OTHER_EXECUTION, base: EXECUTION, status: 'succeeded', deadlineAt: null, projected: 99 }),
      );

      expect(await rescueStalled(opened)).toMatchObject({ started: 1, deleted: 0 });
      expect(await rescueStalled(paused)).toMatchObject({ started: 0 });
      expect(await rescueStalled(young)).toMatchObject({ started: 0 });
      expect(await rescueStalled(base)).toMatchObject({ started: 0, failed: [] });
      for (const { catalog } of [opened, paused, young, base]) {
        expect((await catalog.execution(EXECUTION)).status).not.toBe('deleting');
      }
    });

    it('keeps the day of the deletion while rows are still to be written', async () => {
      const bench = await ended((now) => ({ projected: 4, endedAt: now, deadlineAt: now + 3 * DAY_MS }));

      expect(await rescueStalled(bench)).toMatchObject({ started: 1, deleted: 0 });
      expect((await bench.catalog.execution(EXECUTION)).deadlineAt).toBe(bench.clock.now() + 3 * DAY_MS);
    });
  });
});
