import type { PageOrder } from '#adapters/threads/extraction-messages.ts';
import type { ExtractionPage } from '#core/selection/extractor.ts';

/**
 * Most pages of a batch: half of what a unit has waiting, so that one batch fills while the other
 * is worked on.
 */
const MOST_PAGES = 8;
/** Memory of a batch. A page that is larger has its own batch. */
export const BATCH_BYTES = 256 * 1024;

/**
 * Pages that go to the thread in one message, and copies of their bodies, which stay until the
 * answer: another thread may need them.
 */
export class PageBatch {
  readonly memory: SharedArrayBuffer;
  readonly #bytes: Uint8Array;
  #pages: PageOrder[] = [];
  #used = 0;

  /** @param memory nobody else's until the batch is answered */
  constructor(memory: SharedArrayBuffer) {
    this.memory = memory;
    this.#bytes = new Uint8Array(memory);
  }

  get pages(): readonly PageOrder[] {
    return this.#pages;
  }

  get isFull(): boolean {
    return this.#pages.length >= MOST_PAGES || this.#used === this.#bytes.length;
  }

  hasRoom(length: number): boolean {
    return !this.isFull && this.#used + length <= this.#bytes.length;
  }

  /** @param number of the page */
  add(policy: number, number: number, { body, url, address, contentType, charset }: ExtractionPage): void {
    const { length } = body;
    this.#bytes.set(body, this.#used);
    this.#pages.push({ policy, page: number, url, address, contentType, charset, from: this.#used, length });
    this.#used += length;
  }

  /** Forgets a page that is answered otherwise. */
  drop(page: number): void {
    this.#pages = this.#pages.filter((order) => order.page !== page);
  }
}
