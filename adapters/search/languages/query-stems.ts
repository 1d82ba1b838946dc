import type { SearchLanguage } from '#adapters/search/languages/search-languages.ts';
import { isStopWord } from '#adapters/search/languages/stop-words.ts';
import { stemOf, wordsIn } from '#adapters/search/languages/word-stems.ts';
import type { TextTerm } from '#core/search/search-query.ts';

/** Most forms of a text: a phrase of words with accents has several for each. */
const MOST_FORMS = 8;

/** Stems of words with accents, by the stem that they have without. */
export type Accented = (bare: string) => readonly string[];

/**
 * The sequences of stems that a text of a query may be in the table of a language. Accents do not
 * count: `despues` has the stem of `después`, too. `l'homme` is looked for as `homme`.
 * @returns a list for each word: one of its stems must be at its place
 */
export function stemsOf(language: SearchLanguage, { type, text }: TextTerm, accented: Accented): string[][] {
  const words = wordsIn(text).map((word) => stemOf(language, word));
  const first = type === 'word' ? words.findIndex(({ word }) => !isStopWord(language, word)) : 0;
  return words.slice(Math.max(0, first)).map(({ stem, bare }) => {
    const stems = new Set([stem, bare, ...accented(bare)]);
    return [...stems];
  });
}

/** The texts that `stemsOf` describes, at most MOST_FORMS. */
export function formsOf(stems: readonly (readonly string[])[]): string[] {
  let forms: string[] = [''];
  for (const of of stems)
    forms = forms.flatMap((form) => of.map((stem) => (form === '' ? stem : `${form} ${stem}`))).slice(0, MOST_FORMS);
  return forms;
}

/** True for a text of stop words alone. */
export const isStopText = (language: SearchLanguage, text: string): boolean =>
  wordsIn(text).every((word) => isStopWord(language, stemOf(language, word).word));
