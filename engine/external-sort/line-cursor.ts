import type { ExternalSort } from '#engine/external-sort/external-sort.ts';
import { textOf } from '#engine/external-sort/record-file.ts';

/** Sorted JSON lines of one kind, one by one. */
export class LineCursor<T> {
  current: T | null = null;
  readonly #batches: AsyncIterator<Parameters<typeof textOf>[0][]>;
  #batch: T[] = [];
  #next = 0;

  constructor(lines: Pick<ExternalSort, 'sorted'>) {
    this.#batches = lines.sorted();
  }

  async next(): Promise<void> {
    if (this.#next >= this.#batch.length) {
      const { done, value } = await this.#batches.next();
      this.#batch = done === true ? [] : value.map((record) => JSON.parse(textOf(record)) as T);
      this.#next = 0;
    }
    this.current = this.#batch[this.#next++] ?? null;
  }
}
