import { WORD } from '#core/extraction/word.ts';

/** Accents; vowel points of Hebrew and Arabic. Marks of other scripts are letters of theirs. */
const DIACRITICS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u0652]/g;

/**
 * The words of a text between single spaces, one also before the first and behind the last, so
 * that `includes` finds whole words and phrases. Letter case, accents and punctuation do not count:
 * “Café-Bar” and “cafe bar” are the same.
 *
 * `Intl.Segmenter` would cut Chinese and Thai into words, by a dictionary that changes with the
 * version of Node: there a word is found anywhere in a run of its characters instead.
 */
export function foldedWords(text: string): string {
  const plain = text.normalize('NFKD').replace(DIACRITICS, '').normalize('NFC');
  const words = plain.toUpperCase().toLowerCase().match(WORD); // ß and SS are the same
  return words === null ? '' : ` ${words.join(' ')} `;
}
