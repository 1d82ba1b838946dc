import { describe, expect, it } from 'vitest';
import { withWholeWords } from '#core/content/document-text.ts';

describe('a word that a document breaks at the end of a line', () => {
  it.each([
    ['is whole', 'The har-\nbour lamp', 'The harbour\nlamp'],
    ['is whole at the end of the text', 'The har-\nbour', 'The harbour'],
    ['is whole behind a soft hyphen', 'The har\u00ad\nbour lamp', 'The harbour\nlamp'],
    [
      'keeps a hyphen that it has elsewhere',
      'A well-\nknown lamp, well-known here',
      'A well-known\nlamp, well-known here',
    ],
    ['is not joined with a name or a number', 'Anna-\nMaria has 3-\nfold', 'Anna-\nMaria has 3-\nfold'],
  ])('%s', (_, text, whole) => {
    expect(withWholeWords(text)).toBe(whole);
  });

  it('is found in time linear in the length of the text', () => {
    expect(withWholeWords('x'.repeat(2_000_000))).toHaveLength(2_000_000);
    expect(withWholeWords('ab-\n'.repeat(400_000)).length).toBeGreaterThan(1_000_000);
  });
});
