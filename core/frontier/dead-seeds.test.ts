import { describe, expect, it } from 'vitest';
import { type DeadSeed, deadSeedLine, deadSeedWords, NO_DEAD_SEEDS, withDeadSeed } from '#core/frontier/dead-seeds.ts';
import { FAIL_REASONS, SKIP_REASONS } from '#core/model/outcome.ts';

const seed = (rank: number, change: Partial<DeadSeed> = {}): DeadSeed => ({
  url: `http://s${String(rank).padStart(2, '0')}.example/`,
  reason: 'dns',
  detail: '',
  rank,
  ...change,
});

describe('seeds that brought no page', () => {
  it('are all counted, and the first ten by rank are named, in any order', () => {
    const ranks = [7, 3, 12, 1, 9, 2, 11, 4, 10, 5, 8, 6];

    const seeds = ranks.map((rank) => seed(rank)).reduce(withDeadSeed, NO_DEAD_SEEDS);

    expect(seeds.count).toBe(12);
    expect(seeds.first.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('are reported in one line, the first with its reason', () => {
    const one = withDeadSeed(NO_DEAD_SEEDS, seed(1, { reason: 'http-4xx', detail: '404' }));

    expect(deadSeedLine(undefined)).toBeNull();
    expect(deadSeedLine(one)).toBe('1 seed brought no page: http://s01.example/: the server answered 404');
    expect(deadSeedLine(withDeadSeed(one, seed(2)))).toMatch(/^2 seeds brought no page; the first: http:\/\/s01/);
  });

  it.each([...SKIP_REASONS, ...FAIL_REASONS])('have words for %s, with and without a detail', (reason) => {
    expect(deadSeedWords({ reason, detail: '' })).not.toMatch(/undefined|\(\)/);
    expect(deadSeedWords({ reason, detail: 'it is so' })).toMatch(/^\w.{5}/);
  });

  it.each([
    ['port 9', 'port 9 belongs to another protocol'],
    ['loopback', 'it is an address of this machine'],
    ['metadata', 'it is an address where clouds hand out credentials'],
    ['multicast', 'it is in a range that Surf never requests (multicast)'],
    [
      'a.example: the address 10.0.0.1 is private',
      'a.example: the address 10.0.0.1 is private: an address of a private network',
    ],
  ])('say of the address rule $0: $1', (detail, words) => {
    expect(deadSeedWords({ reason: 'blocked-address', detail })).toBe(words);
  });
});
