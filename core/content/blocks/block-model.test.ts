import { describe, expect, it } from 'vitest';
import { FEATURES } from '#core/content/blocks/block-features.ts';
import { BLOCK_MODEL, BlockScorer } from '#core/content/blocks/block-model.ts';

const probability = (trees: string[], row: number[]): number =>
  new BlockScorer({ features: ['a', 'b'], trees }).probability(Float64Array.from(row));

describe('the model of blocks', () => {
  it('goes down each tree and adds the points of the leaves', () => {
    const tree = '0 5 1 2.5 -1 -1000 -1 500 1 7 -1 2000 -1 3000';

    expect(probability([tree], [5, 2.5])).toBeCloseTo(1 / (1 + Math.exp(1)));
    expect(probability([tree], [5, 2.6])).toBeCloseTo(1 / (1 + Math.exp(-0.5)));
    expect(probability([tree], [5.1, 7])).toBeCloseTo(1 / (1 + Math.exp(-2)));
    expect(probability([tree, '-1 -1000'], [5.1, 7.1])).toBeCloseTo(1 / (1 + Math.exp(-2)));
  });

  it('is small, and knows its features', () => {
    expect(BLOCK_MODEL.features.filter((name) => !(name in FEATURES))).toEqual([]);
    expect(JSON.stringify(BLOCK_MODEL).length).toBeLessThan(30_000);
  });

  it('has whole trees: one leaf more than splits', () => {
    const whole = BLOCK_MODEL.trees.map((tree) => tree.split(' ').filter((_, at) => at % 2 === 0));

    expect(whole.every((nodes) => nodes.filter((node) => node === '-1').length * 2 === nodes.length + 1)).toBe(true);
    expect(Math.max(...whole.flat().map(Number))).toBeLessThan(BLOCK_MODEL.features.length);
  });
});
