import { describe, expect, it } from 'vitest';
import { KeywordFinder } from '#core/selection/text/keyword-finder.ts';

describe('keywords', () => {
  it('are found in any letter case, in the order of the text, with the text around them', () => {
    const finder = new KeywordFinder(['Recall', 'safety notice'], 8);

    expect(finder.find('A RECALL was\n\n made. See the Safety Notice of May.').passages).toEqual([
      { keyword: 'Recall', text: 'A RECALL was m' },
      { keyword: 'safety notice', text: 'See the Safety Notice of May.' },
    ]);
  });

  it('are literal, and the longest of several counts', () => {
    const finder = new KeywordFinder(['a', 'a.b*', '(c)'], 0);

    expect(finder.find('xa.b*y (C) aXb*').passages.map(({ keyword }) => keyword)).toEqual(['a.b*', '(c)', 'a']);
  });

  it('never cut a character in half', () => {
    expect(new KeywordFinder(['x'], 1).find('😀x😀').passages).toEqual([{ keyword: 'x', text: 'x' }]);
  });

  it('are found a thousand times at most', () => {
    const { passages, more } = new KeywordFinder(['a'], 0).find('a'.repeat(1_001));

    expect([passages.length, more]).toEqual([1_000, true]);
    expect(new KeywordFinder(['a'], 0).find('a'.repeat(1_000)).more).toBe(false);
  });
});
