import { describe, expect, it } from 'vitest';
import { TopicVocabulary } from '#core/topics/topic-vocabulary.ts';

const counted = (text: string): Map<string, number> => {
  const words = new Map<string, number>();
  for (const word of text.split(' ')) words.set(word, (words.get(word) ?? 0) + 1);
  return words;
};

/** Keywords of each page, the heaviest first. */
function keywordsOf(pages: readonly string[], vocabulary = new TopicVocabulary()): string[][] {
  const read = pages.map((text) => vocabulary.add('en', counted(text)));
  const weigh = vocabulary.weigher();
  return read.map((page) => weigh(page).map(({ word }) => word));
}

const filler = (count: number): string[] => Array.from({ length: count }, (_, n) => `the page${n}x`);

describe('the words of many pages', () => {
  it('weigh by how often the page has them and how few other pages have them', () => {
    const [first] = keywordsOf(['the lamp lamp boat', 'the lamp', 'the boat', 'the boat', ...filler(16)]);

    expect(first).toEqual(['lamp', 'boat']);
  });

  it('weigh nothing on one page alone, and on more than three of ten pages', () => {
    const pages = [...Array.from({ length: 7 }, () => 'often lamp'), ...filler(13)];

    expect(keywordsOf(['once lamp', ...pages])[0]).toEqual([]);
    expect(keywordsOf(['twice lamp', 'twice', ...pages])[0]).toEqual(['twice']);
  });

  it('are rare or frequent by the pages of one language', () => {
    const vocabulary = new TopicVocabulary();
    const german = Array.from({ length: 10 }, () => vocabulary.add('de', counted('und lampe')));
    const english = Array.from({ length: 40 }, (_, n) => vocabulary.add('en', counted(n < 5 ? 'und boat' : 'the')));
    const weigh = vocabulary.weigher();

    const words = [german[0], english[0]].map((page) => page && weigh(page).map(({ word }) => word));

    expect(words).toEqual([[], ['boat', 'und']]);
  });

  it('count a plural as its singular', () => {
    expect(keywordsOf(['beacons', 'beacon', 'beacons', ...filler(10)])[0]).toEqual(['beacon']);
  });

  it('are bounded, however many pages make up words: those of the most pages stay', () => {
    const vocabulary = new TopicVocabulary(50);
    const made = Array.from({ length: 200 }, (_, n) => `${n % 10 === 0 ? 'lamp ' : ''}${`made${n} `.repeat(2)}up${n}`);

    const [first] = keywordsOf(made, vocabulary);

    expect(vocabulary.size).toBeLessThanOrEqual(50);
    expect(first).toEqual(['lamp']);
  });

  it('of any number of languages are counted', () => {
    const vocabulary = new TopicVocabulary();
    const pages = Array.from({ length: 60 }, (_, n) => vocabulary.add(`l${n}`, counted(n % 10 === 0 ? 'lamp' : 'x')));
    const weigh = vocabulary.weigher();

    expect(pages.at(-10) && weigh(pages.at(-10) as (typeof pages)[number]).map(({ word }) => word)).toEqual(['lamp']);
  });
});
