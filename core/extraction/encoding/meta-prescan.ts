import { encodingOf } from '#core/extraction/encoding/encoding-label.ts';

/** HTML §13.2.3.2: bytes that a browser looks at before it starts to parse. */
export const PRESCAN_BYTES = 1024;

/**
 * Looks for `<meta charset>`, `<meta http-equiv=content-type>` or an XML declaration in the first
 * 1,024 bytes.
 *
 * @returns name of the encoding, or null; never UTF-16, since nothing of this can be found in
 *   UTF-16
 * @see
 * https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding
 */
export function prescanCharset(body: Uint8Array): string | null {
  const text = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, PRESCAN_BYTES)).toString('latin1');
  if (text.startsWith('<\0?\0x\0')) return 'utf-16le';
  if (text.startsWith('\0<\0?\0x')) return 'utf-16be';
  return new Prescan(text).run() ?? xmlDeclaration(text);
}

/**
 * The encoding that a `content` attribute names (HTML "extracting a character encoding from a meta
 * element").
 */
export function charsetInContent(content: string): string | null {
  const found = /charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r ;"'][^\t\n\f\r ;]*))/i.exec(
    content.slice(0, 2 * PRESCAN_BYTES),
  );
  return found === null ? null : metaEncoding(found[1] ?? found[2] ?? found[3] ?? '');
}

/**
 * Encoding that a label in a meta element means: a page in which it could be read is not UTF-16.
 */
export function metaEncoding(label: string): string | null {
  const encoding = encodingOf(label);
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return 'utf-8';
  return encoding === 'x-user-defined' ? 'windows-1252' : encoding;
}

function xmlDeclaration(text: string): string | null {
  const found = /^<\?xml[^>]*?encoding[\t\n\r ]*=[\t\n\r ]*["']([^"'>]*)["']/.exec(text);
  return found === null ? null : metaEncoding(found[1] ?? '');
}

const SPACE = '\t\n\f\r ';

class Prescan {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  run(): string | null {
    for (; this.#at >= 0 && this.#at < this.#text.length; ) {
      this.#at = this.#text.indexOf('<', this.#at);
      if (this.#at < 0) return null;
      const charset = this.#markup();
      if (charset !== null) return charset;
    }
    return null;
  }

  /** One step of the loop, standing on `<`; -1 in #at means that the bytes ran out. */
  #markup(): string | null {
    const rest = this.#text.slice(this.#at, this.#at + 6).toLowerCase();
    if (rest.startsWith('<!--')) this.#behind('-->', this.#at + 2);
    else if (/^<meta[\t\n\f\r /]/.test(rest)) return this.#meta();
    else if (/^<\/?[a-z]/.test(rest)) this.#tag();
    else if (/^<[!/?]/.test(rest)) this.#behind('>', this.#at + 1);
    else this.#at += 1;
    return null;
  }

  #behind(mark: string, from: number): void {
    const found = this.#text.indexOf(mark, from);
    this.#at = found < 0 ? -1 : found + mark.length;
  }

  #tag(): void {
    const end = this.#text.slice(this.#at).search(/[\t\n\f\r >]/);
    this.#at = end < 0 ? -1 : this.#at + end;
    while (this.#attribute() !== null);
  }

  #meta(): string | null {
    this.#at += 5;
    const seen = new Map<string, string>();
    for (let next = this.#attribute(); next !== null; next = this.#attribute())
      if (!seen.has(next[0])) seen.set(next[0], next[1]);
    if (this.#at < 0) return null;
    const charset = seen.get('charset');
    if (charset !== undefined) return metaEncoding(charset);
    return seen.get('http-equiv') === 'content-type' ? charsetInContent(seen.get('content') ?? '') : null;
  }

  /**
   * HTML "get an attribute": name and value in lower case, or null at the end of the tag or of the
   * bytes.
   */
  #attribute(): readonly [string, string] | null {
    if (this.#at < 0) return null;
    this.#skip(`${SPACE}/`);
    if (this.#peek() === '>' || this.#peek() === '') return this.#stop();
    const from = this.#at;
    this.#at += 1;
    while (this.#peek() !== '' && !`${SPACE}/>=`.includes(this.#peek())) this.#at += 1;
    const name = this.#text.slice(from, this.#at).toLowerCase();
    this.#skip(SPACE);
    if (this.#peek() !== '=') return this.#peek() === '' ? this.#stop() : [name, ''];
    this.#at += 1;
    this.#skip(SPACE);
    const value = this.#value();
    return value === null ? null : [name, value];
  }

  #value(): string | null {
    const quote = this.#peek();
    const from = quote === '"' || quote === "'" ? this.#at + 1 : this.#at;
    const length =
      from > this.#at ? this.#text.slice(from).indexOf(quote) : this.#text.slice(from).search(/[\t\n\f\r >]/);
    if (length < 0) return this.#stop(-1);
    this.#at = from + length + (from > this.#at ? 1 : 0);
    return this.#text.slice(from, from + length).toLowerCase();
  }

  /** At `>` the tag has ended, behind the last byte the search has. */
  #stop(at: number = this.#peek() === '' ? -1 : this.#at): null {
    this.#at = at;
    return null;
  }

  #peek(): string {
    return this.#text.charAt(this.#at);
  }

  #skip(characters: string): void {
    while (this.#peek() !== '' && characters.includes(this.#peek())) this.#at += 1;
  }
}
