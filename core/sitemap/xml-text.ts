/** The five entities of XML. */
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const REFERENCE = /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z_][a-z0-9._-]{0,99}));/gi;

/**
 * Text with its references decoded: the five of XML and numeric ones, once. All others vanish, as a
 * DTD that could declare them is never read; an ampersand that begins no reference stays.
 */
export function decodeXmlText(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (_, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? '') : '';
    return characterOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
  });
}

/** The character of a code; empty for a code that is not a character. */
function characterOf(code: number): string {
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : '';
}

/** A name begins behind white space or a value: a long one is looked at once. */
const ATTRIBUTE = /(?<![^\s"'])([^\s=/"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** The attributes of a tag by their names as written; the first of a name counts. */
export function attributesOf(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single] of text.matchAll(ATTRIBUTE)) {
    if (!attributes.has(name)) attributes.set(name, decodeXmlText(double ?? single ?? ''));
  }
  return attributes;
}
