import type { UrlKey } from '#core/url/url-key.ts';

/** Four words of 32 bits. */
const KEY_WORDS = 4;
const WORD_DIGITS = 8;
const FIRST_KEYS = 256;

/**
 * Numbers URL keys from 0 in the order in which they come. Takes 16 bytes a key and four to eight
 * to find it again, none of them on the heap: a map of strings takes 150.
 */
export class UrlKeyIndex {
  #words = new Uint32Array(FIRST_KEYS * KEY_WORDS);
  /**
   * Place of a key, and one: where the first word of a key says, or behind. Zero: free. At least
   * half of them are.
   */
  #table = new Uint32Array(FIRST_KEYS * 2);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** The key's number; it is the count before when the key was not there. */
  place(key: UrlKey): number {
    if (this.#count * KEY_WORDS === this.#words.length) this.#grow();
    const words = this.#words;
    const at = this.#count * KEY_WORDS;
    for (let i = 0; i < KEY_WORDS; i += 1) words[at + i] = wordAt(key, i * WORD_DIGITS);
    const mask = this.#table.length - 1;
    let slot = (words[at] ?? 0) & mask;
    for (let found = this.#table[slot] ?? 0; found > 0; found = this.#table[slot] ?? 0) {
      if (this.#equals((found - 1) * KEY_WORDS, at)) return found - 1;
      slot = (slot + 1) & mask;
    }
    this.#count += 1;
    this.#table[slot] = this.#count;
    return this.#count - 1;
  }

  clear(): void {
    this.#words = new Uint32Array(FIRST_KEYS * KEY_WORDS);
    this.#table = new Uint32Array(FIRST_KEYS * 2);
    this.#count = 0;
  }

  #equals(a: number, b: number): boolean {
    const words = this.#words;
    for (let i = 0; i < KEY_WORDS; i += 1) if (words[a + i] !== words[b + i]) return false;
    return true;
  }

  #grow(): void {
    const words = new Uint32Array(this.#words.length * 2);
    words.set(this.#words);
    this.#words = words;
    const table = new Uint32Array(this.#table.length * 2);
    const mask = table.length - 1;
    for (let place = 0; place < this.#count; place += 1) {
      let slot = (words[place * KEY_WORDS] ?? 0) & mask;
      while (table[slot] !== 0) slot = (slot + 1) & mask;
      table[slot] = place + 1;
    }
    this.#table = table;
  }
}

/** Eight digits as a number. */
function wordAt(key: string, from: number): number {
  let word = 0;
  for (let at = from; at < from + WORD_DIGITS; at += 1) {
    const code = key.charCodeAt(at);
    word = (word << 4) | (code > 0x39 ? code - 0x57 : code - 0x30);
  }
  return word >>> 0;
}
