import type { UrlKey } from '#core/url/url-key.ts';

/** Numbers of 32 bits in a key. */
const WORDS = 4;
const FIRST_SIZE = 1024;

/**
 * Gives each URL key a place, 0, 1, 2, … in the order of `add`: a hash table outside of the heap.
 * It takes 16 bytes a key and up to 16 bytes for its slots.
 */
export class PagePlaces {
  #keys = new Uint32Array(FIRST_SIZE * WORDS);
  /** Place plus 1; 0 is free. At most half are taken. */
  #slots = new Int32Array(FIRST_SIZE * 2);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** @returns its place, also of a key that is there */
  add(key: UrlKey): number {
    if (this.#count * WORDS === this.#keys.length) this.#grow();
    const words = wordsOf(key);
    const slot = this.#slotOf(words);
    const known = this.#slots[slot] ?? 0;
    if (known > 0) return known - 1;
    this.#keys.set(words, this.#count * WORDS);
    this.#count += 1;
    this.#slots[slot] = this.#count;
    return this.#count - 1;
  }

  /** @returns -1 for a key that is not there */
  find(key: UrlKey): number {
    return (this.#slots[this.#slotOf(wordsOf(key))] ?? 0) - 1;
  }

  /** Slot of the key, or the free one for it. */
  #slotOf(words: Words): number {
    const mask = this.#slots.length - 1;
    let slot = words[0] & mask;
    for (;;) {
      const place = (this.#slots[slot] ?? 0) - 1;
      if (place < 0 || this.#isAt(place * WORDS, words)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #isAt(from: number, words: Words): boolean {
    const keys = this.#keys;
    return (
      keys[from] === words[0] &&
      keys[from + 1] === words[1] &&
      keys[from + 2] === words[2] &&
      keys[from + 3] === words[3]
    );
  }

  #grow(): void {
    const keys = new Uint32Array(this.#keys.length * 2);
    keys.set(this.#keys);
    this.#keys = keys;
    const slots = new Int32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let place = 0; place < this.#count; place++) {
      let slot = (keys[place * WORDS] ?? 0) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = place + 1;
    }
    this.#slots = slots;
  }
}

type Words = readonly [number, number, number, number];

const wordsOf = (key: UrlKey): Words => [
  Number.parseInt(key.slice(0, 8), 16),
  Number.parseInt(key.slice(8, 16), 16),
  Number.parseInt(key.slice(16, 24), 16),
  Number.parseInt(key.slice(24, 32), 16),
];
