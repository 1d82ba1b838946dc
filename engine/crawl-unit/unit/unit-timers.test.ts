import { describe, expect, it } from 'vitest';
import { pagesOf, tasksOf, UnitBench } from '#test/fakes/unit-bench.ts';

/** Seconds from each beat to the next, of a unit of two minutes. */
async function pausesOf(paidByTime: boolean): Promise<number[]> {
  const workflow = { politeness: { delaySeconds: 1 } };
  const bench = new UnitBench(() => ({ body: 'x' }), tasksOf(pagesOf('a.example', 121)), { workflow });
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

  it('comes every 5 s after a minute where the worker is paid by time', async () => {
    const pauses = await pausesOf(true);

    expect(pauses.slice(0, 31).every((pause) => pause === 1.9)).toBe(true);
    expect(pauses.slice(32)).toEqual(Array.from({ length: pauses.length - 32 }, () => 5));
    expect(pauses.length).toBeLessThan(46);
  });
});
