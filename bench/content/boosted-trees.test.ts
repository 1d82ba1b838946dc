import { describe, expect, it } from 'vitest';
import { BOOSTING, boostedTrees } from '#bench/content/boosted-trees.ts';
import { commonWords } from '#bench/content/common-words.ts';
import { BlockScorer } from '#core/content/blocks/block-model.ts';

describe('training of the model of blocks', () => {
  it('learns a rule of two features, and the same one each time', () => {
    const rows = Array.from({ length: 900 }, (_, n) => Float64Array.of(n % 30, Math.floor(n / 30)));
    const labels = Float64Array.from(rows, ([a = 0, b = 0]) => (a > 12 && b > 20 ? 1 : 0));
    const options = { ...BOOSTING, trees: 40, leaves: 4, features: 1, damping: 1 };
    const trees = boostedTrees({ rows, labels, weights: new Float64Array(900).fill(1) }, options);
    const model = new BlockScorer({ features: ['a', 'b'], trees });
    const wrong = rows.filter((row, at) => model.probability(row) > 0.5 !== (labels[at] === 1));

    expect(wrong.length).toBeLessThan(18);
    expect(boostedTrees({ rows, labels, weights: new Float64Array(900).fill(1) }, options)).toEqual(trees);
  });

  it('takes for content the words that the truth has in the same order', () => {
    const page = [...Array.from({ length: 70 }, (_, n) => `menu${n}`), 'the', 'fox', 'menu1', 'jumps', 'end'];

    expect(page.filter((_, at) => commonWords(page, ['the', 'fox', 'jumps', 'menu0'])[at])).toEqual([
      'the',
      'fox',
      'jumps',
    ]);
    expect(commonWords(page, []).some(Boolean)).toBe(false);
  });
});
