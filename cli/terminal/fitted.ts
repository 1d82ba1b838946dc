/**
 * Terminal cells of a character: two for wide East Asian ones and emoji, none for combining marks.
 */
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

/** The part of `text` that fits into `cells`, with `…` if it was cut. */
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
