import { describe, expect, it } from 'vitest';
import { fitted } from '#cli/terminal/fitted.ts';

describe('a fitted line', () => {
  it.each([
    ['short', 10, 'short'],
    ['exactly ten', 11, 'exactly ten'],
    ['one too long', 11, 'one too lo…'],
    ['日本語', 6, '日本語'],
    ['日本語', 5, '日本…'],
    ['日本語', 4, '日…'],
    ['cafe\u0301s', 5, 'cafe\u0301s'],
    ['abc', 1, '…'],
    ['abc', 0, ''],
  ])('%j in %i cells is %j', (text, cells, expected) => {
    expect(fitted(text, cells)).toBe(expected);
  });
});
