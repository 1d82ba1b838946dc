import { TextNumbers } from '#core/bytes/text-numbers.ts';
import type { KnownHrefs } from '#core/extraction/link-list.ts';

const SLASH = 0x2f;
const BACKSLASH = 0x5c;
const [LETTER_H, LETTER_P] = [0x68, 0x70];
/** The path of an absolute address starts behind `http://` and one character at least. */
const LEAST_SITE = 8;
/** All sites are of one group. */
const SITES = 0;

/**
 * Numbers addresses from 0 in the order in which they come: absolute ones of http and https as they are written, and what is written from the root on, on a
 * page of a known site. Both find the same number.
 */
export class AddressNumbers {
  readonly #sites = new TextNumbers();
  /** From the root on; the group is the number of the site. */
  readonly #paths = new TextNumbers();

  get count(): number {
    return this.#paths.count;
  }

  /** What it takes in memory, in bytes. */
  get size(): number {
    return this.#sites.size + this.#paths.size;
  }

  /** Number of a site (scheme, host, port); -1: it gets none. */
  site(text: string): number {
    return this.#sites.number(SITES, text);
  }

  /** Number of the address that is `path`, from the root on, on a site; the count before when it is new. -1: it gets none. */
  number(site: number, path: string, offset = 0): number {
    return site < 0 ? -1 : this.#paths.number(site, path, offset);
  }

  /** The same of an absolute address. */
  numberOf(url: string): number {
    const root = url.indexOf('/', LEAST_SITE);
    return root < 0 ? -1 : this.number(this.site(url.slice(0, root)), url, root);
  }

  /** The absolute address of a number. */
  text(number: number): string {
    return this.#sites.text(this.#paths.groupOf(number)) + this.#paths.text(number);
  }

  /** Number of an href between two offsets, on a page of a site. */
  find(site: number, bytes: Uint8Array, from: number, end: number): number {
    const first = bytes[from];
    if (first === SLASH) {
      const second = bytes[from + 1];
      return second === SLASH || second === BACKSLASH ? -1 : this.#paths.find(site, bytes, from, end);
    }
    if (first !== LETTER_H || bytes[from + 3] !== LETTER_P) return -1;
    let root = from + LEAST_SITE;
    while (root < end && bytes[root] !== SLASH) root += 1;
    const other = root < end ? this.#sites.find(SITES, bytes, from, root) : -1;
    return other < 0 ? -1 : this.#paths.find(other, bytes, root, end);
  }
}

/** Hrefs on the pages of one site, by the numbers of their addresses. */
export class SiteHrefs implements KnownHrefs {
  readonly numbers: AddressNumbers;
  /** Its number. */
  readonly site: number;

  constructor(numbers: AddressNumbers, site: number) {
    this.numbers = numbers;
    this.site = site;
  }

  find(bytes: Uint8Array, from: number, end: number): number {
    return this.numbers.find(this.site, bytes, from, end);
  }

  text(number: number): string {
    return this.numbers.text(number);
  }
}
