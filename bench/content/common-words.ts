/**
 * Which words of `page` are in the longest common subsequence with `truth`: those that the truth
 * has in the same order. By bit vectors (Hyyrö, “Bit-parallel LCS-length computation revisited”,
 * 2004): time and memory are the product of the lengths over 32.
 */
export function commonWords(page: readonly string[], truth: readonly string[]): boolean[] {
  const size = Math.ceil(page.length / 32);
  const masks = new Map<string, Uint32Array>();
  for (const [at, word] of page.entries()) {
    const mask = masks.get(word) ?? new Uint32Array(size);
    masks.set(word, mask);
    mask[at >>> 5] = (mask[at >>> 5] ?? 0) | (1 << (at & 31));
  }
  const rows: Uint32Array[] = [];
  let row = new Uint32Array(size).fill(0xffffffff);
  for (const word of truth) {
    row = nextRow(row, masks.get(word));
    rows.push(row);
  }
  return traced(rows, page.length);
}

function nextRow(row: Uint32Array<ArrayBuffer>, mask: Uint32Array | undefined): Uint32Array<ArrayBuffer> {
  if (mask === undefined) return row;
  const next = new Uint32Array(row.length);
  let carry = 0;
  for (let at = 0; at < row.length; at += 1) {
    const bits = row[at] ?? 0;
    const both = (bits & (mask[at] ?? 0)) >>> 0;
    const sum = bits + both + carry;
    carry = sum > 0xffffffff ? 1 : 0;
    next[at] = (sum >>> 0) | (bits & ~both);
  }
  return next;
}

/** From the end back: a word whose bit is 0, and was 1 in the row before, is common. */
function traced(rows: readonly Uint32Array[], length: number): boolean[] {
  const common = new Array<boolean>(length).fill(false);
  const isSet = (row: number, at: number): boolean =>
    row < 0 || (((rows[row]?.[at >>> 5] ?? 0) >>> (at & 31)) & 1) === 1;
  let row = rows.length - 1;
  let at = length - 1;
  while (row >= 0 && at >= 0) {
    if (isSet(row, at)) at -= 1;
    else {
      row -= 1;
      if (!isSet(row, at)) continue;
      common[at] = true;
      at -= 1;
    }
  }
  return common;
}
