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
const POLITE: PageTimes = { delayMs: 1_000, latencyMs: 300, cpuMs: 2 };

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
    const quick = { delayMs: 0, latencyMs: 1, cpuMs: 5 };

    expect(unitSchedule(tasks, planOf(), quick).endsAt).toBeCloseTo(60 + 99 * 20 + 6);
    // A quarter of the memory is a quarter of the CPU.
    expect(unitSchedule(tasks, planOf({ memoryMb: 1_769 / 4 }), quick).endsAt).toBeCloseTo(60 + 99 * 80 + 21);
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
