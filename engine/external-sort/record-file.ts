import type { Archive } from '#core/archive/archive.ts';
import { damagedObject } from '#core/archive/damaged-object.ts';
import type { FileRef } from '#core/frontier/frontier.ts';
import type { RecordBytes } from '#engine/external-sort/record-arena.ts';

/**
 * An object of records: blocks of 64 KiB, each beginning with a record, zero bytes behind its last one. No record lies in two blocks,
 * so a reader may begin at any block. A record begins with its length (u32, big-endian, with the field itself); length zero ends a block.
 */
export const BLOCK_BYTES = 64 * 1024;
const LENGTH_BYTES = 4;
/** What `readRecords` reads at once, unless the caller says. */
const PART_BYTES = 16 * BLOCK_BYTES;

/** Gathers records for an object, in the order in which they come. */
export class RecordFile {
  readonly #blocks: Buffer[] = [];
  #used = BLOCK_BYTES;
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add({ bytes, at, end }: RecordBytes): void {
    if (this.#used + end - at > BLOCK_BYTES) this.#begin(end - at);
    bytes.copy(this.#blocks.at(-1) as Buffer, this.#used, at, end);
    this.#used += end - at;
    this.#count += 1;
  }

  /** Writes the object; null, and no object, when there are no records. */
  async write(archive: Archive, object: string): Promise<FileRef | null> {
    if (this.#count === 0) return null;
    const last = this.#blocks.length - 1;
    await archive.put(
      object,
      this.#blocks.map((block, n) => (n === last ? block.subarray(0, this.#used) : block)),
    );
    return { object, count: this.#count };
  }

  #begin(bytes: number): void {
    if (bytes > BLOCK_BYTES) throw new RangeError(`a record of ${bytes} bytes is longer than a block`);
    this.#blocks.push(Buffer.alloc(BLOCK_BYTES));
    this.#used = 0;
  }
}

/**
 * The records of an object, one block at a time.
 * @param partBytes read at once: a multiple of 64 KiB @default 1 MiB
 * @throws SurfError OBJECT_NOT_FOUND, OBJECT_CORRUPT
 */
export async function* readRecords(
  archive: Archive,
  object: string,
  partBytes = PART_BYTES,
): AsyncGenerator<RecordBytes[]> {
  for (let offset = 0; ; offset += partBytes) {
    const part = await archive.range(object, offset, partBytes);
    yield* blocksIn(part, object);
    if (part.length < partBytes) return;
  }
}

/** The records of an object that is in memory whole, or of some of its blocks; one block at a time. @throws SurfError OBJECT_CORRUPT */
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

/** A record of a text: its length and its UTF-8 bytes. */
export function textRecord(text: string): RecordBytes {
  const end = LENGTH_BYTES + Buffer.byteLength(text);
  const bytes = Buffer.allocUnsafe(end);
  bytes.writeUInt32BE(end, 0);
  bytes.write(text, LENGTH_BYTES);
  return { bytes, at: 0, end };
}

/** The text of such a record. */
export const textOf = ({ bytes, at, end }: RecordBytes): string => bytes.toString('utf8', at + LENGTH_BYTES, end);
