/** Tabs and line ends: a title or an event is one line. */
const BREAKS = /[\t\n\v\f\r\u2028\u2029]+/g;

/**
 * Controls, and characters that turn or hide the text around them. Not the joiners: words of Persian and pictures of families need them; nor the
 * soft hyphen.
 */
const DECEPTIVE = /(?!\u200C|\u200D|\u00AD)[\p{Cc}\p{Cf}]/gu;

/** A string that a stranger wrote, with nothing in it that makes it look like another: `\u202E` becomes `␣u202e`. */
export const visibleText = (text: string): string =>
  text
    .replace(BREAKS, ' ')
    .replace(DECEPTIVE, (sign) => `\u2423u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
