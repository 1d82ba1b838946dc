import { mixedHash } from '#core/bytes/mixed-hash.ts';

/** Numbers of 16 bits of a sketch. */
const NUMBERS = 64;
/** Numbers of a band: pages that agree in one band are looked at as a pair. */
const ROWS = 4;
export const BANDS = NUMBERS / ROWS;
/** Sketches that get their memory together. */
const BLOCK = 4_096;

/** Each seed makes a permutation of all hashes. */
const SEEDS = Uint32Array.from({ length: NUMBERS }, (_, i) => mixedHash(Math.imul(i + 1, 0x9e3779b1)));

/**
 * MinHash sketches of many pages (Broder 1997), 128 bytes each. The share of equal numbers of two
 * sketches is about the share of shingles that the pages have in common, with a standard error of
 * 0.04 at 0.9.
 */
export class PageSketches {
  readonly #blocks: Uint16Array[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** @param shingles at least one @returns the place of the page: 0, 1, 2, … */
  add(shingles: Uint32Array): number {
    if (this.#count % BLOCK === 0) this.#blocks.push(new Uint16Array(BLOCK * NUMBERS));
    const place = this.#count;
    this.#count += 1;
    const start = startOf(place);
    const block = this.#blockOf(place);
    for (const [i, seed] of SEEDS.entries()) {
      let least = 0xffffffff;
      for (const shingle of shingles) {
        const hash = mixedHash(shingle ^ seed);
        if (hash < least) least = hash;
      }
      block[start + i] = least; // its lower 16 bits: the upper ones of a least number are zeros
    }
    return place;
  }

  /** Estimated share of common shingles, 0 to 1 in steps of a 64th. */
  likeness(x: number, y: number): number {
    const [a, b] = [this.#blockOf(x), this.#blockOf(y)];
    const [i, j] = [startOf(x), startOf(y)];
    let equal = 0;
    for (let n = 0; n < NUMBERS; n++) if (a[i + n] === b[j + n]) equal += 1;
    return equal / NUMBERS;
  }

  /** The numbers of a band as two of 32 bits. @param band 0 to 15 */
  band(place: number, band: number): readonly [number, number] {
    const block = this.#blockOf(place);
    const [a = 0, b = 0, c = 0, d = 0] = block.subarray(startOf(place) + band * ROWS);
    return [a * 0x10000 + b, c * 0x10000 + d];
  }

  /** The first band in which two pages agree; `BANDS` if in none. */
  firstBand(x: number, y: number): number {
    let band = 0;
    for (; band < BANDS; band++) {
      const [a, b] = this.band(x, band);
      const [c, d] = this.band(y, band);
      if (a === c && b === d) break;
    }
    return band;
  }

  #blockOf(place: number): Uint16Array {
    const block = this.#blocks[Math.floor(place / BLOCK)];
    if (block === undefined) throw new RangeError(`no sketch ${place}`);
    return block;
  }
}

const startOf = (place: number): number => (place % BLOCK) * NUMBERS;
