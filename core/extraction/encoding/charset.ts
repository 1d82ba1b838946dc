import { encodingOf } from '#core/extraction/encoding/encoding-label.ts';
import { prescanCharset } from '#core/extraction/encoding/meta-prescan.ts';
import type { PageType } from '#core/extraction/encoding/page-type.ts';

/** An encoding, and whether a `<meta charset>` further down may still change it. */
export interface Charset {
  /** Name of the Encoding Standard, in lower case. */
  readonly name: string;
  /** It is in a byte order mark or in the HTTP header. */
  readonly certain: boolean;
}

/**
 * The encoding of a body: byte order mark, then Content-Type, then for HTML a meta element or XML
 * declaration in the first 1,024 bytes, for XML its declaration. Otherwise UTF-8 for XML and JSON;
 * for HTML and text UTF-8 where all bytes are UTF-8 and some are not ASCII, else windows-1252. No
 * other encoding is guessed from the bytes.
 *
 * Total function: never throws.
 * @see https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
 */
export function charsetOf(body: Uint8Array, contentType: string | null, type: PageType): Charset {
  const certain = byteOrderMark(body) ?? charsetParameter(contentType);
  if (certain !== null) return { name: certain, certain: true };
  const found = type === 'html' || type === 'xml' ? prescanCharset(body) : null;
  return {
    name: found ?? (type === 'xml' || type === 'json' || isUtf8(body) ? 'utf-8' : 'windows-1252'),
    certain: false,
  };
}

/** The name of an HTML page's encoding. scanPage knows better when a meta element follows after
 * 1,024 bytes.
 */
export const sniffCharset = (body: Uint8Array, contentType: string | null): string =>
  charsetOf(body, contentType, 'html').name;

/**
 * Decodes without throwing; bytes that are not text of the encoding become U+FFFD. A byte order
 * mark is removed.
 */
export const decodeText = (body: Uint8Array, charset: string): string => new TextDecoder(charset).decode(body);

/**
 * Encodings in which bytes of markup, or digits, may belong to other characters. In all others of
 * the standard `<`, `>`, quotes, `=` and white space are themselves, also behind half a character.
 */
const MARKUP_IS_HIDDEN: ReadonlySet<string> = new Set([
  'utf-16le',
  'utf-16be',
  'iso-2022-jp',
  'gbk',
  'gb18030',
  'replacement',
]);
const BEYOND_ASCII = /[\u0080-\uffff]/;
/** Bytes per decoding step. */
const PIECE_BYTES = 1024 * 1024;
/**
 * A text may become three times as long in UTF-8. Surf reads nothing beyond this limit and the
 * body's length.
 */
const LEAST_UTF8_BYTES = 16 * 1024 * 1024;

/** Bytes of a page, and the encoding in which tags are found in them. */
export interface Markup {
  readonly bytes: Buffer;
  readonly charset: string;
}

/**
 * Bytes in which markup can be looked for, and their encoding: the body as it is, without a copy,
 * wherever that is possible.
 */
export function markupOf(body: Uint8Array, charset: string): Markup {
  if (MARKUP_IS_HIDDEN.has(charset)) return { bytes: toUtf8(body, charset), charset: 'utf-8' };
  return { bytes: Buffer.from(body.buffer, body.byteOffset, body.length), charset };
}

/**
 * The text of a body as UTF-8 bytes; UTF-8 comes back as it is, without a copy. Of a body that
 * becomes longer than 16 MiB no more than its own length.
 */
export function toUtf8(body: Uint8Array, charset: string): Buffer {
  if (charset === 'utf-8') return Buffer.from(body.buffer, body.byteOffset, body.length);
  if (body.length <= PIECE_BYTES) return Buffer.from(decodeText(body, charset), 'utf8');
  const text = Buffer.allocUnsafeSlow(Math.max(LEAST_UTF8_BYTES, body.length)); // untouched memory costs nothing
  const decoder = new TextDecoder(charset);
  let length = 0;
  for (let at = 0; at < body.length; at += PIECE_BYTES) {
    const stream = at + PIECE_BYTES < body.length;
    length += text.write(decoder.decode(body.subarray(at, at + PIECE_BYTES), { stream }), length, 'utf8');
  }
  return text.subarray(0, length);
}

/**
 * A body with letters beyond ASCII, all of them UTF-8. Text of another encoding hardly ever looks
 * so: each of its letters would have to begin a sequence that the next ones continue. The last
 * character may be cut off.
 */
function isUtf8(body: Uint8Array): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let hasLetters = false;
  try {
    for (let at = 0; at < body.length; at += PIECE_BYTES) {
      const text = decoder.decode(body.subarray(at, at + PIECE_BYTES), { stream: true });
      hasLetters ||= BEYOND_ASCII.test(text);
    }
  } catch {
    return false;
  }
  return hasLetters;
}

/** Encoding Standard §6 "BOM sniff". */
function byteOrderMark(body: Uint8Array): string | null {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  return body[0] === 0xff && body[1] === 0xfe ? 'utf-16le' : null;
}

/**
 * MIME Sniffing §4.4: the first `charset` parameter counts, spaces around `=` make it another
 * parameter.
 */
function charsetParameter(contentType: string | null): string | null {
  if (contentType === null) return null;
  const found = /;[\t\n\r ]*charset=(?:"([^"]*)|([^;]*))/i.exec(contentType.slice(0, 1_000));
  return found === null ? null : encodingOf(found[1] ?? found[2] ?? '');
}
