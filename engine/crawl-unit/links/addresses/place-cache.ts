import { mixedHash } from '#core/bytes/mixed-hash.ts';

/** Entries that one hash can have: another one replaces the first of them. */
const WAYS = 4;
const FIRST_SETS = 64;
/** Least entries for each address: with four, sets of four lose one address of a hundred. */
const LEAST_ROOM = 4;
/** 3 MB besides the addresses. Of 100,000 addresses, it loses one of fifty. */
const MOST_ENTRIES = 262_144;
/** Characters at the end of an address by which it is hashed: addresses of a site begin alike. */
const HASHED = 48;
const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * A cache of the places of addresses: an address that was set can be gone, and the caller then
 * finds its place another way. The hash of an address chooses a set of four entries; its whole text
 * is compared.
 *
 * A `Map` answers the same, but reads three times as many lines of memory, and a crawl looks up
 * every link of every page (ADR 115). No choice of addresses makes a lookup longer: a full set
 * loses an entry.
 */
export class PlaceCache {
  #texts: (string | undefined)[] = new Array<string | undefined>(FIRST_SETS * WAYS).fill(undefined);
  #places = new Int32Array(FIRST_SETS * WAYS);
  #count = 0;

  get(text: string): number | undefined {
    const from = this.#setOf(text);
    const texts = this.#texts;
    for (let at = from; at < from + WAYS; at += 1) if (texts[at] === text) return this.#places[at];
    return undefined;
  }

  /**
   * Sets the place of an address that `get` does not find.
   * @returns the address that the cache lost for it, or null
   */
  set(text: string, place: number): string | null {
    if (this.#isTight()) this.#grow();
    const from = this.#setOf(text);
    let at = from;
    while (at < from + WAYS && this.#texts[at] !== undefined) at += 1;
    if (at === from + WAYS) at = from;
    else this.#count += 1;
    const lost = this.#texts[at] ?? null;
    this.#texts[at] = text;
    this.#places[at] = place;
    return lost;
  }

  #isTight(): boolean {
    return this.#count * LEAST_ROOM > this.#texts.length && this.#texts.length < MOST_ENTRIES;
  }

  #grow(): void {
    const [texts, places] = [this.#texts, this.#places];
    this.#texts = new Array<string | undefined>(texts.length * 2).fill(undefined);
    this.#places = new Int32Array(texts.length * 2);
    this.#count = 0;
    for (let at = 0; at < texts.length; at += 1) {
      const text = texts[at];
      if (text !== undefined) this.set(text, places[at] as number);
    }
  }

  /** First entry of the set. */
  #setOf(text: string): number {
    let hash = OFFSET ^ text.length;
    for (let at = Math.max(0, text.length - HASHED); at < text.length; at += 1)
      hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
    return (mixedHash(hash) & (this.#texts.length / WAYS - 1)) * WAYS;
  }
}
