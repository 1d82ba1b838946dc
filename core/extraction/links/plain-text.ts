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
