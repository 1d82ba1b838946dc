import type { Archive } from '#core/archive/archive.ts';
import { BLOCK_BYTES, blocksIn, type RecordBytes } from '#core/archive/warc/record-blocks.ts';
import type { FileRef } from '#core/frontier/frontier.ts';

const LENGTH_BYTES = 4;
/** Bytes that `readRecords` reads at once, unless the caller says. */
const PART_BYTES = 16 * BLOCK_BYTES;

/**
 * Blocks that are allocated together: malloc returns what is larger than 128 KiB, and keeps what is
 * smaller.
 */
const ALLOCATED_BYTES = 4 * BLOCK_BYTES;

/**
 * Gathers records for an object (core/archive/warc/record-blocks.ts), in the order in which they
 * come.
 */
export class RecordFile {
  readonly #parts: Buffer[] = [];
  /** Bytes used of the last part. */
  #used = ALLOCATED_BYTES;
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add({ bytes, at, end }: RecordBytes): void {
    const length = end - at;
    if (length > BLOCK_BYTES) throw new RangeError(`a record of ${length} bytes is longer than a block`);
    const left = BLOCK_BYTES - (this.#used % BLOCK_BYTES);
    if (length > left) this.#used += left;
    if (this.#used === ALLOCATED_BYTES) this.#allocate();
    bytes.copy(this.#parts.at(-1) as Buffer, this.#used, at, end);
    this.#used += length;
    this.#count += 1;
  }

  /** Writes the object; null, and no object, when there are no records. */
  async write(archive: Archive, object: string): Promise<FileRef | null> {
    if (this.#count === 0) return null;
    const last = this.#parts.length - 1;
    const parts = this.#parts.map((part, n) => (n === last ? part.subarray(0, this.#used) : part));
    await archive.put(object, parts);
    return { object, count: this.#count };
  }

  #allocate(): void {
    this.#parts.push(Buffer.alloc(ALLOCATED_BYTES));
    this.#used = 0;
  }
}

/**
 * The records of an object, one block at a time. It requests the next part while the caller has the
 * records of one, so two parts are in memory: S3 takes 15 to 60 ms to answer.
 * @param partBytes read at once: a multiple of 64 KiB @default 1 MiB
 * @throws SurfError OBJECT_NOT_FOUND, OBJECT_CORRUPT
 */
export async function* readRecords(
  archive: Archive,
  object: string,
  partBytes = PART_BYTES,
): AsyncGenerator<RecordBytes[]> {
  let next = archive.range(object, 0, partBytes);
  for (let offset = partBytes; ; offset += partBytes) {
    const part = await next;
    const isLast = part.length < partBytes;
    if (!isLast) next = archive.range(object, offset, partBytes);
    next.catch(() => undefined); // a caller that reads no further never learns of it
    yield* blocksIn(part, object);
    if (isLast) return;
  }
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
