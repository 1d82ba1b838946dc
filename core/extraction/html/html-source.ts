import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import { ATTRIBUTE_FILTER, BYTE_CLASS, NAMES, SLOT, SLOT_OF, type Slot } from '#core/extraction/html/html-names.ts';

const ENDS_TAG_NAME = 1;
const ENDS_ATTRIBUTE_NAME = 2;
const ENDS_VALUE = 4;
const SPACE = 8;
const TO_DECODE = 16;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;
const BANG = 0x21;
const DASH = 0x2d;
const SLASH = 0x2f;
const LESS = 0x3c;
const EQUALS = 0x3d;
const GREATER = 0x3e;

/** Bytes that are looked at one by one before `indexOf` is called, which pays off later. */
const NEAR_BYTES = 16;

/**
 * Shared by all pages of a thread, which are scanned one after another: a separate array for each
 * would be outside of the heap (docs/explanation/performance.md).
 */
const VALUES = new Int32Array(3 * SLOT_OF.size);

/**
 * The bytes of a page and the steps of the HTML tokenizer over them. No string is made of the page:
 * `indexOf` of a single byte is as fast as that of a string, and the string would be a third of all
 * that a crawl's thread allocates (docs/explanation/performance.md).
 *
 * The bytes are in an encoding in which markup is ASCII, and no byte of another character is one of
 * markup's (`markupOf`): only what is taken out of the page is decoded.
 *
 * Every method takes an offset and returns the offset behind what it read, at most `length`. Each
 * is linear in what it passes.
 * @see https://html.spec.whatwg.org/multipage/parsing.html#tokenization
 */
export class HtmlSource {
  readonly bytes: Buffer;
  readonly length: number;
  /** Null: UTF-8. */
  readonly #decoder: InstanceType<typeof TextDecoder> | null;
  /**
   * Start and end of the values of the tag read last, and the classes of their bytes, by slot; bit
   * n of #present tells that slot n is its own.
   */
  readonly #values = VALUES;
  #present = 0;
  #selfClosing = false;

  constructor(bytes: Buffer, charset: string) {
    this.bytes = bytes;
    this.length = bytes.length;
    this.#decoder = charset === 'utf-8' ? null : new TextDecoder(charset, { ignoreBOM: true });
  }

  /** Did the tag read last end with `/>`? */
  get selfClosing(): boolean {
    return this.#selfClosing;
  }

  /** End of the tag name that starts at `from`. */
  nameEnd(from: number): number {
    const { bytes, length } = this;
    let at = from;
    while (at < length && ((BYTE_CLASS[bytes[at] as number] as number) & ENDS_TAG_NAME) === 0) at += 1;
    return at;
  }

  /** A name in lower case, cut after 24 characters: no name that means anything is longer. */
  name(from: number, end: number): string {
    return NAMES.nameAt(this.bytes, from, end);
  }

  /**
   * Passes the attributes of a tag that no rule reads: between them only `>` and `=` mean
   * anything.
   * @returns behind its `>`, or -1 when the page ends before: then there was no tag
   */
  skipAttributes(from: number): number {
    const { bytes, length } = this;
    let segment = from;
    for (let at = from; at < length; at += 1) {
      const byte = bytes[at] as number;
      if (byte === GREATER) return at + 1;
      if (byte !== EQUALS || !this.#endsName(segment, at)) continue;
      at += 1;
      while (at < length && ((BYTE_CLASS[bytes[at] as number] as number) & SPACE) !== 0) at += 1;
      const quote = bytes[at] as number;
      if (quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE) {
        for (at += 1; at < length && bytes[at] !== quote; ) at += 1;
        segment = at + 1;
      } else {
        while (at < length && ((BYTE_CLASS[bytes[at] as number] as number) & ENDS_VALUE) === 0) at += 1;
        segment = at;
        at -= 1;
      }
    }
    return -1;
  }

  /**
   * Like `skipAttributes`, but remembers the values of the attributes that have a slot; the first
   * of several counts.
   */
  readAttributes(from: number): number {
    this.#present = 0;
    return this.#attributes(from);
  }

  /**
   * An attribute of the tag read last: references decoded, NUL replaced; its own string, which does
   * not keep the page in memory.
   */
  attribute(slot: Slot, mostBytes: number): string | null {
    if ((this.#present & (1 << slot)) === 0) return null;
    const values = this.#values;
    const from = values[3 * slot] as number;
    const end = Math.min(values[3 * slot + 1] as number, from + mostBytes);
    if (((values[3 * slot + 2] as number) & TO_DECODE) === 0) return this.slice(from, end);
    const raw = this.#decode(from, end);
    const value = raw.includes('\0') ? raw.replaceAll('\0', '\ufffd') : raw;
    return value.includes('&') ? decodeHTMLAttribute(value) : value;
  }

  /** Is the attribute written without white space and character references? */
  isPlain(slot: Slot): boolean {
    return ((this.#values[3 * slot + 2] as number) & (TO_DECODE | SPACE)) === 0;
  }

  /** Length of an attribute in bytes, before decoding; 0 when the tag has none. */
  attributeBytes(slot: Slot): number {
    if ((this.#present & (1 << slot)) === 0) return 0;
    return (this.#values[3 * slot + 1] as number) - (this.#values[3 * slot] as number);
  }

  /** Text of a script between two offsets, in which references mean nothing (HTML §13.2.5.4). */
  scriptText(from: number, end: number): string {
    return this.#decode(from, end);
  }

  /** Text between two offsets, references decoded, NUL replaced. */
  characters(from: number, end: number): string {
    const raw = this.#decode(from, end);
    const text = raw.includes('\0') ? raw.replaceAll('\0', '\ufffd') : raw;
    return text.includes('&') ? decodeHTML(text) : text;
  }

  /**
   * The next `<`, or -1. The next tag is usually close: scans a few bytes inline before it calls
   * `indexOf`.
   */
  nextTag(from: number): number {
    const { bytes, length } = this;
    const near = from + NEAR_BYTES < length ? from + NEAR_BYTES : length;
    for (let at = from; at < near; at += 1) if (bytes[at] === LESS) return at;
    return bytes.indexOf(LESS, near);
  }

  /**
   * Passes text, and tags of which neither filter knows the name.
   * @returns the next `<` that may mean something; `length` when there is none, or a tag that the
   * page does not end
   */
  nextNamed(from: number, starts: Int32Array, ends: Int32Array): number {
    const { bytes, length } = this;
    for (let at = from; at >= 0; ) {
      const tag = this.nextTag(at);
      if (tag < 0) break;
      const isEnd = bytes[tag + 1] === SLASH;
      const name = isEnd ? tag + 2 : tag + 1;
      const first = bytes[name] ?? 0;
      if ((first | 0x20) < 0x61 || (first | 0x20) > 0x7a) return tag;
      const end = this.nameEnd(name + 1);
      const mayMean = (((isEnd ? ends : starts)[first] as number) & (1 << (end - name))) !== 0;
      if (mayMean && NAMES.find(bytes, name, end) !== null) return tag;
      at = bytes[end] === GREATER ? end + 1 : this.skipAttributes(end);
    }
    return length;
  }

  /** Behind the first `mark`. */
  behind(mark: string, from: number): number {
    const found = this.#indexOf(mark, from);
    return found < 0 ? this.length : found + mark.length;
  }

  /** Bytes as Latin-1 characters. */
  slice(from: number, end: number): string {
    return this.bytes.toString('latin1', from, end);
  }

  /** Is there nothing but white space between two offsets? */
  isBlank(from: number, end: number): boolean {
    const { bytes } = this;
    let at = from;
    while (at < end && ((BYTE_CLASS[bytes[at] as number] as number) & SPACE) !== 0) at += 1;
    return at === end;
  }

  /**
   * Behind a comment; `from` is behind its `<!--`. `<!-->` and `<!--->` are empty ones; `--!>` ends
   * one too.
   */
  commentEnd(from: number): number {
    const { bytes, length } = this;
    if (bytes[from] === GREATER) return from + 1;
    if (bytes[from] === DASH && bytes[from + 1] === GREATER) return from + 2;
    for (let at = from; ; ) {
      at = this.#indexOf('--', at);
      if (at < 0) return length;
      at += 2;
      while (bytes[at] === DASH) at += 1;
      if (bytes[at] === GREATER) return at + 1;
      if (bytes[at] === 0x21 && bytes[at + 1] === GREATER) return at + 2;
    }
  }

  /**
   * Offset of the `<` of a text element's end tag, or the end of the page.
   * @param name in lower case
   */
  textEnd(name: string, from: number): number {
    for (let at = this.nextTag(from); at >= 0; at = this.nextTag(at + 1))
      if (this.bytes[at + 1] === SLASH && this.#tagAt(at + 2, name)) return at;
    return this.length;
  }

  /**
   * Offset of the end tag of a script. `<!--` in a script starts an escape, in which `<script`
   * hides the next `</script`; `-->` ends both (script data escaped and double escaped states).
   */
  scriptEnd(from: number): number {
    const simple = this.textEnd('script', from);
    if (!this.#hasComment(from, simple)) return simple;
    const { bytes, length } = this;
    let state: 'plain' | 'escaped' | 'double' = 'plain';
    for (let at = from; at < length; at += 1) {
      const byte = bytes[at] as number;
      if (byte === DASH) {
        if (bytes[at + 1] === DASH && bytes[at + 2] === GREATER) state = 'plain';
      } else if (byte !== LESS) continue;
      else if (bytes[at + 1] === SLASH) {
        if (!this.#tagAt(at + 2, 'script')) continue;
        if (state !== 'double') return at;
        state = 'escaped';
      } else if (bytes[at + 1] === BANG && bytes[at + 2] === DASH && bytes[at + 3] === DASH) {
        if (state === 'plain') state = 'escaped';
        at += 1; // `<!-->` ends what it starts: its dashes count for `-->` too
      } else if (state === 'escaped' && this.#tagAt(at + 1, 'script')) state = 'double';
    }
    return length;
  }

  #indexOf(mark: string, from: number): number {
    return this.bytes.indexOf(mark, from, 'latin1');
  }

  #decode(from: number, end: number): string {
    return this.#decoder === null
      ? this.bytes.toString('utf8', from, end)
      : this.#decoder.decode(this.bytes.subarray(from, end));
  }

  /** Is a tag's name there, and does it end? */
  #tagAt(at: number, name: string): boolean {
    const end = at + name.length;
    if (end >= this.length || ((BYTE_CLASS[this.bytes[end] as number] as number) & ENDS_TAG_NAME) === 0) return false;
    for (let place = 0; place < name.length; place += 1)
      if (((this.bytes[at + place] as number) | 0x20) !== name.charCodeAt(place)) return false;
    return true;
  }

  /** Is `<!--` between two offsets? */
  #hasComment(from: number, end: number): boolean {
    const { bytes } = this;
    for (let at = this.nextTag(from); at >= 0 && at < end - 3; at = this.nextTag(at + 1))
      if (bytes[at + 1] === BANG && bytes[at + 2] === DASH && bytes[at + 3] === DASH) return true;
    return false;
  }

  /** Before-attribute-name state up to the end of the tag (HTML §13.2.5.32 to 40). */
  #attributes(from: number): number {
    const { bytes, length } = this;
    let slash = -1;
    for (let at = from; at < length; ) {
      const byte = bytes[at] as number;
      if (byte === GREATER) {
        this.#selfClosing = slash >= 0 && slash === at - 1;
        return at + 1;
      }
      if (byte === SLASH) slash = at;
      if (byte === SLASH || ((BYTE_CLASS[byte] as number) & SPACE) !== 0) {
        at += 1;
        continue;
      }
      const nameFrom = at;
      at += 1; // the first character may be `=`
      while (at < length && ((BYTE_CLASS[bytes[at] as number] as number) & ENDS_ATTRIBUTE_NAME) === 0) at += 1;
      const nameEnd = at;
      while (at < length && ((BYTE_CLASS[bytes[at] as number] as number) & SPACE) !== 0) at += 1;
      let valueFrom = at;
      let valueEnd = at;
      let classes = 0;
      if (bytes[at] === EQUALS) {
        at += 1;
        while (at < length && ((BYTE_CLASS[bytes[at] as number] as number) & SPACE) !== 0) at += 1;
        const quote = bytes[at] as number;
        valueFrom = at;
        if (quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE) {
          valueFrom = at + 1;
          for (at += 1; at < length && bytes[at] !== quote; at += 1)
            classes |= BYTE_CLASS[bytes[at] as number] as number;
          valueEnd = at;
          at += 1;
        } else {
          for (; at < length && ((BYTE_CLASS[bytes[at] as number] as number) & ENDS_VALUE) === 0; at += 1)
            classes |= BYTE_CLASS[bytes[at] as number] as number;
          valueEnd = at;
        }
      }
      this.#keep(nameFrom, nameEnd, { from: valueFrom, end: valueEnd, classes });
    }
    return -1;
  }

  #keep(nameFrom: number, nameEnd: number, value: { from: number; end: number; classes: number }): void {
    if (((ATTRIBUTE_FILTER[this.bytes[nameFrom] as number] as number) & (1 << (nameEnd - nameFrom))) === 0) return;
    const slot = this.#isHref(nameFrom, nameEnd) ? SLOT.href : SLOT_OF.get(this.name(nameFrom, nameEnd));
    if (slot === undefined || (this.#present & (1 << slot)) !== 0) return;
    this.#present |= 1 << slot;
    this.#values[3 * slot] = value.from;
    this.#values[3 * slot + 1] = value.end;
    this.#values[3 * slot + 2] = value.classes;
  }

  /** Most attributes that are kept are this one: no string is made for its name. */
  #isHref(from: number, end: number): boolean {
    const { bytes } = this;
    if (end - from !== 4 || ((bytes[from] as number) | 32) !== 0x68 || ((bytes[from + 1] as number) | 32) !== 0x72)
      return false;
    return ((bytes[from + 2] as number) | 32) === 0x65 && ((bytes[from + 3] as number) | 32) === 0x66;
  }

  /**
   * Is the `=` at `at` behind an attribute's name, or does it start one? Names start behind
   * `segment`.
   */
  #endsName(segment: number, at: number): boolean {
    let before = at - 1;
    while (before >= segment && ((BYTE_CLASS[this.bytes[before] as number] as number) & SPACE) !== 0) before -= 1;
    return before >= segment && this.bytes[before] !== SLASH;
  }
}
