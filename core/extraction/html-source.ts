import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import {
  ATTRIBUTE_FILTER,
  ATTRIBUTE_SLOT,
  ATTRIBUTES,
  type AttributeName,
  BYTE_CLASS,
} from '#core/extraction/html-names.ts';

const ENDS_TAG_NAME = 1;
const ENDS_ATTRIBUTE_NAME = 2;
const ENDS_VALUE = 4;
const SPACE = 8;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;
const DASH = 0x2d;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const GREATER = 0x3e;

/**
 * The bytes of a page (UTF-8) and the steps of the HTML tokenizer over them. A copy as a Latin-1 string serves for jumping (`indexOf` of a string
 * is faster than of a buffer), the bytes for looking at single characters (faster than `charCodeAt`): both measured.
 *
 * Every method takes an offset and returns the offset behind what it read, at most `length`. Each is linear in what it passes.
 * @see https://html.spec.whatwg.org/multipage/parsing.html#tokenization
 */
export class HtmlSource {
  readonly bytes: Buffer;
  readonly text: string;
  readonly length: number;
  /** Start and end of the values of the tag read last, by slot; start is -1 for an attribute that it does not have. */
  readonly #values = new Int32Array(2 * ATTRIBUTES.length);
  #selfClosing = false;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.text = bytes.toString('latin1');
    this.length = bytes.length;
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
    return this.text.slice(from, Math.min(end, from + 24)).toLowerCase();
  }

  /**
   * Passes the attributes of a tag that nobody asks about.
   * @returns behind its `>`, or -1 when the page ends before: then there was no tag
   */
  skipAttributes(from: number): number {
    return this.#attributes(from, false);
  }

  /** The same, and remembers the values of the attributes in ATTRIBUTES; the first of several counts. */
  readAttributes(from: number): number {
    this.#values.fill(-1);
    return this.#attributes(from, true);
  }

  /** An attribute of the tag read last: references decoded, NUL replaced; a string of its own, which does not keep the page in memory. */
  attribute(name: AttributeName, mostBytes: number): string | null {
    const slot = 2 * (ATTRIBUTE_SLOT.get(name) as number);
    const from = this.#values[slot] as number;
    if (from < 0) return null;
    const raw = this.bytes.toString('utf8', from, Math.min(this.#values[slot + 1] as number, from + mostBytes));
    const value = raw.includes('\0') ? raw.replaceAll('\0', '\ufffd') : raw;
    return value.includes('&') ? decodeHTMLAttribute(value) : value;
  }

  /** Length of an attribute in bytes, before decoding; 0 when the tag has none. */
  attributeBytes(name: AttributeName): number {
    const slot = 2 * (ATTRIBUTE_SLOT.get(name) as number);
    return (this.#values[slot + 1] as number) - (this.#values[slot] as number);
  }

  /** Text between two offsets, references decoded, NUL replaced. */
  characters(from: number, end: number): string {
    const raw = this.bytes.toString('utf8', from, end);
    const text = raw.includes('\0') ? raw.replaceAll('\0', '\ufffd') : raw;
    return text.includes('&') ? decodeHTML(text) : text;
  }

  /** Behind the first `mark`. */
  behind(mark: string, from: number): number {
    const found = this.text.indexOf(mark, from);
    return found < 0 ? this.length : found + mark.length;
  }

  /** Behind a comment; `from` is behind its `<!--`. `<!-->` and `<!--->` are empty ones; `--!>` ends one too. */
  commentEnd(from: number): number {
    const { bytes, text, length } = this;
    if (bytes[from] === GREATER) return from + 1;
    if (bytes[from] === DASH && bytes[from + 1] === GREATER) return from + 2;
    for (let at = from; ; ) {
      at = text.indexOf('--', at);
      if (at < 0) return length;
      at += 2;
      while (bytes[at] === DASH) at += 1;
      if (bytes[at] === GREATER) return at + 1;
      if (bytes[at] === 0x21 && bytes[at + 1] === GREATER) return at + 2;
    }
  }

  /** Where the end tag of a text element starts (its `<`), or the end of the page. @param name in lower case */
  textEnd(name: string, from: number): number {
    for (let at = this.text.indexOf('</', from); at >= 0; at = this.text.indexOf('</', at + 2))
      if (this.#endTagAt(at, name)) return at;
    return this.length;
  }

  /**
   * Where the end tag of a script starts. `<!--` in a script starts an escape, in which `<script` hides the next `</script`; `-->` ends both
   * (script data escaped and double escaped states).
   */
  scriptEnd(from: number): number {
    const simple = this.textEnd('script', from);
    if (!this.text.slice(from, simple).includes('<!--')) return simple;
    const marks = /<!--|-->|<\/?script(?=[\t\n\f\r />])/gi;
    marks.lastIndex = from;
    let state: 'plain' | 'escaped' | 'double' = 'plain';
    for (let mark = marks.exec(this.text); mark !== null; mark = marks.exec(this.text)) {
      const what = mark[0];
      if (what === '-->') state = 'plain';
      else if (what.startsWith('</')) {
        if (state !== 'double') return mark.index;
        state = 'escaped';
      } else if (what === '<!--') {
        if (state === 'plain') state = 'escaped';
        marks.lastIndex -= 2; // `<!-->` ends what it starts: its dashes count for `-->` too
      } else if (state === 'escaped') state = 'double';
    }
    return this.length;
  }

  #endTagAt(at: number, name: string): boolean {
    const end = at + 2 + name.length;
    if (end >= this.length || ((BYTE_CLASS[this.bytes[end] as number] as number) & ENDS_TAG_NAME) === 0) return false;
    return this.text.slice(at + 2, end).toLowerCase() === name;
  }

  /** Before-attribute-name state up to the end of the tag (HTML §13.2.5.32 to 40). */
  #attributes(from: number, keep: boolean): number {
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
      if (bytes[at] === EQUALS) {
        at += 1;
        while (at < length && ((BYTE_CLASS[bytes[at] as number] as number) & SPACE) !== 0) at += 1;
        const quote = bytes[at] as number;
        valueFrom = at;
        if (quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE) {
          valueFrom = at + 1;
          for (at += 1; at < length && bytes[at] !== quote; ) at += 1;
          valueEnd = at;
          at += 1;
        } else {
          while (at < length && ((BYTE_CLASS[bytes[at] as number] as number) & ENDS_VALUE) === 0) at += 1;
          valueEnd = at;
        }
      }
      if (keep) this.#keep(nameFrom, nameEnd, valueFrom, valueEnd);
    }
    return -1;
  }

  #keep(nameFrom: number, nameEnd: number, valueFrom: number, valueEnd: number): void {
    if (((ATTRIBUTE_FILTER[this.bytes[nameFrom] as number] as number) & (1 << (nameEnd - nameFrom))) === 0) return;
    const slot = ATTRIBUTE_SLOT.get(this.name(nameFrom, nameEnd));
    if (slot === undefined || (this.#values[2 * slot] as number) >= 0) return;
    this.#values[2 * slot] = valueFrom;
    this.#values[2 * slot + 1] = valueEnd;
  }
}
