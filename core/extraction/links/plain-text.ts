/**
 * Runs of ASCII whitespace become one space, ends are trimmed (WHATWG Infra §4.7 "strip and
 * collapse").
 */
export const collapseSpace = (text: string): string => text.replace(/[\t\n\f\r ]+/g, ' ').replace(/^ | $/g, '');

/** At most `most` UTF-16 units, never half a character. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? most - 1 : most);
}

/**
 * Signs that generators of documentation put behind a heading, as a link to it: pilcrow, section,
 * chain, a zero-width space, and the characters of icon fonts. A `#` counts behind a space only,
 * as C# is a name.
 */
const HEADING_SIGNS = /(?:[\s\u00b6\u00a7\u200b\u{1f517}\ue000-\uf8ff]|\s#)+$/u;

/** The text of a heading without such signs; of nothing else, the signs stay. */
export const withoutHeadingSigns = (text: string): string => text.replace(HEADING_SIGNS, '') || text;

/** Has a character that Latin-1 has not. */
const WIDE = /[\u0100-\uffff]/;

/** Copies the text. A part of a string keeps the whole string in memory, here a whole page. */
export function ownText<T extends string>(text: T): T {
  const encoding = WIDE.test(text) ? 'utf16le' : 'latin1';
  return Buffer.from(text, encoding).toString(encoding) as T;
}
