/**
 * A sorted segment: fixed-size records in byte order of their first 16 bytes, all different. Layout
 * (little-endian): records, then an index with the first 16 bytes of every BLOCK-th record, then,
 * in some, the first four bytes of every key as a number. The object's SegmentRef has count and
 * record size, so that a reader finds the index without a header and reads only the blocks that its
 * keys fall into; by the prefixes only those that probably have one of its keys.
 */
export const KEY_BYTES = 16;
export const BLOCK_RECORDS = 512;

export interface SegmentShape {
  readonly count: number;
  readonly recordBytes: number;
  readonly prefixes?: true | undefined;
}

export const PREFIX_BYTES = 4;

export const blocksOf = (shape: SegmentShape): number => Math.ceil(shape.count / BLOCK_RECORDS);
export const indexOffset = (shape: SegmentShape): number => shape.count * shape.recordBytes;
export const indexBytes = (shape: SegmentShape): number => blocksOf(shape) * KEY_BYTES;
export const prefixBytes = ({ count, prefixes }: SegmentShape): number => (prefixes ? count * PREFIX_BYTES : 0);
export const segmentBytes = (shape: SegmentShape): number =>
  indexOffset(shape) + indexBytes(shape) + prefixBytes(shape);

/** @param records already sorted, one after another */
export function encodeSegment(
  records: Uint8Array,
  { recordBytes, prefixes }: Omit<SegmentShape, 'count'>,
): Uint8Array[] {
  const shape = { count: records.length / recordBytes, recordBytes };
  const index = new Uint8Array(blocksOf(shape) * KEY_BYTES);
  for (let block = 0; block < blocksOf(shape); block++) {
    const at = block * BLOCK_RECORDS * recordBytes;
    index.set(records.subarray(at, at + KEY_BYTES), block * KEY_BYTES);
  }
  return prefixes ? [records, index, prefixesOf(records, recordBytes)] : [records, index];
}

function prefixesOf(records: Uint8Array, recordBytes: number): Uint8Array {
  const view = viewOf(records);
  const prefixes = new Uint32Array(records.length / recordBytes);
  for (let n = 0; n < prefixes.length; n++) prefixes[n] = view.getUint32(n * recordBytes);
  return new Uint8Array(prefixes.buffer);
}

/**
 * The keys that begin with any of the prefixes: those that the segment has, and few others (of a
 * segment of three million records one in 1,400).
 * @param prefixes ascending @param keys 16 bytes each, ascending
 */
export function keysWithPrefix(prefixes: Uint8Array, keys: Uint8Array): Uint8Array {
  const view = viewOf(prefixes);
  const keyView = viewOf(keys);
  const found = new Uint8Array(keys.length);
  let bytes = 0;
  let from = 0;
  for (let k = 0; k < keys.length; k += KEY_BYTES) {
    const prefix = keyView.getUint32(k);
    from = firstPrefix(view, prefix, from);
    if (from === prefixes.length) break;
    if (view.getUint32(from, true) !== prefix) continue;
    found.set(keys.subarray(k, k + KEY_BYTES), bytes);
    bytes += KEY_BYTES;
  }
  return found.subarray(0, bytes);
}

/** Byte offset of the first prefix from `from` on that is not below (binary search). */
function firstPrefix(view: DataView, prefix: number, from: number): number {
  let low = from / PREFIX_BYTES;
  let high = view.byteLength / PREFIX_BYTES;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (view.getUint32(middle * PREFIX_BYTES, true) < prefix) low = middle + 1;
    else high = middle;
  }
  return low * PREFIX_BYTES;
}

/** Compares the 16 bytes at `ai` of `a` with those at `bi` of `b`: negative, 0 or positive. */
export function compareKeys(a: DataView, ai: number, b: DataView, bi: number): number {
  for (let i = 0; i < KEY_BYTES; i += 4) {
    const x = a.getUint32(ai + i);
    const y = b.getUint32(bi + i);
    if (x !== y) return x < y ? -1 : 1;
  }
  return 0;
}

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * The blocks that any of the sorted keys falls into.
 * @param index the segment's index part
 * @param keys 16 bytes each, ascending
 */
export function blocksFor(index: Uint8Array, keys: Uint8Array): number[] {
  const found: number[] = [];
  const indexView = viewOf(index);
  const keyView = viewOf(keys);
  const blocks = index.length / KEY_BYTES;
  let block = 0;
  for (let k = 0; k < keys.length; k += KEY_BYTES) {
    while (block + 1 < blocks && compareKeys(indexView, (block + 1) * KEY_BYTES, keyView, k) <= 0) block++;
    if (compareKeys(indexView, block * KEY_BYTES, keyView, k) <= 0 && found.at(-1) !== block) found.push(block);
  }
  return found;
}

/**
 * Calls `hit(keyIndex, recordOffset)` for each key that `records` (a sorted stretch of a segment)
 * has.
 * @param keys 16 bytes each, ascending
 */
export function joinRecords(
  records: { readonly bytes: Uint8Array; readonly recordBytes: number },
  keys: Uint8Array,
  hit: (keyIndex: number, recordOffset: number) => void,
): void {
  const { bytes, recordBytes } = records;
  if (bytes.length === 0 || keys.length === 0) return;
  const view = viewOf(bytes);
  const keyView = viewOf(keys);
  let k = firstNotBelow({ view: keyView, recordBytes: KEY_BYTES }, view);
  let r = firstNotBelow({ view, recordBytes }, keyView);
  while (k < keys.length && r < bytes.length) {
    const order = compareKeys(view, r, keyView, k);
    if (order === 0) hit(k / KEY_BYTES, r);
    if (order <= 0) r += recordBytes;
    if (order >= 0) k += KEY_BYTES;
  }
}

/** Byte offset of the first record that is not below the first of others (binary search). */
function firstNotBelow(
  { view, recordBytes }: { readonly view: DataView; readonly recordBytes: number },
  others: DataView,
): number {
  let low = 0;
  let high = view.byteLength / recordBytes;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareKeys(view, middle * recordBytes, others, 0) < 0) low = middle + 1;
    else high = middle;
  }
  return low * recordBytes;
}

/** Merges two sorted stretches; of two records with one key the newer stays. */
export function mergeRecords(older: Uint8Array, newer: Uint8Array, recordBytes: number): Uint8Array {
  const out = new Uint8Array(older.length + newer.length);
  const a = viewOf(older);
  const b = viewOf(newer);
  let i = 0;
  let j = 0;
  let o = 0;
  for (; j < newer.length; j += recordBytes) {
    const from = i;
    while (i < older.length && compareKeys(a, i, b, j) < 0) i += recordBytes;
    out.set(older.subarray(from, i), o); // all between two newer ones at once
    o += i - from;
    if (i < older.length && compareKeys(a, i, b, j) === 0) i += recordBytes;
    out.set(newer.subarray(j, j + recordBytes), o);
    o += recordBytes;
  }
  out.set(older.subarray(i), o);
  return out.subarray(0, o + older.length - i);
}
