import { describe, expect, it } from 'vitest';
import { mixedHash } from '#core/bytes/mixed-hash.ts';
import { BANDS, PageSketches } from '#core/content/near/page-sketches.ts';
import { sharedPart } from '#core/content/near/shingles.ts';

/** A set of `size` hashes; sets with one seed and different shifts share the rest. */
const setOf = (size: number, shift: number, seed = 1): Uint32Array =>
  Uint32Array.from({ length: size }, (_, i) => mixedHash((i + shift) * 2 + seed * 0x10000001)).sort();

describe('sketches of pages', () => {
  it('estimate the share in common within 0.07 on average', () => {
    const sketches = new PageSketches();
    const errors = Array.from({ length: 200 }, (_, n) => {
      const [x, y] = [setOf(400, 0, n), setOf(400, n % 100, n)];
      return Math.abs(sketches.likeness(sketches.add(x), sketches.add(y)) - sharedPart(x, y));
    });

    expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(0.07);
    expect(Math.max(...errors)).toBeLessThan(0.25);
  });

  it('of equal sets are equal, also beyond a block of memory', () => {
    const sketches = new PageSketches();
    const [first] = Array.from({ length: 4_200 }, (_, n) => sketches.add(setOf(2, n, n)));
    const again = sketches.add(setOf(2, 0, 0));

    expect([first, again, sketches.count]).toEqual([0, 4_200, 4_201]);
    expect(sketches.likeness(0, again)).toBe(1);
    expect([sketches.firstBand(0, again), sketches.firstBand(0, 4_100)]).toEqual([0, BANDS]);
  });

  it('of large sets without a common hash are not alike', () => {
    const sketches = new PageSketches();
    const [x, y] = [sketches.add(setOf(20_000, 0, 1)), sketches.add(setOf(20_000, 0, 2))];

    expect(sketches.likeness(x, y)).toBeLessThan(0.05);
  });

  it('agree in a band nearly always when nine tenths are in common', () => {
    const sketches = new PageSketches();
    const missed = Array.from({ length: 300 }, (_, n) => n).filter((n) => {
      const [x, y] = [sketches.add(setOf(200, 0, n)), sketches.add(setOf(200, 10, n))];
      return sketches.firstBand(x, y) === BANDS;
    });

    expect(missed).toEqual([]);
  });
});
