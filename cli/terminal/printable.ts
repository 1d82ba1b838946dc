/** Controls (C0, DEL, C1), and characters that turn the direction of a line or break it: what a page's title could do to a terminal. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Text of the web as it may be shown: what would move the cursor, ring or hide is written as `\u001b`. */
export const printable = (text: string): string => text.replace(UNPRINTABLE, escaped);

/** One line of JSON, as safe for a terminal; parsed, it gives the value unchanged. */
export const printableJson = (value: unknown): string => printable(JSON.stringify(value));

/** Lines of JSON, line ends kept. */
export const printableLines = (text: string): string =>
  text.replace(UNPRINTABLE, (character) => (character === '\n' ? character : escaped(character)));

/** Terminal cells that a character takes: East Asian wide ones and emoji two, marks that combine none. */
function cellsOf(character: string): number {
  if (/^\p{M}$/u.test(character)) return 0;
  const code = character.codePointAt(0) ?? 0;
  const isWide =
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0xffe0 && code <= 0xffe6) ||
    (code >= 0x1f300 && code <= 0x1faff) ||
    (code >= 0x20000 && code <= 0x3fffd);
  return isWide ? 2 : 1;
}

/** As much of `text` as fits into `cells` of a line, with `…` where something was cut off. */
export function fitted(text: string, cells: number): string {
  let used = 0;
  let kept = '';
  let keptLess = '';
  for (const character of text) {
    used += cellsOf(character);
    if (used > cells) return cells < 1 ? '' : `${keptLess}…`;
    kept += character;
    if (used <= cells - 1) keptLess = kept;
  }
  return kept;
}
