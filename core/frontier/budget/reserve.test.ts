import { describe, expect, it } from 'vitest';
import { costOf, LIST_PRICES } from '#core/cost/prices.ts';
import { reserveUsage, reserveUsd } from '#core/frontier/budget/reserve.ts';

const UNIT = { seconds: 600, memoryMb: 256, tasks: 100, hosts: 1 };

describe('what a unit reserves', () => {
  it('is its whole time at its memory, and every write that its tasks can cause', () => {
    expect(reserveUsage(UNIT)).toEqual({
      gbSeconds: 150,
      invocations: 1,
      transitions: 2,
      writeUnits: 2 + 300 + 317 * 3 + 5 + 17 + 200 * 2,
      readUnits: 317 + 2 + 17,
      puts: (1 + 1 + 63 + 10) * 4 + 1,
      gets: 3,
    });
    expect(reserveUsd(UNIT, LIST_PRICES)).toBe(costOf(reserveUsage(UNIT), LIST_PRICES).total);
  });

  it('counts a separate host for every task when nobody says how many there are', () => {
    const { hosts: _, ...unknown } = UNIT;

    expect(reserveUsage(unknown)).toEqual(reserveUsage({ ...UNIT, hosts: 100 }));
  });

  it('grows with each of its parts', () => {
    const usd = reserveUsd(UNIT, LIST_PRICES);

    const grown = [
      { seconds: 601 },
      { memoryMb: 1_024 },
      { tasks: 101 },
      { hosts: 2 },
      { pageBytes: 64 * 1024 * 1024 },
      { sitemaps: 1 },
    ].map((more) => reserveUsd({ ...UNIT, ...more }, LIST_PRICES));

    for (const more of grown) expect(more).toBeGreaterThan(usd);
  });

  it('covers fewer writes where chunks have fewer objects and pages are small', () => {
    expect(reserveUsage({ ...UNIT, pageBytes: 100_000, objectsPerChunk: 2 }).puts).toBe((1 + 1 + 1 + 10) * 2 + 1);
  });
});
