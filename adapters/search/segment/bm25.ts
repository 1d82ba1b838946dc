/**
 * Computes BM25 as SQLite's FTS5 does, in two factors: the weight of a term among all pages, and
 * its frequency in one page.
 * @see https://www.sqlite.org/fts5.html §5.1.1
 */
const K1 = 1.2;
const B = 0.75;
/** Weight of a text that half of all pages have, or more. */
const LEAST_WEIGHT = 1e-6;

/** The weight of a text that `having` of `pages` have. */
export function weightOf(having: number, pages: number): number {
  const weight = Math.log((pages - having + 0.5) / (having + 0.5));
  return weight > 0 ? weight : LEAST_WEIGHT;
}

/**
 * Saturated frequency of a text in a page, below K1 + 1.
 * @param count occurrences of the text in the page
 * @param length words of the page by words of the average page
 */
export const shareOf = (count: number, length: number): number =>
  (count * (K1 + 1)) / (count + K1 * (1 - B + B * length));

/** The count of which `shareOf` made a share. */
export const countOf = (share: number, length: number): number =>
  Math.round((share * K1 * (1 - B + B * length)) / (K1 + 1 - share));
