import { decodeHTML } from 'entities/decode';
import type { PageHead } from '#core/content/head/page-head.ts';

/** Most characters of a page's text. */
export const MOST_TEXT = 4 * 1024 * 1024;

/** The part of a page that its Markdown has: its main content, or all that it shows. */
export type PagePart = 'main' | 'full';

/**
 * The text of a page. `main`: its article; `whole`: all of it, as no article was found; `full`: all
 * that it shows, as the reader asked; `plain`: without markup, as it is too complex; `document`: of
 * a PDF; `none`: a PDF without readable text.
 */
export interface MainText {
  readonly markdown: string;
  readonly text: 'main' | 'whole' | 'full' | 'plain' | 'document' | 'none';
  /** Head of a page with a tree. */
  readonly head?: PageHead;
}

/** Elements whose content is not text. */
const SILENT = /^(?:script|style|template|noscript|iframe|svg|head)$/;
/** Elements that end a line. */
const BREAKS =
  /^\/?(?:p|div|br|hr|li|ul|ol|dl|dt|dd|tr|table|h[1-6]|pre|blockquote|section|article|header|footer|title)$/;

/**
 * A page as Markdown without a tree, and so without its structure: for one that is too complex.
 * Takes time linear in its length.
 */
export const plainMainText = (html: string): MainText => ({
  markdown: plainMarkdown(plainTextOf(html, MOST_TEXT)),
  text: 'plain',
});

/** A text without markup as Markdown that says the same. */
export const plainMarkdown = (text: string): string =>
  safeMarkdown(text.replace(/[\\`*_[\]<]/g, '\\$&').replace(/^([#>+~-])/gm, '\\$1'));

/** Control characters except tab and line feed. */
const CONTROLS = /[\p{Cc}--[\t\n]]/gv;

/**
 * Markdown without control characters, and without lines that a reader of many pages in one file
 * would take for the next page's head.
 */
export const safeMarkdown = (markdown: string): string =>
  markdown
    .replace(CONTROLS, '')
    .trim()
    .replace(/^---(?=\s*$)/gm, '\\---');

/**
 * The text of an HTML page without any markup, in one pass and without a tree: for pages that are
 * too large or too deep for one.
 * @param most characters of the result
 */
export function plainTextOf(html: string, most: number): string {
  const parts: string[] = [];
  let size = 0;
  for (let at = 0; at < html.length && size < most; ) {
    const open = html.indexOf('<', at);
    const end = open < 0 ? html.length : open;
    const text = html.slice(at, end);
    parts.push(text);
    size += text.length;
    if (open < 0) break;
    const { next, breaks } = behindTag(html, open);
    if (breaks) parts.push('\n');
    at = next;
  }
  const decoded = decodeHTML(parts.join('').slice(0, most));
  return decoded
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Offset of the text behind the tag, comment or silent element at `open`. */
function behindTag(html: string, open: number): { next: number; breaks: boolean } {
  if (html.startsWith('<!--', open)) return { next: endOf(html, '-->', open + 4), breaks: false };
  const name = /^<(\/?[A-Za-z][A-Za-z0-9]{0,20})/.exec(html.slice(open, open + 24))?.[1]?.toLowerCase();
  if (name === undefined && !/^<[!?/]/.test(html.slice(open, open + 2))) return { next: open + 1, breaks: false };
  const next = endOf(html, '>', open + 1);
  if (name === undefined) return { next, breaks: false };
  if (!SILENT.test(name)) return { next, breaks: BREAKS.test(name) };
  return { next: endOfSilent(html, name, next), breaks: true };
}

function endOf(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from);
  return at < 0 ? html.length : at + mark.length;
}

function endOfSilent(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}`, 'gi');
  end.lastIndex = from;
  return end.exec(html)?.index ?? html.length;
}
