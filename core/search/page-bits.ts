/** A set of a segment's pages: a bit a row, row 1 first. */
export class PageBits {
  readonly bytes: Uint8Array;

  /** @param bytes of a list; a row beyond them is not in the set */
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** The empty set for so many pages. */
  static none(pages: number): PageBits {
    return new PageBits(new Uint8Array(Math.ceil(pages / 8)));
  }

  /** @param row from 1 */
  has(row: number): boolean {
    return (((this.bytes[(row - 1) >> 3] ?? 0) >> ((row - 1) & 7)) & 1) === 1;
  }

  add(row: number): void {
    const at = (row - 1) >> 3;
    this.bytes[at] = (this.bytes[at] ?? 0) | (1 << ((row - 1) & 7));
  }
}
