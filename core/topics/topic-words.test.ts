import { describe, expect, it } from 'vitest';
import { countWords } from '#core/topics/topic-words.ts';

function wordsOf(text: string): string[] {
  const words = new Map<string, number>();
  countWords(text, words);
  return [...words.keys()];
}

describe('words that topics are made from', () => {
  it('are in lower case, without genitives, numbers and what is too short or too long', () => {
    expect(wordsOf(`The Keeper's LAMP is on; 42 lamps, v2 ﬁre ${'x'.repeat(41)} l’éclairage`)).toEqual([
      ...['the', 'keeper', 'lamp', 'lamps', 'fire', 'l’éclairage'],
    ]);
  });

  it('are found by a dictionary in scripts without spaces', () => {
    expect(wordsOf('東京都で灯台を見る')).toEqual(expect.arrayContaining(['灯台']));
  });

  it('are counted with what they weigh', () => {
    const words = new Map<string, number>();
    countWords('lamp lamp boat', words);
    countWords('lamp', words, 3);

    expect([...words]).toEqual([
      ['lamp', 5],
      ['boat', 1],
    ]);
  });
});
