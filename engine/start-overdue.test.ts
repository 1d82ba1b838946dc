import { describe, expect, it } from 'vitest';
import type { Execution } from '#core/execution/execution.ts';
import { startOverdue } from '#engine/start-overdue.ts';
import { EXECUTION, sampleExecution } from '#test/contract/samples.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';
import { MemoryCatalog } from '#test/fakes/memory-catalog.ts';

const MINUTE_MS = 60_000;

async function benchOf(change: (now: number) => Partial<Execution>) {
  const catalog = new MemoryCatalog();
  const clock = new FakeClock();
  const starts: string[] = [];
  const runner = { start: async (id: string, run: number) => void starts.push(`${id}-${run}`) };
  await catalog.createExecution(sampleExecution(change(clock.now())));
  return { catalog, clock, runner, starts };
}

describe('the watchdog', () => {
  it('starts the next run of an execution past its deadline, and gives it a new one', async () => {
    const bench = await benchOf((now) => ({ status: 'running', run: 4, lastRun: 6, deadlineAt: now - MINUTE_MS }));

    const report = await startOverdue(bench);

    const row = await bench.catalog.execution(EXECUTION);
    expect(report).toEqual({ started: 1, mostOverdueMs: MINUTE_MS, failed: [] });
    expect(bench.starts).toEqual([`${EXECUTION}-7`]);
    expect([row.lastRun, row.deadlineAt]).toEqual([7, bench.clock.now() + 2 * MINUTE_MS]);
    expect((await bench.catalog.events(EXECUTION, 10)).map(({ text }) => text)).toEqual([
      'watchdog: run 7 started, running past its deadline',
    ]);
  });

  it('lets alone what has time', async () => {
    const bench = await benchOf((now) => ({ status: 'waiting', deadlineAt: now + 1 }));

    expect(await startOverdue(bench)).toEqual({ started: 0, mostOverdueMs: 0, failed: [] });
    expect(bench.starts).toEqual([]);
  });

  it('starts an ended execution whose rows are not all written, which keeps no deadline', async () => {
    const bench = await benchOf(() => ({ status: 'succeeded', deadlineAt: null, wave: 5, projected: 4, lastRun: 6 }));

    expect(await startOverdue(bench)).toEqual({ started: 1, mostOverdueMs: 0, failed: [] });
    expect((await bench.catalog.execution(EXECUTION)).deadlineAt).toBeNull();
    expect(bench.starts).toEqual([`${EXECUTION}-7`]);
  });

  it('does nothing where the row has moved on since the index was read', async () => {
    const bench = await benchOf((now) => ({ status: 'running', deadlineAt: now + MINUTE_MS }));
    const stale = { ...(await bench.catalog.execution(EXECUTION)), deadlineAt: 0 };
    bench.catalog.overdue = async () => [stale];

    expect(await startOverdue(bench)).toEqual({ started: 0, mostOverdueMs: 0, failed: [] });
  });

  it('goes on with the others when one cannot be started, and says why', async () => {
    const bench = await benchOf((now) => ({ status: 'running', deadlineAt: now - 1 }));
    const rows = [
      sampleExecution({ id: 'xmissing1234' as Execution['id'] }),
      ...(await bench.catalog.overdue(bench.clock.now())),
    ];
    bench.catalog.overdue = async () => rows;

    const report = await startOverdue(bench);

    expect(report).toMatchObject({ started: 1, failed: [{ execution: 'xmissing1234' }] });
  });
});
