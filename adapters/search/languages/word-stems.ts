import { folded } from '#adapters/search/languages/folded-word.ts';
import { type SearchLanguage, STEMMERS } from '#adapters/search/languages/search-languages.ts';
import { separated } from '#core/search/separated-text.ts';

/** Matches a word as the tokenizer of the stem tables does. */
const WORD = /[\p{L}\p{N}\p{Co}\p{Mn}\p{Mc}]+/gu;
/** Longer words are left as they are: a stemmer need not be linear in what an attacker writes. */
const MOST_STEMMED = 64;
/** Words of a language whose stems are remembered. */
const MOST_KNOWN = 20_000;

/** A word as the table of its language has it. */
export interface WordStem {
  /** In lower case, without accents. */
  readonly word: string;
  /** The stem of the word as it is written, without accents. */
  readonly stem: string;
  /** Stem of the word without its accents, often the same: not of `después` and `despues`. */
  readonly bare: string;
}

const KNOWN = new Map<SearchLanguage, Map<string, WordStem>>();

/** Words of a text, each character of a script without spaces being one. */
export const wordsIn = (text: string): string[] => separated(text).normalize('NFC').match(WORD) ?? [];

/** A text with `to` of each of its words; what separates them stays. */
export const withWords = (text: string, to: (word: string) => string): string =>
  separated(text).normalize('NFC').replace(WORD, to);

export function stemOf(language: SearchLanguage, word: string): WordStem {
  if (word.length > MOST_STEMMED) return { word, stem: word, bare: word };
  let known = KNOWN.get(language);
  const before = known?.get(word);
  if (before !== undefined) return before;
  if (known === undefined || known.size >= MOST_KNOWN) {
    known = new Map();
    KNOWN.set(language, known);
  }
  const found = computed(language, word);
  known.set(` ${word}`.slice(1), found); // a copy: a part of a text would keep the text in memory
  return found;
}

function computed(language: SearchLanguage, word: string): WordStem {
  const lower = language === 'tr' ? word.toLocaleLowerCase('tr') : word.toLowerCase();
  const plain = folded(lower);
  const stem = stemmed(language, lower);
  return { word: plain, stem, bare: plain === lower ? stem : stemmed(language, plain) };
}

/** Romanian is written with commas or cedillas below; the stemmer knows cedillas. */
function stemmed(language: SearchLanguage, word: string): string {
  const known = language === 'ro' ? word.replaceAll('ș', 'ş').replaceAll('ț', 'ţ') : word;
  const stem = folded(STEMMERS[language](known));
  return stem === '' ? folded(word) : stem;
}
