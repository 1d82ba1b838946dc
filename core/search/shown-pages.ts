import { PageBits } from '#core/search/page-bits.ts';
import type { IndexSegment } from '#core/search/search-index.ts';

/** A segment with the pages that a later tick still shows. */
export interface ShownPages {
  readonly segment: IndexSegment;
  readonly bits: PageBits;
  readonly count: number;
}

/**
 * The pages of older segments that a tick shows: those that it kept and has no newer version of.
 * Reads the keys of every segment once.
 * @param own segments of the pages that the tick requested
 * @param kept keys of the pages that the tick kept, in order
 */
export async function shownPages(
  { own, older }: { readonly own: readonly IndexSegment[]; readonly older: readonly IndexSegment[] },
  kept: AsyncIterable<string>,
): Promise<ShownPages[]> {
  const newer = own.map((segment) => new KeyCursor(segment));
  const cursors = older.map((segment) => ({
    segment,
    keys: new KeyCursor(segment),
    bits: PageBits.none(segment.pages),
    count: 0,
  }));
  for await (const key of kept) {
    if (newer.some((cursor) => cursor.rowOf(key) !== null)) continue;
    for (const cursor of cursors) {
      const row = cursor.keys.rowOf(key);
      if (row === null || cursor.segment.shown?.has(row) === false) continue;
      cursor.bits.add(row);
      cursor.count += 1;
    }
  }
  return cursors.map(({ segment, bits, count }) => ({ segment, bits, count }));
}

/** The rows of keys, which its caller names in order. */
class KeyCursor {
  readonly #keys: Iterator<string>;
  #next: string | null;
  #row = 1;

  constructor(segment: IndexSegment) {
    this.#keys = segment.keys()[Symbol.iterator]();
    this.#next = this.#read();
  }

  /** @returns null: the segment has no such page */
  rowOf(key: string): number | null {
    while (this.#next !== null && this.#next < key) {
      this.#next = this.#read();
      this.#row += 1;
    }
    return this.#next === key ? this.#row : null;
  }

  #read(): string | null {
    const { done, value } = this.#keys.next();
    return done === true ? null : value;
  }
}
