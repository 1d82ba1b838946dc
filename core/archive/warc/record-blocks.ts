import { damagedObject } from '#core/archive/damaged-object.ts';

/** Bytes of one record, in place. */
export interface RecordBytes {
  readonly bytes: Buffer;
  readonly at: number;
  readonly end: number;
}

/**
 * An object of records: blocks of 64 KiB, each beginning with a record, zero bytes behind its last
 * one. No record crosses two blocks, so a reader may begin at any block. A record begins with its
 * length (u32, big-endian, with the field itself); length zero ends a block.
 */
export const BLOCK_BYTES = 64 * 1024;
const LENGTH_BYTES = 4;

/**
 * The records of such an object, or of some of its blocks; one block at a time.
 * @param object its key, for the error
 * @throws SurfError OBJECT_CORRUPT
 */
export function* blocksIn(part: Uint8Array, object: string): Generator<RecordBytes[]> {
  const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  for (let from = 0; from < bytes.length; from += BLOCK_BYTES)
    yield recordsOf(bytes, { from, to: Math.min(bytes.length, from + BLOCK_BYTES), object });
}

/** The records of one block. */
function recordsOf(
  bytes: Buffer,
  { from, to, object }: { readonly from: number; readonly to: number; readonly object: string },
): RecordBytes[] {
  const records: RecordBytes[] = [];
  for (let at = from; at + LENGTH_BYTES <= to; ) {
    const length = bytes.readUInt32BE(at);
    if (length === 0) break;
    if (length < LENGTH_BYTES || at + length > to) throw damagedObject(object, 'a record has an impossible length');
    records.push({ bytes, at, end: at + length });
    at += length;
  }
  return records;
}
