import { describe, expect, it } from 'vitest';
import { lowestRanks } from '#engine/level/lowest-ranks.ts';

const edge = (from: string, rank: number, to: string, level = 1) => ({ from, rank, to, level });

describe('lowestRanks', () => {
  it('gives a target the lowest rank of all redirects to it, in any order of following them', () => {
    expect(lowestRanks([edge('a', 9, 'x'), edge('b', 2, 'x'), edge('c', 5, 'x')])).toEqual(new Map([['1/x', 2]]));
  });

  it('hands the rank on along chains that run into each other', () => {
    const ranks = lowestRanks([edge('x', 7, 'y'), edge('y', 7, 'z'), edge('a', 7, 'x'), edge('b', 3, 'x')]);

    expect(Object.fromEntries(ranks)).toEqual({ '1/x': 3, '1/y': 3, '1/z': 3 });
  });

  it('ends in a loop, and keeps levels apart', () => {
    const ranks = lowestRanks([edge('x', 4, 'y'), edge('y', 6, 'x'), edge('x', 1, 'y', 2)]);

    expect(Object.fromEntries(ranks)).toEqual({ '1/y': 4, '1/x': 4, '2/y': 1 });
  });

  it('takes linear time for chains in the worst order', () => {
    const chain = Array.from({ length: 50_000 }, (_, i) => edge(`p${i + 1}`, i + 1, `p${i}`));

    expect(lowestRanks(chain).get('1/p0')).toBe(1);
  });
});
