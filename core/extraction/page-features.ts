import { mixedHash } from '#core/bytes/mixed-hash.ts';

/** Pages beyond this are not looked into: their digest tells them apart. */
const MOST_BYTES = 256 * 1024;
/**
 * Features of each kind that are kept: the lowest hashes, so that two pages keep the same ones of
 * what they share.
 */
const KEPT = { title: 1, text: 12, anchor: 6, image: 6, number: 4 } as const;
type Kind = keyof typeof KEPT;
export const FEATURE_BYTES = 3;
/** A page with fewer numbers shows no data: dates, counters, times of rendering. */
const LEAST_NUMBERS = 8;
const LEAST_DIGITS = 3;

const SEED = 0x811c9dc5;
const PRIME = 0x01000193;
/** Replaces in a text words with digits, and for words that only repeat the query. */
const MASKED = 0x23232323;
/** Tells the hash of an image's description from that of a text. */
const DESCRIPTION = 1;

const TAB = 0x09;
const SPACE = 0x20;
const BANG = 0x21;
const QUOTE = 0x22;
const HASH = 0x23;
const APOSTROPHE = 0x27;
const COMMA = 0x2c;
const DOT = 0x2e;
const SLASH = 0x2f;
const SEMICOLON = 0x3b;
const LESS = 0x3c;
const EQUALS = 0x3d;
const GREATER = 0x3e;
const QUESTION = 0x3f;

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
const isLetter = (code: number): boolean => (code | SPACE) >= 0x61 && (code | SPACE) <= 0x7a;
const isWord = (code: number): boolean => isLetter(code) || isDigit(code) || code >= 0x80;
const step = (hash: number, code: number): number => Math.imul(hash ^ code, PRIME);

/** 24 bits. */
const mixed = (hash: number): number => mixedHash(hash) >>> 8;

/**
 * A sketch of an HTML page's content, to tell whether a page brings anything that its siblings
 * lack: up to 29 hashes of 24 bits (the lowest of each kind) of
 *
 * - texts between tags, in and outside of links, where a word with a digit, and a word that is in
 *   the page's own query, is a blank (a calendar, a counter, a session id and the name of a filter
 *   say nothing);
 * - addresses and descriptions of images;
 * - numbers of three digits and more outside of links, but years, where a page has eight different
 *   ones: tables of figures.
 *
 * One pass, linear, no tree: what a browser would see otherwise (an element in a comment in a
 * script) may be hashed; it is the same for all siblings.
 *
 * @param page.charset in which it is read
 * @returns base64; null for a page that is too large or not a superset of ASCII: its digest tells
 * it apart
 */
export function pageFeatures(
  body: Uint8Array,
  { charset, title, url }: { readonly charset: string; readonly title: string | null; readonly url: string },
): string | null {
  if (body.length > MOST_BYTES || charset.startsWith('utf-16')) return null;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  return new FeatureReader(bytes, echoOf(url)).read(title === null ? null : titleFeature(title, url));
}

/** The hash of a title, with the same blanks: all that is known of a page without a sketch. */
export const titleFeature = (title: string, url: string): number => new WordRun(Buffer.from(title), echoOf(url)).all();

/** Hashes of a sketch. */
export function featuresOf(text: string): number[] {
  const bytes = Buffer.from(text, 'base64');
  return Array.from({ length: Math.floor(bytes.length / FEATURE_BYTES) }, (_, i) =>
    bytes.readUIntLE(i * FEATURE_BYTES, FEATURE_BYTES),
  );
}

/** Words of an address behind its path. */
function echoOf(url: string): ReadonlySet<number> {
  const cut = url.search(/[?;]/);
  if (cut < 0) return NO_WORDS;
  const words =
    url
      .slice(cut)
      .replace(/%[0-9A-Fa-f]{2}/g, ' ')
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  return new Set(words.map((word) => Buffer.from(word).reduce(step, SEED)));
}

const NO_WORDS: ReadonlySet<number> = new Set();

/** The lowest of the hashes that are added, each once. */
class LowestHashes {
  readonly items: number[] = [];
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  add(hash: number): void {
    const { items } = this;
    if (items.length === this.#most && hash >= (items.at(-1) as number)) return;
    let at = items.length;
    while (at > 0 && (items[at - 1] as number) >= hash) at -= 1;
    if (items[at] === hash) return;
    items.splice(at, 0, hash);
    if (items.length > this.#most) items.pop();
  }
}

/** A word of digits, with its place. */
interface WrittenNumber {
  readonly digits: number;
  /** Dots and commas in it. */
  readonly marks: number;
  /** Hash of all its characters. */
  readonly exact: number;
  readonly from: number;
}

/** Hash of a text's words, one after another, with blanks for those that say nothing. */
class WordRun {
  readonly #bytes: Buffer;
  readonly #echo: ReadonlySet<number>;
  readonly #number: ((found: WrittenNumber) => void) | null;
  #hash = SEED;
  #words = 0;
  #blank = false;

  /** @param number gets each number */
  constructor(bytes: Buffer, echo: ReadonlySet<number>, number: ((found: WrittenNumber) => void) | null = null) {
    this.#bytes = bytes;
    this.#echo = echo;
    this.#number = number;
  }

  /** The hash of all bytes as one text. */
  all(): number {
    this.take(0, this.#bytes.length);
    return mixed(this.#hash);
  }

  /** Takes the words of a part of the bytes. */
  take(from: number, end: number): void {
    for (let at = from; at < end; ) at = isWord(this.#bytes[at] as number) ? this.word(at, end) : at + 1;
  }

  /** Ends the text. @returns its hash with `sign` in it; null: it has no word */
  end(sign = 0): number | null {
    const hash = this.#words > 0 ? mixed(this.#hash ^ sign) : null;
    this.#hash = SEED;
    this.#words = 0;
    this.#blank = false;
    return hash;
  }

  /** Takes the word at a place. @returns the place behind it */
  word(from: number, end: number): number {
    const bytes = this.#bytes;
    let [hash, exact, digits, marks, other, high] = [SEED, SEED, 0, 0, false, false];
    let at = from;
    for (; at < end; at += 1) {
      const code = bytes[at] as number;
      if (isDigit(code)) {
        digits += 1;
        exact = step(exact, code);
        if (at === from || !isDigit(bytes[at - 1] as number)) hash = step(hash, HASH);
        continue;
      }
      if (code >= 0x80) {
        high = true;
        hash = step(hash, code);
      } else if (isLetter(code)) {
        other = true;
        hash = step(hash, code | SPACE);
      } else if ((code === DOT || code === COMMA) && digits > 0 && !other && !high && isDigit(bytes[at + 1] ?? 0)) {
        marks += 1;
        exact = step(exact, code);
      } else break;
    }
    if (digits > 0 && !other && !high) this.#number?.({ digits, marks, exact, from });
    const blank = (digits > 0 && !high) || this.#echo.has(hash);
    if (!blank || !this.#blank) this.#hash = step(this.#hash, blank ? MASKED : hash);
    this.#blank = blank;
    this.#words += 1;
    return at;
  }
}

class FeatureReader {
  readonly #bytes: Buffer;
  readonly #run: WordRun;
  readonly #kinds: Record<Kind, LowestHashes>;
  readonly #numbers = new Set<number>();
  #inAnchor = false;

  constructor(bytes: Buffer, echo: ReadonlySet<number>) {
    this.#bytes = bytes;
    this.#run = new WordRun(bytes, echo, (found) => this.#number(found));
    const kept = (kind: Kind) => new LowestHashes(KEPT[kind]);
    this.#kinds = {
      title: kept('title'),
      text: kept('text'),
      anchor: kept('anchor'),
      image: kept('image'),
      number: kept('number'),
    };
  }

  /** @param title its hash */
  read(title: number | null): string {
    const bytes = this.#bytes;
    if (title !== null) this.#kinds.title.add(title);
    for (let at = 0; at < bytes.length; ) {
      const code = bytes[at] as number;
      if (code === LESS) {
        this.#endRun();
        at = this.#tag(at);
      } else at = isWord(code) ? this.#run.word(at, bytes.length) : at + 1;
    }
    this.#endRun();
    if (this.#numbers.size >= LEAST_NUMBERS) for (const number of this.#numbers) this.#kinds.number.add(number);
    const all = Object.values(this.#kinds).flatMap(({ items }) => items);
    const packed = Buffer.alloc(all.length * FEATURE_BYTES);
    for (const [i, hash] of all.entries()) packed.writeUIntLE(hash, i * FEATURE_BYTES, FEATURE_BYTES);
    return packed.toString('base64');
  }

  #number({ digits, marks, exact, from }: WrittenNumber): void {
    if (this.#inAnchor || digits < LEAST_DIGITS || marks > 1 || this.#numbers.size > 1_000) return;
    const [first, second] = [this.#bytes[from], this.#bytes[from + 1]];
    const isYear = digits === 4 && marks === 0 && ((first === 0x31 && (second ?? 0) >= 0x38) || first === 0x32);
    if (!isYear) this.#numbers.add(mixed(exact));
  }

  #endRun(): void {
    const hash = this.#run.end();
    if (hash !== null) this.#kinds[this.#inAnchor ? 'anchor' : 'text'].add(hash);
  }

  /** @returns the place behind the tag, and behind the text of a script or style */
  #tag(from: number): number {
    const bytes = this.#bytes;
    const next = bytes[from + 1] ?? 0;
    if (next === BANG && bytes[from + 2] === 0x2d && bytes[from + 3] === 0x2d) return this.#behind('-->', from + 4);
    if (next === SLASH) {
      if (((bytes[from + 2] ?? 0) | SPACE) === 0x61 && !isWord(bytes[from + 3] ?? 0)) this.#inAnchor = false;
      return this.#behind('>', from + 2);
    }
    if (!isLetter(next)) return next === BANG || next === QUESTION ? this.#behind('>', from + 1) : from + 1;
    let end = from + 2;
    while (isWord(bytes[end] ?? 0)) end += 1;
    const name = end - from > 8 ? '' : bytes.toString('latin1', from + 1, end).toLowerCase();
    if (name === 'a') this.#inAnchor = true;
    const behind = this.#attributes(end, name);
    return name === 'script' || name === 'style'
      ? this.#behind(`</${bytes.toString('latin1', from + 1, end)}`, behind)
      : behind;
  }

  #behind(text: string, from: number): number {
    const at = this.#bytes.indexOf(text, from, 'latin1');
    return at < 0 ? this.#bytes.length : at + text.length;
  }

  /** @returns the place behind the `>` */
  #attributes(from: number, name: string): number {
    const bytes = this.#bytes;
    const reads = name === 'img';
    for (let at = from; at < bytes.length; at += 1) {
      const code = bytes[at] as number;
      if (code === GREATER) return at + 1;
      if (code !== EQUALS) continue;
      const quote = bytes[at + 1];
      const isQuoted = quote === QUOTE || quote === APOSTROPHE;
      const start = isQuoted ? at + 2 : at + 1;
      const end = isQuoted ? this.#indexOf(quote, start) : this.#unquotedEnd(start);
      if (reads) this.#attribute(at, start, end);
      at = isQuoted ? end : end - 1;
    }
    return bytes.length;
  }

  #indexOf(code: number, from: number): number {
    const at = this.#bytes.indexOf(code, from);
    return at < 0 ? this.#bytes.length : at;
  }

  #unquotedEnd(from: number): number {
    let at = from;
    for (; at < this.#bytes.length; at += 1) {
      const code = this.#bytes[at] as number;
      if (code === GREATER || code === SPACE || (code >= TAB && code <= 0x0d)) break;
    }
    return at;
  }

  /** @param equals place of the sign behind its name */
  #attribute(equals: number, start: number, end: number): void {
    const last = (this.#bytes[equals - 1] ?? 0) | SPACE;
    const first = (this.#bytes[equals - 3] ?? 0) | SPACE;
    if (last === 0x63 && first === 0x73)
      this.#image(start, end); // src
    else if (last === 0x74 && first === 0x61) this.#description(start, end); // alt
  }

  /** Numbers count: a gallery's pages differ in nothing else. */
  #image(start: number, end: number): void {
    let hash = SEED;
    for (let at = start; at < end; at += 1) {
      const code = this.#bytes[at] as number;
      if (code === QUESTION || code === SEMICOLON) break;
      hash = step(hash, code);
    }
    this.#kinds.image.add(mixed(hash));
  }

  #description(start: number, end: number): void {
    this.#endRun();
    this.#run.take(start, end);
    const hash = this.#run.end(DESCRIPTION);
    if (hash !== null) this.#kinds.image.add(hash);
  }
}
