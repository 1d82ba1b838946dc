import { describe, expect, it } from 'vitest';
import { workerMemoryMb } from '#core/cost/lambda.ts';
import { LIST_PRICES } from '#core/cost/prices.ts';
import { reserveUsd } from '#core/frontier/budget/reserve.ts';
import { type Left, type WaveBudget, type WaveShape, waveBudget } from '#core/frontier/budget/wave-budget.ts';
import { Dice } from '#test/model/model-web.ts';

const MEBI = 1024 * 1024;

const SHAPE: WaveShape = {
  parallelism: 8,
  hostsPerWorker: 25,
  pageBytes: 10 * MEBI,
  unitMs: 600_000,
  mostTasks: 20_000,
};
const UNLIMITED: Left = { bytes: null, usd: null, ms: null };

const means = (left: Partial<Left>, shape: Partial<WaveShape> = {}) =>
  waveBudget({ ...UNLIMITED, ...left }, { ...SHAPE, ...shape }, LIST_PRICES);

const possible = (made: WaveBudget): Extract<WaveBudget, { possible: true }> => {
  if (!made.possible) throw new Error(made.limit);
  return made;
};

describe('waveBudget', () => {
  it('is the whole shape where nothing is limited', () => {
    expect(means({})).toEqual({
      possible: true,
      units: 8,
      tasks: 20_000,
      unitMs: 600_000,
      bytesShare: null,
      storedShare: null,
      serial: false,
    });
  });

  it('gives each unit its part of the storage that is left, fewer of them where it is little, and none of none', () => {
    const mebi = 1024 * 1024;

    expect(means({ stored: 800 * mebi })).toMatchObject({ units: 8, storedShare: 100 * mebi });
    expect(means({ stored: 40 * mebi })).toMatchObject({ units: 2, storedShare: 20 * mebi });
    expect(means({ stored: 1 })).toMatchObject({ units: 1, storedShare: 1, serial: false });
    expect(means({ stored: 0 })).toEqual({ possible: false, limit: 'storage' });
  });

  it('allows no wave where nothing is left, naming the first of budget, seconds, bytes', () => {
    expect(means({ usd: 0, ms: 0, bytes: 0 })).toEqual({ possible: false, limit: 'budget' });
    expect(means({ ms: 0, bytes: 0 })).toEqual({ possible: false, limit: 'seconds' });
    expect(means({ bytes: -5 })).toEqual({ possible: false, limit: 'bytes' });
  });

  it('gives units equal shares of at least one page, so fewer units when little is left', () => {
    const made = [800, 85, 25].map((mebi) => possible(means({ bytes: mebi * MEBI })));

    expect(made.map(({ units }) => units)).toEqual([8, 8, 2]);
    expect(made.map(({ bytesShare }) => bytesShare)).toEqual([100 * MEBI, (85 * MEBI) / 8, 12.5 * MEBI]);
    expect(made.map(({ serial }) => serial)).toEqual([false, false, false]);
  });

  it('lets one unit with one connection crawl a rest that no longer fits a page', () => {
    const one = possible(means({ bytes: 10 * MEBI }));
    const rest = possible(means({ bytes: 10 * MEBI - 1 }));

    expect([one.units, one.bytesShare, one.serial]).toEqual([1, 10 * MEBI, false]);
    expect([rest.units, rest.bytesShare, rest.serial]).toEqual([1, 10 * MEBI - 1, true]);
  });

  it('lets units start requests until the deadline, and then gives those in flight ten seconds', () => {
    expect(possible(means({ ms: 30_000 })).unitMs).toBeCloseTo(30_000 / 0.9 + 10_000);
    expect(possible(means({ ms: 700_000 })).unitMs).toBe(600_000);
    expect(possible(means({ ms: 1 })).unitMs).toBeCloseTo(10_001.1, 0);
  });

  it('keeps the units of a budget that the tasks would use up, and the tasks of one that the units would', () => {
    const dear = possible(means({ usd: 0.2 }, { unitMs: 10_000 }));
    const long = possible(means({ usd: 0.2 }, { parallelism: 100, mostTasks: 200 }));

    expect([dear.units, dear.tasks]).toEqual([8, 5_000]);
    expect([long.units, long.tasks]).toEqual([12, 200]);
  });

  it('reserves a read more for each task that may have a base page', () => {
    const most = (hasBase: boolean): number => possible(means({ usd: 0.3 }, { hasBase, pageBytes: 1 })).tasks;

    expect(most(true)).toBeLessThanOrEqual(most(false));
    expect(reserveUsd({ seconds: 1, memoryMb: 256, tasks: 9, revisits: 9 }, LIST_PRICES)).toBeGreaterThan(
      reserveUsd({ seconds: 1, memoryMb: 256, tasks: 9 }, LIST_PRICES),
    );
  });

  it('keeps all for a budget that covers it, then halves units or tasks (those that cost more), then takes less time', () => {
    const made = [10, 0.5, 0.3, 0.02, 0.01, 0.001].map((usd) => possible(means({ usd })));

    expect(made.map(({ units, tasks, unitMs }) => [units, tasks, unitMs])).toEqual([
      [8, 20_000, 600_000],
      [8, 10_000, 600_000],
      [8, 5_000, 600_000],
      [1, 156, 600_000],
      [1, 78, 150_000],
      [1, 9, 1_000],
    ]);
  });

  it('allows no wave for a budget that does not cover one task', () => {
    expect(means({ usd: 0.0005 })).toEqual({ possible: false, limit: 'budget' });
    expect(means({ usd: 1e-9 })).toEqual({ possible: false, limit: 'budget' });
  });

  it.each([1, 10, 1_000, 20_000, Number.MAX_SAFE_INTEGER])(
    'always allows a task, or says that the budget is over; more money never allows less (of %i tasks, N9)',
    (mostTasks) => {
      const shape = { ...SHAPE, parallelism: 16, hostsPerWorker: 2, pageBytes: 1_000, mostTasks };
      let found = 0;
      for (let usd = 0.0001; usd < 1; usd *= 1.07) {
        const made = means({ usd }, shape);
        if (!made.possible) {
          expect([made.limit, found]).toEqual(['budget', 0]);
          continue;
        }
        found += 1;
        const { units, tasks, unitMs } = made;
        expect(tasks).toBeGreaterThanOrEqual(1);
        const reserved = units * reserveOf(Math.ceil(tasks / units), unitMs, shape);
        expect(reserved).toBeLessThanOrEqual(usd);
      }
      expect(found).toBeGreaterThan(0);
    },
  );

  it('never lets the reserves of a wave pass what is left, however its tasks are spread over its units: 600 waves', () => {
    let waves = 0;
    for (let seed = 1; seed <= 600; seed++) {
      const dice = new Dice(seed);
      const shape = randomShape(dice);
      const { usd, made } = tightest(shape, 10 ** (1 - dice.int(5) * dice.next()));
      if (made === null) continue;
      waves += 1;

      for (const tasks of [spread(made, () => 101), spread(made, () => 1 + dice.int(2 * made.tasks))]) {
        const reserved = tasks.reduce((sum, count) => sum + reserveOf(count, made.unitMs, shape), 0);
        expect(reserved, `seed ${seed}`).toBeLessThanOrEqual(usd);
      }
    }
    expect(waves).toBeGreaterThan(300);
  });

  it('never lets the shares of a wave pass the bytes that are left: 1,000 waves', () => {
    for (let seed = 1; seed <= 1_000; seed++) {
      const dice = new Dice(seed);
      const shape = randomShape(dice);
      const bytes = 1 + dice.int(1_000 * MEBI);

      const made = possible(means({ bytes }, shape));

      expect(made.units * (made.bytesShare ?? 0), `seed ${seed}`).toBeLessThanOrEqual(bytes);
      if (made.serial) expect([made.units, bytes < shape.pageBytes], `seed ${seed}`).toEqual([1, true]);
      else expect(made.bytesShare, `seed ${seed}`).toBeGreaterThanOrEqual(shape.pageBytes);
    }
  });
});

const randomShape = (dice: Dice): WaveShape => ({
  parallelism: 1 + dice.int(dice.chance(0.2) ? 1_000 : 20),
  hostsPerWorker: 1 + dice.int(40),
  pageBytes: 1 + dice.int(64 * MEBI),
  unitMs: 1_000 * (1 + dice.int(840)),
  mostTasks: 1 + dice.int(20_000),
});

/** The means that `usd` allows, and the least that still allows them. */
function tightest(
  shape: WaveShape,
  usd: number,
): { usd: number; made: Extract<WaveBudget, { possible: true }> | null } {
  const made = means({ usd }, shape);
  if (!made.possible) return { usd, made: null };
  let [low, high] = [0, usd];
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    if (JSON.stringify(means({ usd: middle }, shape)) === JSON.stringify(made)) high = middle;
    else low = middle;
  }
  return { usd: high, made };
}

/**
 * All tasks that the means allow: `share()` to each unit as long as there are any, the rest to the
 * last.
 */
function spread(made: Extract<WaveBudget, { possible: true }>, share: () => number): number[] {
  const units: number[] = [];
  let left = made.tasks;
  while (left > 0) {
    const taken = units.length === made.units - 1 ? left : Math.min(left, share());
    units.push(taken);
    left -= taken;
  }
  return units;
}

/** As planWave writes it into the plan, at its dearest: each task on its own host. */
const reserveOf = (tasks: number, unitMs: number, shape: WaveShape): number =>
  reserveUsd(
    {
      seconds: unitMs / 1_000,
      memoryMb: workerMemoryMb(shape.hostsPerWorker, 0),
      tasks,
      hostsInFlight: shape.hostsPerWorker,
      pageBytes: shape.pageBytes,
    },
    LIST_PRICES,
  );
