/** A page needs more of something than extraction has: its record is empty, and says why. Never leaves core/selection. */
export class TooComplex extends Error {
  override readonly name = 'TooComplex';
}

/** Nodes of a page's tree, elements, texts and comments; depth of its elements; values of a JSON page. */
export const MAX_NODES = 200_000;
export const MAX_DEPTH = 512;
/** A page is not parsed where `<` stands more often: twice as many nodes as are allowed might come of it. */
export const MAX_TAGS = 400_000;
/** CPU of one page. */
export const MAX_PAGE_MS = 2_000;

export const TOO_SLOW = 'it takes more than 2 s of CPU';
