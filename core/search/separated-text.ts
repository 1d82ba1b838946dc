/** Separates two characters of scripts that are written without spaces: it ends a word. */
const SEPARATOR = '\u200b';
/** Han, kana, Thai, Lao, Khmer and Burmese: each character is searched as a word. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*/gu;

/**
 * A text whose characters are words where a script has no spaces between words: a word of several
 * characters is found as a phrase.
 */
export const separated = (text: string): string =>
  text.replaceAll(SEPARATOR, ' ').replace(UNSPACED, `${SEPARATOR}$&${SEPARATOR}`);

/** True for a text with characters of scripts that are written without spaces. */
export const isUnspaced = (text: string): boolean => text.search(UNSPACED) >= 0;

/** Returns the text without the marks of `separated`. */
export const joined = (text: string): string => text.replaceAll(SEPARATOR, '');
