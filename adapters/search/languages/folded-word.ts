/** Accents of Latin and Greek letters and of `ё`; `й` and the signs of Hindi are letters. */
const ACCENTS = /([\p{Script=Latin}\p{Script=Greek}еЕ])[\u0300-\u036f]+/gu;
/** Letters with a stroke, ligatures, and the Turkish one without a dot: no parts in Unicode. */
const STROKES: Readonly<Record<string, string>> = { ø: 'o', đ: 'd', ł: 'l', ı: 'i', ς: 'σ', œ: 'oe', æ: 'ae' };
const STROKE = /[øđłıςœæ]/g;

/**
 * A word without its accents, so that it is found as people type it.
 * @param word in lower case
 */
export const folded = (word: string): string =>
  isAscii(word)
    ? word
    : word
        .normalize('NFD')
        .replace(ACCENTS, '$1')
        .normalize('NFC')
        .replace(STROKE, (letter) => STROKES[letter] ?? letter);

function isAscii(word: string): boolean {
  for (let at = 0; at < word.length; at++) if (word.charCodeAt(at) > 0x7f) return false;
  return true;
}
