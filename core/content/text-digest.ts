import { sha256Hex } from '#core/bytes/digest.ts';
import { mainText } from '#core/content/main-text.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

/**
 * Version of the extractor. Raise it when the extractor gives another text of the same page: texts
 * of two versions are not compared.
 */
const EXTRACTOR = 14;
/** A worker skips larger pages: it spends at most about 100 ms on one. */
const MOST_CHARACTERS = 1024 * 1024;
const DIGITS = 32;

/** Addresses of links and images; those with spaces or parentheses are written escaped. */
const TARGET = /\]\([^()\s]*\)/g;

/**
 * The digest of a page's main text: that of two versions is the same where only the frame of the
 * page, its markup, or addresses of links and images differ.
 * @param markdown as `mainText` gives it
 */
export function digestOfText(markdown: string): string {
  const words = markdown.replace(TARGET, ']').replace(/\s+/g, ' ');
  return `${EXTRACTOR}.${sha256Hex(Buffer.from(words)).slice(0, DIGITS)}`;
}

/** Takes time linear in the length of the page. @returns null: the page is too large */
export const textDigest = (html: string, url: CrawlUrl): string | null =>
  html.length > MOST_CHARACTERS ? null : digestOfText(mainText(html, url).markdown);

/** The digest of a page without main text. */
export const NO_TEXT = digestOfText('');

/** False: the text has another digest today, so that the two cannot be compared. */
export const isOfThisExtractor = (digest: string): boolean => digest.startsWith(`${EXTRACTOR}.`);
