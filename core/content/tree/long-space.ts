/** Longer runs of white space are cut: expressions look at them by the square of their length. */
const MOST = 200;
/** A longer run has a place at a multiple of this. */
const STEP = 100;

/**
 * The text with at most 200 characters of white space in a row. It looks at one character of a
 * hundred, and around those that are white space.
 */
export function withoutLongSpace(text: string): string {
  const parts: string[] = [];
  let kept = 0;
  for (let at = 0; at < text.length; at += STEP) {
    if (!isSpace(text, at)) continue;
    let [from, to] = [at, at + 1];
    while (from > kept && isSpace(text, from - 1)) from -= 1;
    while (to < text.length && isSpace(text, to)) to += 1;
    if (to - from > MOST) {
      parts.push(text.slice(kept, from + MOST));
      kept = to;
    }
    at = Math.max(at, to - STEP);
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(kept);
}

const isSpace = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code === 32 || (code >= 9 && code <= 13) || code === 160 || (code > 160 && /\s/.test(text.charAt(at)));
};
