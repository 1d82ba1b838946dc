import type { PageOrder } from '#adapters/threads/extraction-messages.ts';
import { BATCH_BYTES, PageBatch } from '#adapters/threads/page-batch.ts';
import type { ExtractionPage } from '#core/selection/extractor.ts';

/**
 * Time for which pages are gathered while no thread works. A message and its answer cost as much
 * CPU as a fifth of a page.
 */
const GATHER_MS = 5;

/**
 * Gathers pages into batches. A batch is sent when it is full; one that is not, when those before
 * it are answered and its first page has waited for GATHER_MS. The queue keeps each sent page until
 * its answer.
 */
export class BatchQueue {
  readonly #send: (number: number, batch: PageBatch) => void;
  readonly #sent = new Map<number, PageBatch>();
  /** Memory of batches that are answered. */
  readonly #free: SharedArrayBuffer[] = [];
  #open: PageBatch | null = null;
  #timer: NodeJS.Timeout | null = null;
  #lastBatch = 0;

  constructor(send: (number: number, batch: PageBatch) => void) {
    this.#send = send;
  }

  /** Sent batches without answer, by number, in the order of sending. */
  get sent(): ReadonlyMap<number, PageBatch> {
    return this.#sent;
  }

  /** Copies the page. @param number of the page */
  add(policy: number, number: number, page: ExtractionPage): void {
    const { length } = page.body;
    if (this.#open?.hasRoom(length) === false) this.#sendOpen();
    this.#open ??= new PageBatch(this.#memoryFor(length));
    this.#open.add(policy, number, page);
    if (this.#open.isFull) this.#sendOpen();
    else this.#timer ??= setTimeout(() => this.#gathered(), GATHER_MS);
  }

  /** Frees the memory of the batch for reuse. @returns its pages; none when nobody waits for it */
  answered(number: number): readonly PageOrder[] {
    const batch = this.#sent.get(number);
    if (batch === undefined) return [];
    this.#sent.delete(number);
    if (batch.memory.byteLength === BATCH_BYTES) this.#free.push(batch.memory);
    this.#sendWaiting();
    return batch.pages;
  }

  /** Forgets a page that was sent and is answered otherwise. */
  drop(page: number): void {
    for (const [number, batch] of this.#sent) {
      batch.drop(page);
      if (batch.pages.length === 0) this.#sent.delete(number);
    }
    this.#sendWaiting();
  }

  /** Forgets everything. */
  clear(): void {
    this.#sent.clear();
    this.#open = null;
    this.#stopTimer();
  }

  #gathered(): void {
    this.#timer = null;
    this.#sendWaiting();
  }

  #sendWaiting(): void {
    if (this.#sent.size === 0 && this.#timer === null) this.#sendOpen();
  }

  #sendOpen(): void {
    this.#stopTimer();
    const batch = this.#open;
    if (batch === null) return;
    this.#open = null;
    this.#lastBatch += 1;
    this.#sent.set(this.#lastBatch, batch);
    this.#send(this.#lastBatch, batch);
  }

  #memoryFor(length: number): SharedArrayBuffer {
    const known = length <= BATCH_BYTES ? this.#free.pop() : undefined;
    return known ?? new SharedArrayBuffer(Math.max(BATCH_BYTES, length));
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
