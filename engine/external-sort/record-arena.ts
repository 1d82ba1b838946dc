import type { RecordBytes } from '#core/archive/warc/record-blocks.ts';
import { radixOrder } from '#engine/external-sort/radix-order.ts';

/** Sort key of a record: three whole numbers below 2^53, the most important first. */
export interface SortKey {
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

const BLOCK_BYTES = 256 * 1024;
const FIRST_RECORDS = 1_024;
/** Numbers that say where a record lies: block, start, end. */
const PLACE = 3;
const KEY = 3;

/**
 * Byte strings of any length in memory outside of the heap, with their sort keys: as objects,
 * millions of them would live until a wave is closed and double what V8 lets the heap grow to.
 *
 * Invariant: record `i` is the bytes `[places[3i + 1], places[3i + 2])` of block `places[3i]`, and
 * `keys[3i..3i + 2]` is its key.
 */
export class RecordArena {
  #blocks: Buffer[] = [];
  /** Blocks that were emptied, for reuse. */
  #free: Buffer[] = [];
  /** Bytes used of the last block. */
  #used = 0;
  #keys = new Float64Array(FIRST_RECORDS * KEY);
  #places = new Uint32Array(FIRST_RECORDS * PLACE);
  #count = 0;
  #bytes = 0;

  /** Number of records. */
  get count(): number {
    return this.#count;
  }

  /** Bytes of the records, with those that `replaceText` left behind. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Copies a record in. @returns its number, from 0 */
  add(record: RecordBytes, key: SortKey): number {
    const i = this.#next(key);
    this.#copy(i, record);
    return i;
  }

  /** Writes a text in as a record, without a buffer between. @returns its number, from 0 */
  addText(text: string, key: SortKey): number {
    const i = this.#next(key);
    this.replaceText(i, text);
    return i;
  }

  /** Puts another text in the place of record `i`, which keeps its sort key. */
  replaceText(i: number, text: string): void {
    const block = this.#blockFor(Buffer.byteLength(text));
    this.#note(i, block.write(text, this.#used));
  }

  /** Record `i`, from 0; valid until the arena is emptied. */
  record(i: number): RecordBytes {
    const place = i * PLACE;
    return {
      bytes: this.#blocks[this.#places[place] as number] as Buffer,
      at: this.#places[place + 1] as number,
      end: this.#places[place + 2] as number,
    };
  }

  /** Numbers of all records in order of their keys; equal ones as they were added. */
  order(): Uint32Array {
    return radixOrder(this.#keys, this.#count);
  }

  /** Forgets all records and keeps the memory for the next ones. */
  empty(): void {
    this.#free.push(...this.#blocks.filter(({ length }) => length === BLOCK_BYTES));
    this.#blocks = [];
    this.#used = 0;
    this.#count = 0;
    this.#bytes = 0;
  }

  /** Forgets all records, and their memory. */
  release(): void {
    this.empty();
    this.#free = [];
    this.#keys = new Float64Array(FIRST_RECORDS * KEY);
    this.#places = new Uint32Array(FIRST_RECORDS * PLACE);
  }

  #copy(i: number, { bytes, at, end }: RecordBytes): void {
    const block = this.#blockFor(end - at);
    bytes.copy(block, this.#used, at, end);
    this.#note(i, end - at);
  }

  #next({ a, b, c }: SortKey): number {
    this.#grow();
    const i = this.#count++;
    this.#keys[i * KEY] = a;
    this.#keys[i * KEY + 1] = b;
    this.#keys[i * KEY + 2] = c;
    return i;
  }

  /** Record `i` is the next so many bytes of the last block. */
  #note(i: number, bytes: number): void {
    const place = i * PLACE;
    this.#places[place] = this.#blocks.length - 1;
    this.#places[place + 1] = this.#used;
    this.#used += bytes;
    this.#places[place + 2] = this.#used;
    this.#bytes += bytes;
  }

  #blockFor(bytes: number): Buffer {
    const last = this.#blocks.at(-1);
    if (last !== undefined && this.#used + bytes <= last.length) return last;
    const reused = bytes > BLOCK_BYTES ? undefined : this.#free.pop();
    const block = reused ?? Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, bytes));
    this.#blocks.push(block);
    this.#used = 0;
    return block;
  }

  #grow(): void {
    if (this.#count * KEY < this.#keys.length) return;
    this.#keys = new Float64Array(this.#keys.buffer.transfer(this.#keys.byteLength * 2));
    this.#places = new Uint32Array(this.#places.buffer.transfer(this.#places.byteLength * 2));
  }
}
