import { describe, expect, it } from 'vitest';
import type { Execution } from '#core/execution/execution.ts';
import { rescueStalled } from '#engine/finish/rescue-stalled.ts';
import { isHeld, startWaiting } from '#engine/start/start-waiting.ts';
import { sampleExecution } from '#test/contract/samples.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';
import { MemoryCatalog } from '#test/fakes/memory/memory-catalog.ts';
import { memoryPlaces } from '#test/fakes/memory/memory-places.ts';

const idOf = (n: number) => `x0000000000${n}` as Execution['id'];

/** The n-th start of an owner that may have two at once. */
const queued = (n: number, change: Partial<Execution> = {}): Execution =>
  sampleExecution({
    id: idOf(n),
    owner: 'anna',
    createdAt: n,
    status: 'queued',
    run: 0,
    lastRun: 1,
    atOnce: 2,
    deadlineAt: 1,
    ...change,
  });

async function benchOf(rows: readonly Execution[]) {
  const catalog = new MemoryCatalog();
  for (const row of rows) await catalog.createExecution(row);
  const starts: string[] = [];
  const runner = { start: async (id: string, run: number) => void starts.push(`${id}-${run}`) };
  return { catalog, accounts: memoryPlaces(), clock: new FakeClock(), runner, starts };
}

describe('executions that wait for others of their owner (S16)', () => {
  it('begin in the order in which they were made, as far as there is room', async () => {
    const bench = await benchOf([1, 2, 3, 4].map((n) => queued(n)));

    await startWaiting(bench);

    expect(bench.starts).toEqual([`${idOf(1)}-1`, `${idOf(2)}-1`]);
  });

  it('count those that work or wait for a host, whenever they were made, and none of others or that have ended', () => {
    const row = queued(5);
    const held = (...others: Execution[]) => isHeld(row, [row, ...others]);
    const working = [queued(8, { status: 'running' }), queued(9, { status: 'waiting' })];

    expect(held(...working)).toBe(true);
    expect(held(...working.map((other) => ({ ...other, owner: 'bert' })))).toBe(false);
    expect(held(queued(6), queued(7))).toBe(false);
    expect(held(queued(3), queued(4))).toBe(true);
  });

  it('are held by nothing that is not a limit, nor when they are to stop', () => {
    const others = [1, 2].map((n) => queued(n));
    const { atOnce: _, ...unlimited } = queued(5);

    expect(isHeld(unlimited, others)).toBe(false);
    expect(isHeld(queued(5, { desired: 'stop' }), others)).toBe(false);
    expect(isHeld(queued(5), others)).toBe(true);
  });

  it('are let alone by the watchdog when their deadline has passed, and do not count as overdue', async () => {
    const bench = await benchOf([queued(1, { status: 'running' }), queued(2, { status: 'running' }), queued(3)]);

    const report = await rescueStalled(bench);

    expect(report).toMatchObject({ started: 2, failed: [] });
    expect((await bench.catalog.execution(idOf(3))).lastRun).toBe(1);
  });
});
