import type { Archive } from '#core/archive/archive.ts';
import type { RecordBytes } from '#core/archive/warc/record-blocks.ts';
import { mergeSorted } from '#engine/external-sort/merge-sorted.ts';
import { RecordArena, type SortKey } from '#engine/external-sort/record-arena.ts';
import { RecordFile, readRecords } from '#engine/external-sort/record-file.ts';

/** Most bytes of records in memory at once: about a million links. */
const MEMORY_BYTES = 128 * 1024 * 1024;
/** Records handed on together. */
const BATCH = 128;

/** Reads the sort key of a record. */
export type KeyOf = (record: RecordBytes) => SortKey;

export interface ExternalSortOptions {
  readonly archive: Archive;
  /** Names an object to spill to; the sort deletes it after use. */
  readonly newName: () => string;
  readonly keyOf: KeyOf;
  /** Records above this many bytes are spilled. @default 128 MiB */
  readonly memoryBytes?: number;
}

/**
 * Sorts any number of records in bounded memory: they wait as bytes outside of the heap, and above
 * `memoryBytes` the sort writes sorted runs into the archive and merges them at the end. Records
 * with one key stay in the order in which they were added.
 */
export class ExternalSort {
  readonly #options: ExternalSortOptions;
  readonly #records = new RecordArena();
  readonly #runs: string[] = [];

  constructor(options: ExternalSortOptions) {
    this.#options = options;
  }

  /** Copies a record in. Await the result if it is a promise. */
  add(record: RecordBytes): Promise<void> | undefined {
    this.#records.add(record, this.#options.keyOf(record));
    return this.#records.bytes >= (this.#options.memoryBytes ?? MEMORY_BYTES) ? this.#spill() : undefined;
  }

  /** All records in order, in batches; a batch is valid until the next. Can be read once. */
  async *sorted(): AsyncGenerator<RecordBytes[]> {
    if (this.#runs.length === 0) {
      yield* batchesOf(this.#records);
      this.#records.release();
      return;
    }
    await this.#spill();
    this.#records.release();
    const { archive, keyOf } = this.#options;
    yield* mergeSorted(
      this.#runs.map((run) => readRecords(archive, run)),
      (x, y) => compareSortKeys(keyOf(x), keyOf(y)),
    );
    await archive.delete(this.#runs);
  }

  async #spill(): Promise<void> {
    if (this.#records.count === 0) return;
    const { archive, newName } = this.#options;
    const file = new RecordFile();
    for (const i of this.#records.order()) file.add(this.#records.record(i));
    const name = newName();
    await file.write(archive, name);
    this.#runs.push(name);
    this.#records.empty();
  }
}

function* batchesOf(records: RecordArena): Generator<RecordBytes[]> {
  const order = records.order();
  for (let from = 0; from < order.length; from += BATCH)
    yield Array.from(order.subarray(from, from + BATCH), (i) => records.record(i));
}

export const compareSortKeys = (x: SortKey, y: SortKey): number => x.a - y.a || x.b - y.b || x.c - y.c;
