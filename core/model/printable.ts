/**
 * Controls (C0, DEL, C1), and characters that turn the direction of a line or break it: a page's
 * title could do this to a terminal.
 */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Text of the web, safe to show: characters that would move the cursor, ring or hide are written as
 * `\u001b`.
 */
export const printable = (text: string): string => text.replace(UNPRINTABLE, escaped);

/** As `UNPRINTABLE`, but for tabs, which code has, and marks of direction: they turn no line. */
const UNPRINTABLE_IN_TEXT = /[[\p{Cc}--[\t\n]]\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufeff]/gv;

/** Text of a page that is read as it is: code keeps its tabs, and Hebrew its marks. */
export const printableText = (text: string): string => text.replace(UNPRINTABLE_IN_TEXT, escaped);

/** One line of JSON, as safe for a terminal; parsed, it gives the value unchanged. */
export const printableJson = (value: unknown): string => printable(JSON.stringify(value));

/** Lines of JSON, line ends kept. */
export const printableLines = (text: string): string =>
  text.replace(UNPRINTABLE, (character) => (character === '\n' ? character : escaped(character)));
