import type { BasePage } from '#core/archive/base-page.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import type { LineBytes } from '#engine/advance/line-files.ts';

/*
 * What the planner carries of an admitted link until its rank is known: key and discoverer's key, 32 digits each, and the address, as one line; behind a tab
 * what a base execution knows of its page. Most links have nothing more, and there are millions: their task's JSON is made from these bytes, without a string
 * (docs/performance.md).
 */

const KEY_DIGITS = 32;

/** What the line says. */
export interface FoundLine {
  readonly key: UrlKey;
  readonly via: UrlKey;
  readonly url: string;
  readonly base?: BasePage | undefined;
}

/** No address has a tab. */
export const foundLine = ({ key, via, url, base }: FoundLine): string =>
  base === undefined ? `${key}${via}${url}` : `${key}${via}${url}\t${JSON.stringify(base)}`;

export function readFoundLine({ text, start, end }: LineBytes): FoundLine {
  const [keys = '', base] = text.toString('utf8', start, end).split('\t', 2);
  return {
    key: keys.slice(0, KEY_DIGITS) as UrlKey,
    via: keys.slice(KEY_DIGITS, 2 * KEY_DIGITS) as UrlKey,
    url: keys.slice(2 * KEY_DIGITS),
    ...(base !== undefined && { base: JSON.parse(base) as BasePage }),
  };
}

/** Does JSON write it as it is? Not said of an address beyond ASCII, as no crawled one is. */
export const isPlainAddress = (url: string): boolean => /^[ !#-[\]-~]*$/.test(url);

const KEY = Buffer.from('{"key":"');
const ADDRESS = Buffer.from('","url":"');
const LEVEL = Buffer.from('","level":');
const RANK = Buffer.from(',"rank":');
const VIA = Buffer.from(',"via":"');
const END = Buffer.from('"}\n');
/** Bytes of all of these, and of two numbers. */
const MOST_AROUND = 100;
const FIRST_BYTES = 1_024;

/** Writes tasks of plain addresses as JSON lines, each over the one before. */
export class FoundTaskWriter {
  #line = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #at = 0;

  /** Memory of the line that was written. */
  get line(): Buffer {
    return this.#line;
  }

  /** What `JSON.stringify` makes of key, url, level, rank and via. @returns its bytes, with LF */
  write({ text, start, end }: LineBytes, { level, rank }: { readonly level: number; readonly rank: number }): number {
    if (end - start + MOST_AROUND > this.#line.length) {
      this.#line = Buffer.allocUnsafeSlow(2 * (end - start + MOST_AROUND));
    }
    const via = start + KEY_DIGITS;
    const url = via + KEY_DIGITS;
    this.#at = 0;
    this.#mark(KEY);
    this.#copy(text, start, via);
    this.#mark(ADDRESS);
    this.#copy(text, url, end);
    this.#mark(LEVEL);
    this.#number(level);
    this.#mark(RANK);
    this.#number(rank);
    this.#mark(VIA);
    this.#copy(text, via, url);
    this.#mark(END);
    return this.#at;
  }

  /** Byte by byte: for so few a call of the runtime takes longer, and less for more. */
  #mark(source: Buffer): void {
    const line = this.#line;
    const at = this.#at;
    for (let i = 0; i < source.length; i += 1) line[at + i] = source[i] as number;
    this.#at = at + source.length;
  }

  #copy(source: Buffer, from: number, end: number): void {
    this.#at += source.copy(this.#line, this.#at, from, end);
  }

  #number(value: number): void {
    const digits = String(value);
    for (let i = 0; i < digits.length; i += 1) this.#line[this.#at + i] = digits.charCodeAt(i);
    this.#at += digits.length;
  }
}
