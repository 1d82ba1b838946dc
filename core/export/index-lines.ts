/** Entry of a page in the index of a configurable crawler (T6). Dates are epoch ms. */
export interface IndexEntry {
  /** MD5 of `normalizedUrl` in UTF-8, hex: it names the page, and stays when the page changes. */
  readonly md5: string;
  readonly normalizedUrl: string;
  readonly originalUrl: string;
  readonly title: string | null;
  /** Name of the Encoding Standard, lower case. */
  readonly encoding: string;
  /** Type by content: `.htm` and `.html` are both `html`. */
  readonly type: string;
  /** Date that the server gave; null if it gave none, or no valid one. */
  readonly lastModified: number | null;
  readonly serverDate: number | null;
}

/**
 * `md5 normalizedURL originalURL "Title" encoding type lastModified serverDate`. An instant is ISO
 * 8601 UTC, a missing one `-`.
 */
export function indexPageLine(entry: IndexEntry): string {
  const { md5, normalizedUrl, originalUrl, title, encoding, type, lastModified, serverDate } = entry;
  const dates = `${instant(lastModified)} ${instant(serverDate)}`;
  return `${md5} ${normalizedUrl} ${originalUrl} ${quoted(title ?? '')} ${encoding} ${type} ${dates}`;
}

/** Tab, `@`, the link, its text in quotes. */
export const indexLinkLine = (normalizedLink: string, text: string): string => `\t@${normalizedLink} ${quoted(text)}`;

const instant = (at: number | null): string => (at === null ? '-' : new Date(at).toISOString());

/** In one line: white space and controls are one space, `"` and `\` have a backslash in front. */
function quoted(text: string): string {
  const line = text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();
  return `"${line.replace(/["\\]/g, '\\$&')}"`;
}
