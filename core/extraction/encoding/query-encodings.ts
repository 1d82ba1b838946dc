import type { RawLink } from '#core/extraction/links/link-list.ts';

/**
 * UTF-16 counts as UTF-8 (URL Standard §4.4). ISO-2022-JP is left to it, too: its bytes depend on
 * what is before them.
 */
const AS_UTF8: ReadonlySet<string> = new Set(['utf-8', 'utf-16le', 'utf-16be', 'replacement', 'iso-2022-jp']);
const PAIRED: ReadonlySet<string> = new Set(['shift_jis', 'euc-jp', 'gbk', 'gb18030', 'big5', 'euc-kr']);
const OTHER = /[^\0-\x7f]/gu;
const HAS_OTHER = /^[^#?]*\?[^#]*[^\0-\x7f#]/;

/** Characters of an encoding, as a query has them: `é` → `%E9`. */
type Letters = ReadonlyMap<string, string>;

/**
 * Writes the queries of links in the encoding of their page, as browsers do, and servers of such
 * pages expect; paths are UTF-8 always. Remembers the letters of each encoding.
 * @see https://url.spec.whatwg.org/#query-state
 */
export class QueryEncodings {
  readonly #letters = new Map<string, Letters>();

  /**
   * The links with their queries' letters escaped; the same list where there is nothing to do.
   * @param charset name of the Encoding Standard, lower case
   */
  escaped(links: readonly RawLink[], charset: string): readonly RawLink[] {
    if (AS_UTF8.has(charset) || !links.some(hasOther)) return links;
    const letters = this.#of(charset);
    return links.map((link) => (hasOther(link) ? { ...link, href: escapedQuery(link.href, letters) } : link));
  }

  #of(charset: string): Letters {
    let letters = this.#letters.get(charset);
    if (letters === undefined) {
      letters = lettersOf(charset);
      this.#letters.set(charset, letters);
    }
    return letters;
  }
}

const hasOther = (link: RawLink): boolean => HAS_OTHER.test(link.href);

/** A character that the encoding lacks becomes a character reference, as in a submitted form. */
function escapedQuery(href: string, letters: Letters): string {
  const from = href.indexOf('?');
  const hash = href.indexOf('#', from);
  const end = hash < 0 ? href.length : hash;
  const query = href
    .slice(from, end)
    .replace(OTHER, (letter) => letters.get(letter) ?? `%26%23${letter.codePointAt(0)}%3B`);
  return href.slice(0, from) + query + href.slice(end);
}

/** The runtime only decodes: all bytes, and pairs of them, are tried. */
function lettersOf(charset: string): Letters {
  const decoder = new TextDecoder(charset, { ignoreBOM: true });
  const letters = new Map<string, string>();
  const note = (...bytes: number[]): void => {
    const letter = decoder.decode(Uint8Array.from(bytes));
    const isOne = [...letter].length === 1 && letter !== '\ufffd' && letter > '\x7f';
    if (isOne && !letters.has(letter)) letters.set(letter, bytes.map(escaped).join(''));
  };
  for (let byte = 0x80; byte <= 0xff; byte++) note(byte);
  if (!PAIRED.has(charset)) return letters;
  for (let lead = 0x81; lead <= 0xfe; lead++) for (let trail = 0x40; trail <= 0xfe; trail++) note(lead, trail);
  return letters;
}

/** The second byte of a letter may be one of ASCII, which a query holds as it is. */
const escaped = (byte: number): string =>
  byte < 0x80 ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase()}`;
