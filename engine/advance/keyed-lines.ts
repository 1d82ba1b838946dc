import type { Archive } from '#core/archive/archive.ts';
import type { FileRef } from '#core/frontier/frontier.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import { putParts } from '#engine/advance/line-files.ts';
import { LineSorter, type Place } from '#engine/advance/line-sorter.ts';

/** Digits of a key that fit into a number. */
const DIGITS = 12;
const ZERO = '0'.charCodeAt(0);
const NINE = '9'.charCodeAt(0);
/** So much less than the code of `a`, the digit ten. */
const TEN = 'a'.charCodeAt(0) - 10;

/** Where a line stands among lines sorted by URL key. That two keys have 96 bits in common does not happen. */
export const keyPlace = (key: UrlKey): Place => ({ a: 0, b: hexNumber(key, 0), c: hexNumber(key, DIGITS) });

/** The same of a key that stands at a place of a text. */
export const keyPlaceAt = (text: Buffer, at: number): Place => ({
  a: 0,
  b: hexNumberAt(text, at),
  c: hexNumberAt(text, at + DIGITS),
});

/** Of the digits from a place on. `Number.parseInt` takes three times as long, and there are millions. */
function hexNumber(key: UrlKey, from: number): number {
  let number = 0;
  for (let at = from; at < from + DIGITS; at += 1) number = number * 16 + digitOf(key.charCodeAt(at));
  return number;
}

function hexNumberAt(text: Buffer, from: number): number {
  let number = 0;
  for (let at = from; at < from + DIGITS; at += 1) number = number * 16 + digitOf(text[at] as number);
  return number;
}

const digitOf = (code: number): number => (code <= NINE ? code - ZERO : code - TEN);

/**
 * JSON lines sorted by URL key, as many as a wave has tasks. They wait as bytes outside of the heap: as objects they would live until the
 * wave is closed, and double what V8 lets the heap grow to.
 */
export class KeyedLines {
  readonly #archive: Archive;
  readonly #lines: LineSorter;
  #count = 0;

  constructor(archive: Archive) {
    this.#archive = archive;
    this.#lines = new LineSorter(archive, () => '', Number.POSITIVE_INFINITY);
  }

  get count(): number {
    return this.#count;
  }

  /** @param line as JSON. @returns its number, from 0 */
  add(key: UrlKey, line: string): number {
    void this.#lines.add({ ...keyPlace(key), line }); // it never spills
    return this.#count++;
  }

  lineAt(number: number): string {
    return this.#lines.lineAt(number);
  }

  /** @param line another with the same key */
  replace(number: number, line: string): void {
    this.#lines.replace(number, line);
  }

  /** Writes them as an object; null when there are none. */
  async write(object: string): Promise<FileRef | null> {
    if (this.#count === 0) return null;
    await putParts(this.#archive, object, await this.#lines.text());
    return { object, count: this.#count };
  }
}
