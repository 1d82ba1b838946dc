import { describe, expect, it } from 'vitest';
import { LIST_PRICES } from '#core/cost/prices.ts';
import { reserveUsd } from '#core/cost/reserve.ts';
import { type WaveMeans, type WaveShape, waveMeans } from '#core/frontier/wave-means.ts';

const SHAPE: WaveShape = { parallelism: 16, hostsPerWorker: 2, pageBytes: 1_000, unitMs: 600_000, mostTasks: 20_000 };
const FREE = { bytes: null, usd: null, ms: null };

const means = (left: Partial<{ bytes: number; usd: number; ms: number }>, shape: Partial<WaveShape> = {}): WaveMeans =>
  waveMeans({ ...FREE, ...left }, { ...SHAPE, ...shape }, LIST_PRICES);

describe('the means of a wave', () => {
  it('are those of the workflow when no limit binds', () => {
    expect(means({})).toEqual({
      possible: true,
      units: 16,
      tasks: 20_000,
      unitMs: 600_000,
      bytesShare: null,
      serial: false,
    });
  });

  it('do not exist when a limit is used up; the first in the order of their names is named', () => {
    expect(means({ usd: 0, ms: 0, bytes: 0 })).toEqual({ possible: false, limit: 'budget' });
    expect(means({ ms: 0, bytes: 0 })).toEqual({ possible: false, limit: 'seconds' });
    expect(means({ bytes: 0 })).toEqual({ possible: false, limit: 'bytes' });
  });

  it('share bytes in parts of at least one page, and end one page at a time', () => {
    expect(means({ bytes: 4_500 })).toMatchObject({ units: 4, bytesShare: 1_125, serial: false });
    expect(means({ bytes: 999 })).toMatchObject({ units: 1, bytesShare: 999, serial: true });
  });

  it.each([1, 10, 1_000, 20_000, Number.MAX_SAFE_INTEGER])(
    'always allow a task, or say that the budget is over; never reserve more than is left (of %i tasks, N9)',
    (mostTasks) => {
      let possible = 0;
      for (let usd = 0.0001; usd < 1; usd *= 1.07) {
        const found = means({ usd }, { mostTasks });
        if (!found.possible) {
          expect(found.limit).toBe('budget');
          expect(possible).toBe(0); // more money never allows less
          continue;
        }
        possible += 1;
        const { units, tasks, unitMs } = found;
        const unit = {
          seconds: unitMs / 1_000,
          memoryMb: 256,
          tasks: Math.ceil(tasks / units),
          hostsInFlight: 2,
          pageBytes: 1_000,
        };
        expect(tasks).toBeGreaterThanOrEqual(1);
        expect(units * reserveUsd(unit, LIST_PRICES)).toBeLessThanOrEqual(usd);
      }
      expect(possible).toBeGreaterThan(0);
    },
  );
});
