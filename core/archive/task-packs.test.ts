import { describe, expect, it } from 'vitest';
import { correctionUnits, nextFineRange, packRange, packSize, packUnits } from '#core/archive/task-packs.ts';
import type { UrlKey } from '#core/url/url-key.ts';

const keyOf = (digits: string): UrlKey => digits.padEnd(32, '7') as UrlKey;

describe('the range of a key', () => {
  it('is its first digit in coarse packs, and one of 512 in fine ones', () => {
    const keys = ['000', '007', '008', '3af', 'ff7', 'fff'].map(keyOf);

    expect(keys.map((key) => packRange(key, 'coarse'))).toEqual(['0', '0', '0', '3', 'f', 'f']);
    expect(keys.map((key) => packRange(key, 'fine'))).toEqual(['000', '000', '008', '3a8', 'ff0', 'ff8']);
  });

  it('is followed by the next one, to the end of its first digit: 32 of them', () => {
    const ranges = ['b00'];
    for (let next = nextFineRange('b00'); next !== null; next = nextFineRange(next)) ranges.push(next);

    expect(ranges).toHaveLength(32);
    expect([ranges[1], ranges[2], ranges.at(-1), nextFineRange('ff8')]).toEqual(['b08', 'b10', 'bf8', null]);
  });
});

describe('packs', () => {
  it('are coarse for a small wave, fine for a large one, and fine for all of a crawl of very many waves', () => {
    expect([packSize(1, 10), packSize(1, 4_095), packSize(1, 4_096), packSize(512, 10)]).toEqual([
      ...['coarse', 'coarse', 'fine', 'fine'],
    ]);
  });

  it('take a write unit each at least, and far less than one a row in a wave', () => {
    expect(packUnits({ wave: 1, rows: 0, bytes: 0 })).toBe(0);
    expect(packUnits({ wave: 1, rows: 10, bytes: 5_000 })).toBe(8); // 16 ranges, of which some get none
    expect(packUnits({ wave: 1, rows: 20_000, bytes: 20_000 * 560 }) / 20_000).toBeLessThan(0.2);
    expect([correctionUnits(3, 0), correctionUnits(3, 2)]).toEqual([0, 2]);
  });
});
