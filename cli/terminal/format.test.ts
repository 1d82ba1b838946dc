import { describe, expect, it } from 'vitest';
import { bytes, counted, duration, rate, usd } from '#cli/terminal/format.ts';

describe('quantities', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1_234, '1.2 kB'],
    [123_456, '123 kB'],
    [12_345_678, '12.3 MB'],
    [5e15, '5000 TB'],
  ])('%d bytes are %s', (n, text) => expect(bytes(n)).toBe(text));

  it.each([
    [0.04, '0.0 s'],
    [9.94, '9.9 s'],
    [59.4, '59 s'],
    [60, '1 min'],
    [185, '3 min 5 s'],
    [3_600, '1 h'],
    [7_800, '2 h 10 min'],
  ])('%d seconds are %s', (n, text) => expect(duration(n)).toBe(text));

  it('count nouns', () => {
    expect([counted(1, 'page'), counted(1_234, 'page')]).toEqual(['1 page', '1,234 pages']);
  });

  it('show rates and sums of money with the places that matter', () => {
    expect([rate(0.25), rate(99.94), rate(1_234.5)]).toEqual(['0.3/s', '99.9/s', '1,235/s']);
    expect([usd(0.000_123_4), usd(12.345)]).toEqual(['0.000123 USD', '12.35 USD']);
  });
});
