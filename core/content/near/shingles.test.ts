import { describe, expect, it } from 'vitest';
import { MOST_WORDS, sharedPart, shinglesOf } from '#core/content/near/shingles.ts';

const words = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) => `word${from + i}`).join(' ');

describe('runs of five words', () => {
  it.each([
    ['letter case and punctuation', 'The cat sat, on the MAT.', 'the CAT sat on the mat'],
    ['marks of Markdown', '# The *cat* sat on [the](http://a.test/) mat', 'the cat sat on the mat'],
    ['fewer than five words', 'Page not found', 'page, not found!'],
  ])('are equal but for %s', (_, x, y) => {
    expect([...shinglesOf(x)]).toEqual([...shinglesOf(y)]);
    expect(shinglesOf(x).length).toBeGreaterThan(0);
  });

  it.each([
    ['order', 'one two three four five six', 'six five four three two one'],
    ['accents', 'es ist schon gut so', 'es ist schön gut so'],
    ['one of few words', 'page not found', 'page was found'],
  ])('differ by %s', (_, x, y) => {
    expect(sharedPart(shinglesOf(x), shinglesOf(y))).toBe(0);
  });

  it('are one for each word but four, each once, ascending', () => {
    const shingles = shinglesOf(`${words(0, 104)}\n\n${words(0, 104)}`);

    expect(shingles.length).toBe(104); // four runs go over the seam
    expect([...shingles]).toEqual([...new Set(shingles)].sort((a, b) => a - b));
  });

  it('take each character of a script without spaces as a word', () => {
    expect(shinglesOf('東京都に住む人').length).toBe(3);
  });

  it('are none without words, and those of the beginning of a long page', () => {
    expect(shinglesOf('---\n\n***').length).toBe(0);
    expect(shinglesOf(words(0, MOST_WORDS + 5_000)).length).toBe(MOST_WORDS - 4);
  });

  it('have a share in common: of 96 and 96 runs 91 are equal', () => {
    const [x, y] = [shinglesOf(words(0, 100)), shinglesOf(words(5, 105))];

    expect(sharedPart(x, y)).toBeCloseTo(91 / 101, 10);
    expect(sharedPart(x, shinglesOf(words(0, 100).replace('word50', 'other')))).toBeCloseTo(91 / 101, 10);
    expect([sharedPart(x, x), sharedPart(x, new Uint32Array())]).toEqual([1, 0]);
  });
});
