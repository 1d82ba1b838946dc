import { codeSafe } from '#core/content/markdown/markdown-code.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';

/** A run of white space of HTML that is more than one space; not the no-break space. */
const SPACE = /[\t\n\r\f][ \t\n\r\f]*| [ \t\n\r\f]+/g;
/** Only a text that matches needs an escape; most texts do not match. */
const SPECIAL = /[\p{Cc}\\`*[\]<_&\ufdd0-\ufdd2]|~~/u;

/** The text with one space for each run of white space. */
export const inOneSpace = (text: string): string => text.replace(SPACE, ' ');

/**
 * A text of a page in a line of Markdown: one space for white space, and an escape for everything
 * that CommonMark could read as markup (0.31 §2.4), `<` included.
 */
export function escapedText(text: string): string {
  const line = inOneSpace(text);
  return SPECIAL.test(line) ? escaped(line) : line;
}

const escaped = (line: string): string =>
  codeSafe(line)
    .replace(/[\\`*[\]<]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/~~/g, '\\~\\~')
    .replace(/&(?=#?[A-Za-z0-9]{1,32};)/g, '\\&');

/** A line that begins a list, heading, quote, rule, definition or table (§4, §5). */
const STARTS = /^(?:#{1,6}(?=\s|$)|[+:-](?=\s|$)|>|~~~|=+\s*$|[-:|][-:| ]*\\?$)/;
const MAY_START = /^[#+:>~=|\d-]/;
const NUMBERED = /^(\d{1,9})([.)])(?=\s|$)/;

/** Lines of a paragraph, none of which begins another block. */
export const escapedStarts = (text: string): string =>
  text.includes('\n') ? text.split('\n').map(escapedStart).join('\n') : escapedStart(text);

const escapedStart = (line: string): string =>
  MAY_START.test(line) ? line.replace(STARTS, '\\$&').replace(NUMBERED, '$1\\$2') : line;

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
