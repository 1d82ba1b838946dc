import { isUnspaced } from '#core/search/separated-text.ts';

/** Shorter ones say little, longer ones are not words. */
const [LEAST, MOST] = [3, 40];
/** Characters of a script without spaces are words in twos already. */
const LEAST_UNSPACED = 2;
const WORD = /\p{L}[\p{L}\p{M}\p{N}]*(?:['’]\p{L}+)*/gu;
/** Finds words by a dictionary: the locale changes nothing for these scripts. */
const UNSPACED = new Intl.Segmenter('ja', { granularity: 'word' });

/** Words of a text with their frequencies, in lower case, in the order of the text. */
export function countWords(text: string, into: Map<string, number>, times = 1): void {
  for (const [match] of text.normalize('NFKC').matchAll(WORD)) {
    if (isUnspaced(match)) {
      for (const { segment } of UNSPACED.segment(match)) count(segment, { into, times, least: LEAST_UNSPACED });
    } else count(withoutGenitive(match.toLowerCase()), { into, times, least: LEAST });
  }
}

const withoutGenitive = (word: string): string =>
  word.endsWith("'s") || word.endsWith('’s') ? word.slice(0, -2) : word;

interface Counting {
  readonly into: Map<string, number>;
  readonly times: number;
  readonly least: number;
}

function count(word: string, { into, times, least }: Counting): void {
  if (word.length >= least && word.length <= MOST) into.set(word, (into.get(word) ?? 0) + times);
}
