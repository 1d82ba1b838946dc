import { describe, expect, it } from 'vitest';
import { pagesOf, tasksOf, UnitBench } from '#test/fakes/unit-bench.ts';

/** Seconds from each beat to the next, of a unit of three minutes. */
async function pausesOf(paidByTime: boolean): Promise<number[]> {
  const workflow = { politeness: { delaySeconds: 1 } };
  const bench = new UnitBench(() => ({ body: 'x' }), tasksOf(pagesOf('a.example', 181)), { workflow });
  const at: number[] = [bench.clock.now()];
  const beat = bench.units.beat.bind(bench.units);
  bench.units.beat = (...beaten) => {
    at.push(bench.clock.now());
    return beat(...beaten);
  };
  await bench.run({ paidByTime });
  return at.slice(1).map((now, i) => (now - (at[i] ?? 0)) / 1_000);
}

describe('the beat of a unit', () => {
  it('comes every 1.9 s', async () => {
    const pauses = await pausesOf(false);

    expect(pauses.length).toBeGreaterThan(60);
    expect(new Set(pauses)).toEqual(new Set([1.9]));
  });

  it('comes more seldom, every 5 s, then every 8 s, where the worker is paid by time', async () => {
    const pauses = await pausesOf(true);

    const steps = pauses.filter((pause, i) => pause !== pauses[i - 1]);
    const sinceBegin = (every: number): number =>
      pauses.slice(0, pauses.indexOf(every)).reduce((sum, pause) => sum + pause, 0);
    expect(steps).toEqual([1.9, 5, 8]);
    expect(sinceBegin(5)).toBeGreaterThanOrEqual(30);
    expect(sinceBegin(5)).toBeLessThan(32);
    expect(sinceBegin(8)).toBeGreaterThanOrEqual(120);
    expect(sinceBegin(8)).toBeLessThan(125);
  });
});
