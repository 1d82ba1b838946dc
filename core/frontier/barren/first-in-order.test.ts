import { expect, it } from 'vitest';
import { firstInOrder } from '#core/frontier/barren/first-in-order.ts';

const ascending = (a: number, b: number): number => a - b;

it('gives what sorting and slicing give, for any order of the items', () => {
  for (let seed = 1; seed <= 50; seed += 1) {
    const items = Array.from({ length: seed }, (_, n) => (n * 7_919 * seed) % 10_007);
    for (const most of [0, 1, 3, seed, seed + 1])
      expect(firstInOrder(items, most, ascending)).toEqual([...items].sort(ascending).slice(0, most));
  }
});

it('compares most items once when few are kept', () => {
  let comparisons = 0;
  const items = Array.from({ length: 10_000 }, (_, n) => (n * 7_919) % 10_007);
  firstInOrder(items, 10, (a, b) => {
    comparisons += 1;
    return a - b;
  });

  expect(comparisons).toBeLessThan(11_000);
});
