import type { Json } from '#core/model/json.ts';
import type { RecordError } from '#core/selection/records/record-lines.ts';

/** A record of one page, and its errors. */
export interface ExtractedRecord {
  readonly record: { readonly [name: string]: Json };
  readonly errors: readonly RecordError[];
}

/**
 * A page needs more of something than extraction has: its record is empty, and names the reason.
 * Never leaves core/selection.
 */
export class TooComplex extends Error {
  override readonly name = 'TooComplex';
}

/**
 * Nodes of a page's tree, elements, texts and comments; depth of its elements; values of a JSON
 * page.
 */
export const MAX_NODES = 200_000;
export const MAX_DEPTH = 512;
/** A page with more `<` is not parsed: it could have twice as many nodes as allowed. */
export const MAX_TAGS = 400_000;
/** CPU of one page. */
export const MAX_PAGE_MS = 2_000;

export const TOO_SLOW = 'it takes more than 2 s of CPU';

/**
 * The record of a page that cannot be read within the bounds.
 * @param why the part that is too large
 */
export const tooComplex = (why: string): ExtractedRecord => ({
  record: {},
  errors: [{ field: null, code: 'too-complex', message: why.slice(0, 200).toWellFormed() }],
});
