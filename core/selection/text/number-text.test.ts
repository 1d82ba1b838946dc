import { describe, expect, it } from 'vitest';
import { parseNumber } from '#core/selection/text/number-text.ts';

describe('a number as people write it', () => {
  it.each([
    ['42', 42],
    ['-1.5', -1.5],
    ['+.5', 0.5],
    ['1e3', 1_000],
    ['1.299', 1.299],
    ['1,299', 1_299],
    ['12,50', 12.5],
    ['12,5', 12.5],
    ['1.299,00', 1_299],
    ['1,299.00', 1_299],
    ['1.234.567', 1_234_567],
    ['1,234,567', 1_234_567],
    ['1 234 567,89', 1_234_567.89],
    ["1'299.90", 1_299.9],
    ['£51.77', 51.77],
    ['€ 12,50', 12.5],
    ['12,50\u00a0€', 12.5],
    ['45 %', 45],
    ['−3', -3],
  ])('%s is %d', (text, value) => {
    expect(parseNumber(text)).toBe(value);
  });

  it.each(['', 'free', '1 or 2', '1,23,4', '1.2.3', '12 50', '0x10', 'NaN', 'Infinity', '1e999', '9'.repeat(101)])(
    '%s is none',
    (text) => {
      expect(parseNumber(text)).toBeNull();
    },
  );
});
