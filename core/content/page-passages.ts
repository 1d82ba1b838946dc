import { mainText } from '#core/content/main-text.ts';
import { plainWords } from '#core/search/plain-words.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

/** A worker skips larger pages: it spends at most about 100 ms on one. */
const MOST_HTML = 1024 * 1024;
/** Characters of main text that are looked at. */
const MOST_TEXT = 8_000;

/**
 * The passages of a page's main text, without markup: paragraphs, headings, items of lists; within
 * its first 8,000 characters.
 */
export const pagePassages = (html: string, url: CrawlUrl): string[] =>
  html.length > MOST_HTML
    ? []
    : plainWords(mainText(html, url).markdown, { body: MOST_TEXT, headings: 0 })
        .body.split('\n')
        .filter((line) => line !== '');
