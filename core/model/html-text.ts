const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Text of the web inside of HTML, in an attribute too: marks of markup as entities; controls and
 * signs that turn the direction of text as U+FFFD.
 */
export const htmlText = (text: string): string =>
  text
    .replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
