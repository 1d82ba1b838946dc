import { describe, expect, it } from 'vitest';
import { type TextDifference, textDifference } from '#core/diff/text-difference.ts';

/** As `git diff --word-diff=plain` shows it; hunks are apart by `~`. */
const shown = ({ hunks }: TextDifference): string =>
  hunks
    .map(({ parts }) =>
      parts.map(({ is, text }) => (is === 'same' ? text : is === 'removed' ? `[-${text}-]` : `{+${text}+}`)).join(''),
    )
    .join('~');
const lines = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) => `line ${from + i}\n`).join('');

describe('the difference of two texts', () => {
  it('is empty for equal texts', () => {
    expect(textDifference('One.\nTwo.\n', 'One.\nTwo.\n')).toEqual({ hunks: [], removed: 0, added: 0, cut: false });
  });

  it('marks words, in any script, and counts them', () => {
    const found = textDifference('It costs 22 euros.\nЦена высокая.\n', 'It costs 25 euros now.\nЦена низкая.\n');

    expect(shown(found)).toBe('It costs [-22-]{+25+} euros{+ now+}.\nЦена [-высокая-]{+низкая+}.\n');
    expect(found).toMatchObject({ removed: 2, added: 3, cut: false });
  });

  it('shows two lines around each change, and leaves out the rest', () => {
    const [before, after] = [lines(0, 100), lines(0, 100).replace('line 20\n', '').replace('line 70', 'row 70')];

    expect(shown(textDifference(before, after))).toBe(
      `${lines(17, 20)}[-line 20\n-]${lines(21, 24)}~${lines(67, 70)}[-line-]{+row+} 70\n${lines(71, 73)}`,
    );
  });

  it('has everything that either text has', () => {
    const text = (seed: number): string =>
      Array.from({ length: 40 }, (_, i) => `${(i * seed) % 7} ${(i * seed) % 5}${i % 3 === 0 ? '\n' : ' '}`).join('');
    let whole = 0;
    for (let seed = 1; seed < 40; seed++) {
      const [before, after] = [text(seed), text(seed + 3)];
      const { hunks } = textDifference(before, after);
      const parts = hunks.flatMap((hunk) => hunk.parts);
      const side = (other: string): string =>
        parts.flatMap(({ is, text: part }) => (is === other ? [] : part)).join('');
      if (hunks.length !== 1) continue; // what both have is left out between hunks
      whole += 1;
      expect(before).toContain(side('added'));
      expect(after).toContain(side('removed'));
    }
    expect(whole).toBeGreaterThan(20);
  });

  it.each([
    ['100,000 other words in one line', 'a b '.repeat(50_000), 'c d '.repeat(50_000)],
    ['20,000 other lines', 'a b\n'.repeat(20_000), 'c d\n'.repeat(20_000)],
    ['a million spaces', ' '.repeat(1_000_000), 'x'.repeat(1_000_000)],
    ['words in another order', lines(0, 20_000), lines(0, 20_000).split('\n').reverse().join('\n')],
  ])('is bounded: %s', (_name, before, after) => {
    const found = textDifference(before, after);
    const characters = found.hunks.flatMap(({ parts }) => parts).reduce((sum, { text }) => sum + text.length, 0);

    expect(characters).toBeLessThanOrEqual(256 * 1024);
    expect(found.hunks.length).toBeGreaterThan(0);
  });
});
