import { describe, expect, it } from 'vitest';
import { type PageTimes, unitSchedule } from '#bench/simulate/unit-schedule.ts';
import { WriteRates } from '#bench/simulate/write-rates.ts';
import type { Plan } from '#core/archive/plan.ts';
import { Workflow } from '#core/workflow/workflow.ts';
import { pagesOf, tasksOf } from '#test/fakes/unit-bench.ts';

const planOf = (change: { hostsPerWorker?: number; unitMs?: number; memoryMb?: number } = {}): Plan => {
  const { hostsPerWorker = 25, unitMs = 600_000, memoryMb = 1_769 } = change;
  return { memoryMb, unitMs, workflow: Workflow.parse({ seeds: ['http://a.example/'], hostsPerWorker }) } as Plan;
};
const always = (ms: number) => () => ({ ms, ok: true });
const POLITE: PageTimes = { delayMs: 1_000, cpuMs: 2, answer: always(300) };

describe('the schedule of a simulated unit', () => {
  it('asks a host once a second, all hosts at once', () => {
    const tasks = tasksOf(['a', 'b', 'c'].flatMap((host) => pagesOf(host, 10)));

    const { answers, late, turns, endsAt } = unitSchedule(tasks, planOf(), POLITE);

    expect([answers.length, late.length, turns.length]).toEqual([30, 0, 3]);
    expect(endsAt).toBe(60 + 9 * 1_000 + 302);
    expect(turns.map(({ from }) => from)).toEqual([0, 0, 0]);
  });

  it('has no more hosts in flight than the workflow allows: others begin when one has ended', () => {
    const tasks = tasksOf(['a', 'b', 'c'].flatMap((host) => pagesOf(host, 10)));

    const { turns } = unitSchedule(tasks, planOf({ hostsPerWorker: 2 }), POLITE);

    expect(turns.map(({ from }) => from)).toEqual([0, 0, 10_060]);
  });

  it('leaves what does not begin in nine tenths of its time', () => {
    const { answers, late } = unitSchedule(tasksOf(pagesOf('a', 20)), planOf({ unitMs: 10_000 }), POLITE);

    expect([answers.length, late.length]).toEqual([9, 11]);
  });

  it('goes at the pace of its CPU where there is more to compute than to wait for', () => {
    const tasks = tasksOf(['a', 'b', 'c', 'd'].flatMap((host) => pagesOf(host, 100)));
    const quick = { delayMs: 0, cpuMs: 5, answer: always(1) };

    expect(unitSchedule(tasks, planOf(), quick).endsAt).toBeCloseTo(60 + 99 * 20 + 6);
    // A quarter of the memory is a quarter of the CPU.
    expect(unitSchedule(tasks, planOf({ memoryMb: 1_769 / 4 }), quick).endsAt).toBeCloseTo(60 + 99 * 80 + 21);
  });
});

describe('the schedule of a host that fails', () => {
  it('tries a page again that timed out, after the others that are due', () => {
    const tasks = tasksOf(pagesOf('a', 6));
    const slow = (task: (typeof tasks)[number], attempt: number) =>
      task === tasks[1] && attempt === 1 ? { ms: 30_000, ok: false } : { ms: 300, ok: true };

    const { answers, late } = unitSchedule(tasks, planOf(), { ...POLITE, answer: slow });

    expect(late).toEqual([]);
    expect(answers.map(({ task, attempts }) => [tasks.indexOf(task), attempts])).toEqual([
      [0, 1],
      [2, 1],
      [3, 1],
      [1, 2],
      [4, 1],
      [5, 1],
    ]);
  });

  it('leaves it alone after five failures in a row, longer each time, then defers or fails the rest', () => {
    const tasks = tasksOf(pagesOf('a', 30));

    const { answers, late, turns } = unitSchedule(tasks, planOf(), {
      ...POLITE,
      answer: () => ({ ms: 1_000, ok: false }),
    });

    // 30 s and 60 s are waited for; 120 s are more than a worker sits out.
    expect(turns[0]?.to).toBeGreaterThan(90_000);
    expect(turns[0]?.to).toBeLessThan(110_000);
    expect(answers.every(({ ok, attempts }) => !ok && attempts === 3)).toBe(true);
    expect(answers.length + late.length).toBe(30);
    expect(late.every(({ reason, notBefore }) => reason === 'back-off' && notBefore > 200_000)).toBe(true);
  });
});

describe('write rates', () => {
  it('are those of the key with the most units in one second, in any order', () => {
    const rates = new WriteRates();
    for (const at of [100, 2_500, 900]) rates.add('a', 2, at);
    rates.add('b', 3, 999);

    expect(rates.hottest).toEqual({ key: 'a', perSecond: 4 });
  });
});
