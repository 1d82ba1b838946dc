import { describe, expect, it } from 'vitest';
import { type SparseVector, sphericalMeans } from '#core/topics/spherical-means.ts';

/** Of length 1, in equal parts. */
const vector = (...terms: number[]): SparseVector => ({
  terms: Uint32Array.from(terms),
  weights: new Float32Array(terms.length).fill(1 / Math.sqrt(terms.length)),
});

/** Three groups of thirty vectors with ten terms each; all vectors share term 30. */
const GROUPS = Array.from({ length: 90 }, (_, n) =>
  vector(30, ...[0, 3, 4, 7].map((step) => (n % 3) * 10 + ((n + step) % 10))),
);

const partsOf = ({ of }: { readonly of: Int32Array }): number[] => [0, 1, 2].map((n) => of[n] ?? -1);

describe('groups of vectors', () => {
  it('are those that share terms, the same each time', () => {
    const clusters = sphericalMeans(GROUPS, 3, 31);
    const groups = partsOf(clusters);

    expect(new Set(groups).size).toBe(3);
    expect([...clusters.of]).toEqual(GROUPS.map((_, n) => groups[n % 3]));
    expect(Math.min(...clusters.likeness)).toBeGreaterThan(0.5);
    expect(sphericalMeans(GROUPS, 3, 31)).toEqual(clusters);
  });

  it('are fewer where fewer vectors differ', () => {
    const { of, means } = sphericalMeans([vector(0), vector(0), vector(1)], 5, 2);

    expect([means.length, of[0] === of[1], of[0] === of[2]]).toEqual([2, true, false]);
  });

  it('leave out what has nothing in common with any', () => {
    expect([...sphericalMeans([vector(0), vector(0), vector()], 1, 1).of].filter((group) => group === -1).length).toBe(
      1,
    );
    expect(sphericalMeans([], 3, 1)).toMatchObject({ means: [] });
  });
});
