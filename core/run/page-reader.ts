import type { ListedPage, RunSource } from '#core/run/run-source.ts';

/** Pages of one list answer. */
const PAGES_AT_ONCE = 500;

/**
 * Yields each page of an execution once, while it runs and after.
 *
 * The list answers of a source overlap: the end of the list is read again until the execution ends,
 * and pages of the running wave come again when the wave is settled. `#given` has the keys that may
 * come again: those of the last answer, and those of the running wave (at most 20,000).
 */
export class PageReader {
  readonly #source: RunSource;
  readonly #settledOnly: boolean;
  /** By key: the wave that ran when the page was given. */
  readonly #given = new Map<string, number>();

  constructor(source: RunSource, { settled }: { readonly settled: boolean }) {
    this.#source = source;
    this.#settledOnly = settled;
  }

  /** Keys in memory. */
  get held(): number {
    return this.#given.size;
  }

  async *all(): AsyncGenerator<ListedPage, void, undefined> {
    let next: string | null = null;
    for (;;) {
      const { hasEnded, wave } = await this.#source.state();
      let last: readonly ListedPage[] = [];
      for (;;) {
        const answer = await this.#source.list({ limit: PAGES_AT_ONCE, ...(next !== null && { next }) });
        yield* this.#fresh(answer.items, wave);
        last = answer.items;
        if (answer.next === null) break;
        this.#forget(answer.items);
        next = answer.next;
      }
      if (hasEnded) return;
      this.#forgetWavesBefore(wave, last);
      await this.#source.change();
    }
  }

  *#fresh(items: readonly ListedPage[], wave: number): Generator<ListedPage> {
    for (const item of items) {
      if (this.#given.has(item.key) || (item.provisional && this.#settledOnly)) continue;
      this.#given.set(item.key, wave);
      yield item;
    }
  }

  /** The cursor has passed these: settled ones never come again. */
  #forget(items: readonly ListedPage[]): void {
    for (const { key, provisional } of items) if (!provisional) this.#given.delete(key);
  }

  /** All pages of earlier waves came settled by now. Those that did not were duplicates. */
  #forgetWavesBefore(wave: number, last: readonly ListedPage[]): void {
    const repeated = new Set<string>(last.map(({ key }) => key));
    for (const [key, givenIn] of this.#given) if (givenIn < wave && !repeated.has(key)) this.#given.delete(key);
  }
}
