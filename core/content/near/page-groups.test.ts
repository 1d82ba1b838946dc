import { describe, expect, it } from 'vitest';
import { PageGroups } from '#core/content/near/page-groups.ts';

describe('groups of pages', () => {
  it('have all that are joined, the first page first, in the order of their first pages', () => {
    const groups = new PageGroups(9);
    for (const [x, y] of [
      [7, 8],
      [5, 3],
      [3, 1],
      [5, 6],
      [6, 1],
      [8, 0],
    ] as const)
      groups.join(x, y);

    expect([...groups.groups()]).toEqual([
      [0, 7, 8],
      [1, 3, 5, 6],
    ]);
    expect([groups.firstOf(6), groups.firstOf(2)]).toEqual([1, 2]);
  });

  it('of a chain of a hundred thousand pages are one', () => {
    const groups = new PageGroups(100_000);
    for (let n = 99_999; n > 0; n--) groups.join(n, n - 1);

    expect([...groups.groups()].map((group) => group.length)).toEqual([100_000]);
  });
});
