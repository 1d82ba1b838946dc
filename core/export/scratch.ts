/**
 * Storage for the data of an export that does not fit into memory. Everything in it is gone when
 * the export has ended. Lines are ASCII, without LF.
 */
export interface Scratch {
  sorter(): LineSorter;
  list(): LineList;
  items(): ItemList;
}

/** Sorts any number of lines bytewise (as `LC_ALL=C sort`) in bounded memory. */
export interface LineSorter {
  add(lines: readonly string[]): Promise<void>;
  /** All lines in order, each with LF, many at a time. Call it once, after the last `add`. */
  sorted(): AsyncIterable<string>;
}

/** Any number of lines, in the order in which they came. */
export interface LineList {
  add(lines: readonly string[]): Promise<void>;
  /** All lines, one at a time. Call it once, after the last `add`. */
  lines(): AsyncIterable<string>;
}

/** Any number of items, each read back by its place. */
export interface ItemList {
  /** @returns the place of the item: 0, 1, 2, … */
  add(item: Uint8Array): Promise<number>;
  /** @param place that `add` gave */
  read(place: number): Promise<Uint8Array>;
  /** Call it once, at the end: nothing is read afterwards. */
  close(): Promise<void>;
}
