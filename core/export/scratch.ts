/**
 * Where an export keeps what does not fit into memory. Everything in it is gone when the export has ended.
 * Lines are ASCII, without LF.
 */
export interface Scratch {
  sorter(): LineSorter;
  list(): LineList;
}

/** Sorts any number of lines bytewise (as `LC_ALL=C sort`) in bounded memory. */
export interface LineSorter {
  add(lines: readonly string[]): Promise<void>;
  /** All lines in order, each with LF, many at a time. To be called once, after the last `add`. */
  sorted(): AsyncIterable<string>;
}

/** Any number of lines, in the order in which they came. */
export interface LineList {
  add(lines: readonly string[]): Promise<void>;
  /** All lines, one at a time. To be called once, after the last `add`. */
  lines(): AsyncIterable<string>;
}
