import { describe, expect, it } from 'vitest';
import { textOf, wordsIn } from '#core/content/tree/content-tree.ts';
import { contentTree, TooComplexTree } from '#core/content/tree/tree-reader.ts';

describe('the tree of a page', () => {
  it.each([
    ['open elements', '<b>'.repeat(600)],
    ['open elements within one that has no text', `<svg>${'<g>'.repeat(600)}${'</x>'.repeat(600)}`],
    ['elements', '<br>'.repeat(100_001)],
    ['elements within one that has no text', `<svg>${'<g></g>'.repeat(100_001)}</svg>`],
  ])('is refused with too many %s', (_, html) => {
    expect(() => contentTree(html)).toThrow(TooComplexTree);
  });

  it('has nothing of scripts, styles and pictures', () => {
    const tree = contentTree('<p>one<svg><text>no</text><svg></svg></svg><script>no</script> two<style>no</style></p>');

    expect(textOf(tree)).toBe('one two');
  });
});

it.each(['', ' \n', 'one', ' a-1 b_2,C3 ', 'caf\u00e9 au lait', "it's 1.5%", 'x'.repeat(50)])(
  'words are runs of letters and digits: %j',
  (text) => {
    expect(wordsIn(text)).toBe(text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0);
  },
);

it.each([
  ['\u4e16\u754c\u4f60\u597d hello', 3],
  ['\u4e16\u754c\u3002\u597d', 2],
  ['\u3053\u3093\u306b\u3061\u306f', 3],
  ['\u0e01\u0e32\u0e23\u0e17 a', 3],
  ['\uc548\ub155 \uc138\uacc4', 2],
])('a word of a script without spaces is two characters: %j has %i', (text, words) => {
  expect(wordsIn(text)).toBe(words);
});
