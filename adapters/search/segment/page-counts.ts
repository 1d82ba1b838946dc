/** Pages that have a text, with its frequency: row by row, in order. */
export interface PageCounts {
  readonly rows: Uint32Array;
  /** Occurrences in each row, each weighted by its column. */
  readonly counts: Uint32Array;
}

export const NO_PAGES: PageCounts = { rows: new Uint32Array(0), counts: new Uint32Array(0) };

/** The pages of both, with the sums of their counts. */
export function addedCounts(a: PageCounts, b: PageCounts): PageCounts {
  if (a.rows.length === 0 || b.rows.length === 0) return a.rows.length === 0 ? b : a;
  const most = a.rows.length + b.rows.length;
  const [rows, counts] = [new Uint32Array(most), new Uint32Array(most)];
  let pages = 0;
  for (let [i, j] = [0, 0]; i < a.rows.length || j < b.rows.length; pages++) {
    const [ofA, ofB] = [a.rows[i] ?? Number.POSITIVE_INFINITY, b.rows[j] ?? Number.POSITIVE_INFINITY];
    rows[pages] = Math.min(ofA, ofB);
    counts[pages] = (ofA <= ofB ? (a.counts[i++] ?? 0) : 0) + (ofB <= ofA ? (b.counts[j++] ?? 0) : 0);
  }
  return { rows: rows.subarray(0, pages), counts: counts.subarray(0, pages) };
}

/** Both as numbers of seven bits a byte: the distance to the previous row, then the count. */
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
