/** Tabs and line breaks: titles and events take one line. */
const BREAKS = /[\t\n\v\f\r\u2028\u2029]+/g;

/**
 * Control characters, and format characters that reverse or hide the text around them. Joiners
 * stay, because Persian words and family emoji need them, and so does the soft hyphen.
 */
const DECEPTIVE = /(?!\u200C|\u200D|\u00AD)[\p{Cc}\p{Cf}]/gu;

/** Makes deceptive characters of an untrusted string visible: `\u202E` becomes `␣u202e`. */
export const visibleText = (text: string): string =>
  text
    .replace(BREAKS, ' ')
    .replace(DECEPTIVE, (sign) => `\u2423u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
