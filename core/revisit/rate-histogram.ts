import { RATE_BOUNDS } from '#core/revisit/change-rate.ts';

/** Bins from one rate to twice that rate: rates within a bin differ by 1.1 %. */
const BINS_PER_OCTAVE = 64;
const BINS = Math.ceil(Math.log2(RATE_BOUNDS.max / RATE_BOUNDS.min) * BINS_PER_OCTAVE) + 1;

/**
 * Histogram of pages by change rate: about 1,300 numbers for a collection of any size. Dividing the
 * budget of a million pages takes no second read of their rates, and the histograms of two segments
 * add up.
 */
export class RateHistogram {
  readonly #pages = new Float64Array(BINS);

  /** @param rate in changes a day; what lies outside of RATE_BOUNDS counts as the bound */
  add(rate: number): void {
    const bin = Math.round(Math.log2(rate / RATE_BOUNDS.min) * BINS_PER_OCTAVE);
    const at = Math.min(BINS - 1, Math.max(0, bin));
    this.#pages[at] = (this.#pages[at] ?? 0) + 1;
  }

  /** Bins that have pages, as an object keeps them: number of the bin, pages. */
  entries(): [bin: number, pages: number][] {
    return [...this.#pages.entries()].filter(([, pages]) => pages > 0);
  }

  /** @param entries as `entries` returned them; a missing bin has no pages */
  static of(entries: readonly (readonly [bin: number, pages: number])[]): RateHistogram {
    const made = new RateHistogram();
    for (const [bin, pages] of entries) if (bin < BINS) made.#pages[bin] = pages;
    return made;
  }

  addAll(other: RateHistogram): void {
    for (const [i, pages] of other.#pages.entries()) this.#pages[i] = (this.#pages[i] ?? 0) + pages;
  }

  get pages(): number {
    return this.#pages.reduce((sum, pages) => sum + pages, 0);
  }

  /** Visits a day of all pages, when a page of a rate is visited so often. */
  visits(visitsOf: (rate: number) => number): number {
    let sum = 0;
    for (const [bin, pages] of this.#pages.entries()) {
      if (pages > 0) sum += pages * visitsOf(RATE_BOUNDS.min * 2 ** (bin / BINS_PER_OCTAVE));
    }
    return sum;
  }
}
