import { describe, expect, it } from 'vitest';
import type { Plan } from '#core/archive/plan.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { Execution } from '#core/execution/execution.ts';
import { type DescribePorts, describeExecution } from '#engine/overview/describe-execution.ts';
import type { LiveWork } from '#engine/overview/live-work.ts';
import { EXECUTION, sampleExecution, sampleWorkflow } from '#test/contract/samples.ts';
import { pagesOf, tasksOf, UnitBench } from '#test/fakes/unit-bench.ts';

const PAGES = 120;
const LATENCY_MS = 10;
const LOOK_MS = 100;

/**
 * An execution in the middle of a wave of so many units, of which the first works: 2 pages a
 * second.
 */
async function crawlOf(units: number): Promise<{ bench: UnitBench; look: () => Promise<LiveWork> }> {
  const tasks = tasksOf(pagesOf('a.example', PAGES));
  const workflow = { politeness: { delaySeconds: 0.5, robots: 'ignore' } };
  const bench = new UnitBench(() => ({ body: 'x', latencyMs: LATENCY_MS }), tasks, { workflow });
  const { execution: id, plan: object } = bench.ticket;
  const plan = JSON.parse(Buffer.from(await bench.archive.get(object)).toString()) as Plan;
  const [unit] = plan.units;
  const all = Array.from({ length: units }, (_, n) => ({ ...unit, unit: n }));
  bench.archive.objects.set(object, Buffer.from(JSON.stringify({ ...plan, units: all })));
  const answer = { type: 'crawl', wave: 1, plan: object, units, memoryMb: 256 } as const;
  const row = sampleExecution({ id, wave: 1, plan: object, frontier: null, answer });
  const catalog = { execution: async () => row, workflow: async () => sampleWorkflow(1) } as unknown as Catalog;
  const ports: DescribePorts = { catalog, archive: bench.archive, units: bench.units, clock: bench.clock };
  return { bench, look: async () => (await describeExecution(ports, id)).live };
}

/** Looks all the time. @returns the oldest that any answer was, in ms */
async function oldest(units: number): Promise<number> {
  const { bench, look } = await crawlOf(units);
  const { clock, fetcher } = bench;
  let age = 0;
  let working = true;
  const looking = async (): Promise<void> => {
    while (working) {
      await clock.sleep(LOOK_MS);
      const { fetched } = await look();
      const missing = fetcher.log[fetched]; // the first page that the answer does not have
      if (missing !== undefined && working) age = Math.max(age, clock.now() - missing.startedAt - LATENCY_MS);
    }
  };
  const work = bench.start().then(() => {
    working = false;
  });
  await clock.run(Promise.all([work, looking()]));
  expect(fetcher.pages).toHaveLength(PAGES);
  return age;
}

describe('what is shown of an execution that runs', () => {
  it.each([
    [1, 2_000],
    [40, 2_000],
    [41, 15_000],
    [1_000, 15_000],
  ])('in a wave of %i units is at most %i ms old', async (units, most) => {
    const age = await oldest(units);

    expect(age).toBeGreaterThan(LOOK_MS);
    expect(age).toBeLessThanOrEqual(most);
  });
});

describe('when an execution expires', () => {
  const DAY_MS = 86_400_000;
  const ENDED_AT = Date.parse('2026-11-01T00:00:00.000Z');
  const EXPIRES_AT = new Date(ENDED_AT + 3 * DAY_MS).toISOString();
  const above = sampleExecution({ id: 'xabove123456' as Execution['id'], base: EXECUTION });

  /** Looks so many days after the end; counts the lists that it reads. */
  const expiry = async (days: number, change: Partial<Execution>, others: readonly Execution[] = []) => {
    const row = sampleExecution({ status: 'limited', frontier: null, endedAt: ENDED_AT, ...change });
    let lists = 0;
    const executions = async () => {
      lists += 1;
      return { rows: [...others, row], next: null };
    };
    const catalog = { execution: async () => row, workflow: async () => sampleWorkflow(1), executions };
    const { archive, units } = new UnitBench(() => ({ body: 'x' }), []);
    const ports = { catalog, archive, units, clock: { now: () => ENDED_AT + days * DAY_MS } };
    const { expiresAt, keptFor } = await describeExecution(ports as unknown as DescribePorts, row.id);
    return { expiresAt, keptFor, lists };
  };

  it('is said from its end on, and is null for what stays, is paused, runs or is being deleted', async () => {
    const [ended, stays] = [await expiry(1, { retentionDays: 3 }), await expiry(1, {})];
    const others = await Promise.all(
      (['paused', 'running', 'deleting'] as const).map((status) => expiry(1, { retentionDays: 3, status })),
    );

    expect(ended).toEqual({ expiresAt: EXPIRES_AT, keptFor: null, lists: 0 });
    expect([stays, ...others].map(({ expiresAt }) => expiresAt)).toEqual([null, null, null, null]);
  });

  it('names the execution that keeps a base longer, looked up once its time is over', async () => {
    const before = await expiry(2, { retentionDays: 3 }, [above]);
    const after = await expiry(4, { retentionDays: 3 }, [above]);
    const deleting = await expiry(4, { retentionDays: 3 }, [{ ...above, status: 'deleting' }]);

    expect(before).toEqual({ expiresAt: EXPIRES_AT, keptFor: null, lists: 0 });
    expect(after).toEqual({ expiresAt: EXPIRES_AT, keptFor: above.id, lists: 1 });
    expect(deleting.keptFor).toBeNull();
  });
});
