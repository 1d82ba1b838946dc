/** Pages that have a text, with its frequency: row by row, in order. */
export interface PageCounts {
  readonly rows: Uint32Array;
  /** Occurrences in each row, each weighted by its column. */
  readonly counts: Uint32Array;
}

export const NO_PAGES: PageCounts = { rows: new Uint32Array(0), counts: new Uint32Array(0) };

/** Both as numbers of seven bits a byte: the distance to the row before, then the count. */
export function packCounts({ rows, counts }: PageCounts): Uint8Array {
  const bytes: number[] = [];
  let before = 0;
  for (const [i, row] of rows.entries()) {
    pushNumber(bytes, row - before);
    pushNumber(bytes, counts[i] ?? 0);
    before = row;
  }
  return Uint8Array.from(bytes);
}

/** @param most rows; what lies beyond is not read */
export function unpackCounts(bytes: Uint8Array, most: number): PageCounts {
  const [rows, counts] = [new Uint32Array(most), new Uint32Array(most)];
  let at = 0;
  let row = 0;
  let pages = 0;
  const next = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length && pages < most) {
    row += next();
    rows[pages] = row;
    counts[pages] = next();
    pages += 1;
  }
  return { rows: rows.subarray(0, pages), counts: counts.subarray(0, pages) };
}

function pushNumber(bytes: number[], value: number): void {
  let left = value;
  while (left >= 0x80) {
    bytes.push((left & 0x7f) | 0x80);
    left >>>= 7;
  }
  bytes.push(left);
}
