import { codeSafe } from '#core/content/markdown/markdown-code.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';

/** White space of HTML; not the no-break space. */
const SPACE = /[ \t\n\r\f]+/g;

/**
 * A text of a page in a line of Markdown: one space for white space, and an escape for everything
 * that CommonMark could read as markup (0.31 §2.4), `<` included.
 */
export const escapedText = (text: string): string =>
  codeSafe(text.replace(SPACE, ' '))
    .replace(/[\\`*[\]<]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/~~/g, '\\~\\~')
    .replace(/&(?=#?[A-Za-z0-9]{1,32};)/g, '\\&');

/** A line that begins a list, heading, quote, rule, definition or table (§4, §5). */
const STARTS = /^(?:#{1,6}(?=\s|$)|[+:-](?=\s|$)|>|~~~|=+\s*$|[-:|][-:| ]*\\?$)/;
const NUMBERED = /^(\d{1,9})([.)])(?=\s|$)/;

/** Lines of a paragraph, none of which begins another block. */
export const escapedStarts = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(STARTS, '\\$&').replace(NUMBERED, '$1\\$2'))
    .join('\n');

/**
 * Encodes characters that would end an address in Markdown, or begin code: parentheses, and others
 * that a query may have.
 */
const encoded = (text: string): string =>
  text.replace(
    /[()`\\|<>[\]\s\p{Cc}]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );

/**
 * An address of http(s) for a link or an image, with its fragment.
 * @returns null for every other address
 */
export function markdownTarget(href: string, base: CrawlUrl): string | null {
  const url = parseCrawlUrl(href, base);
  if (url === null) return null;
  const at = href.indexOf('#');
  const fragment = at < 0 ? '' : href.slice(at + 1).trim();
  return fragment === '' || url.includes('#') ? encoded(url) : encoded(`${url}#${fragment}`);
}

/**
 * A mark around a text; white space stays outside, as CommonMark asks for (§6.2).
 */
export function marked(content: string, mark: string): string {
  const text = content.trim();
  if (text === '') return content === '' ? '' : ' ';
  const start = /^\s/.test(content) ? ' ' : '';
  return `${start}${mark}${text}${mark}${/\s$/.test(content) ? ' ' : ''}`;
}
