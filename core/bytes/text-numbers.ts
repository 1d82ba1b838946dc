const FIRST_TEXTS = 32;
const FIRST_BYTES = 1_024;
/** Longer texts get no number. */
const MOST_BYTES = 1_000;
/** So many places are looked at. Hashes can be made to collide: a text that finds none of them free gets no number. */
const MOST_LOOKS = 32;
/** Of the table for each text: its hash, and its number counted from 1; 0: free. */
const ENTRY = 2;
const NUMBER = 1;
/** What is known of each text: where it ends (it starts where the one before ends), and its group. */
const ROW = 2;
const GROUP = 1;

/**
 * Numbers texts from 0 in the order in which they come, and finds them again by their bytes: no string is made for a text that is known. Texts of two
 * groups are two, though they are the same. Nothing is on the heap; a text takes its length and some 40 bytes.
 *
 * Texts are of visible ASCII, at most 1,000 characters. Others, and a few that are unlucky, get no number.
 */
export class TextNumbers {
  #bytes = new Uint8Array(FIRST_BYTES);
  #rows = new Uint32Array(FIRST_TEXTS * ROW);
  /** At least half of it is free. */
  #table = new Int32Array(2 * FIRST_TEXTS * ENTRY);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** What it takes in memory, in bytes. */
  get size(): number {
    return this.#bytes.length + this.#rows.byteLength + this.#table.byteLength;
  }

  /** Number of the group's text that is between two offsets; -1 when it has none. */
  find(group: number, bytes: Uint8Array, from: number, end: number): number {
    if (end - from > MOST_BYTES) return -1;
    const slot = this.#slot({ group, bytes, from, end }, hashOf(group, bytes, from, end));
    return slot < 0 ? -1 : (this.#table[slot + NUMBER] as number) - 1;
  }

  /** Number of the group's text, which is `text` from an offset on; it is the count before when it is new. -1: it gets none. */
  number(group: number, text: string, offset = 0): number {
    const from = this.#startOf(this.#count);
    const end = this.#write(text, offset, from);
    if (end < 0) return -1;
    const hash = hashOf(group, this.#bytes, from, end);
    const slot = this.#slot({ group, bytes: this.#bytes, from, end }, hash);
    if (slot < 0) return -1;
    const known = this.#table[slot + NUMBER] as number;
    if (known > 0) return known - 1;
    this.#rows[this.#count * ROW] = end;
    this.#rows[this.#count * ROW + GROUP] = group;
    this.#count += 1;
    this.#table[slot] = hash;
    this.#table[slot + NUMBER] = this.#count;
    if (this.#count * ROW === this.#rows.length) this.#grow();
    return this.#count - 1;
  }

  groupOf(number: number): number {
    return this.#rows[number * ROW + GROUP] as number;
  }

  text(number: number): string {
    return Buffer.from(this.#bytes.buffer).toString('latin1', this.#startOf(number), this.#rows[number * ROW]);
  }

  #startOf(number: number): number {
    return number === 0 ? 0 : (this.#rows[(number - 1) * ROW] as number);
  }

  /** Writes a text behind all others. @returns its end, or -1 when it is none that gets a number */
  #write(text: string, offset: number, from: number): number {
    const length = text.length - offset;
    if (length > MOST_BYTES) return -1;
    if (from + length > this.#bytes.length) {
      const bytes = new Uint8Array(this.#bytes.length * 2);
      bytes.set(this.#bytes);
      this.#bytes = bytes;
    }
    const bytes = this.#bytes;
    for (let at = 0; at < length; at += 1) {
      const code = text.charCodeAt(offset + at);
      if (code <= 0x20 || code >= 0x7f) return -1;
      bytes[from + at] = code;
    }
    return from + length;
  }

  /** Where the text is in the table, or would be; -1 when there is no room for it. */
  #slot(text: Text, hash: number): number {
    const table = this.#table;
    const mask = table.length - ENTRY;
    let slot = (hash * ENTRY) & mask;
    for (let look = 0; look < MOST_LOOKS; look += 1) {
      const number = table[slot + NUMBER] as number;
      if (number === 0 || (table[slot] === hash && this.#isAt(number - 1, text))) return slot;
      slot = (slot + ENTRY) & mask;
    }
    return -1;
  }

  #isAt(number: number, { group, bytes, from, end }: Text): boolean {
    const own = this.#bytes;
    const shift = this.#startOf(number) - from;
    if (this.#rows[number * ROW] !== end + shift || this.#rows[number * ROW + GROUP] !== group) return false;
    for (let at = from; at < end; at += 1) if (own[at + shift] !== bytes[at]) return false;
    return true;
  }

  #grow(): void {
    const rows = new Uint32Array(this.#rows.length * 2);
    rows.set(this.#rows);
    this.#rows = rows;
    const before = this.#table;
    const table = new Int32Array(before.length * 2);
    const mask = table.length - ENTRY;
    for (let at = 0; at < before.length; at += ENTRY) {
      if (before[at + NUMBER] === 0) continue;
      const hash = before[at] as number;
      let slot = (hash * ENTRY) & mask;
      while (table[slot + NUMBER] !== 0) slot = (slot + ENTRY) & mask;
      table[slot] = hash;
      table[slot + NUMBER] = before[at + NUMBER] as number;
    }
    this.#table = table;
  }
}

/** Of a group, between two offsets. */
interface Text {
  readonly group: number;
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly end: number;
}

/** Four bytes at a time: a multiplication for each would take longer than all else. Half of the range: a slot is a place of two words. */
function hashOf(group: number, bytes: Uint8Array, from: number, end: number): number {
  let hash = Math.imul(group, 0x85ebca6b) ^ (end - from);
  let at = from;
  for (; at + 4 <= end; at += 4) {
    const word =
      (bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24);
    hash = Math.imul(hash ^ word, 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  for (; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  return (hash ^ (hash >>> 13)) & 0x3fffffff;
}
