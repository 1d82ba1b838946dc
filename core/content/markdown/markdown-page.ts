import { fencedCode } from '#core/content/markdown/markdown-code.ts';
import { writtenMarkdown } from '#core/content/markdown/written-markdown.ts';
import { type MainText, MOST_TEXT } from '#core/content/tree/plain-markup.ts';
import type { PageLine } from '#core/export/tables/page-line.ts';
import { decodeText } from '#core/extraction/encoding/charset.ts';
import { isMarkdown, pageTypeOf } from '#core/extraction/encoding/page-type.ts';
import { scanPage } from '#core/extraction/page-scan.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

/** A page's text before it is Markdown. */
export type PageText =
  | { readonly type: 'html'; readonly html: string; readonly base: CrawlUrl }
  /** Kept as it is, in a code block of this language. */
  | { readonly type: 'text'; readonly text: string; readonly language: 'xml' | 'json' | 'text' }
  /** Markdown as its author wrote it. */
  | { readonly type: 'markdown'; readonly text: string; readonly base: CrawlUrl };

/** @returns null for a body without text, such as an image */
export function pageText(body: Uint8Array, contentType: string | null, base: CrawlUrl): PageText | null {
  const type = pageTypeOf(body, contentType);
  if (type === 'other') return null;
  const text = decodeText(body, scanPage(body, contentType, { anchorText: false, resources: false }).charset);
  if (type === 'html') return { type, html: text, base };
  if (isMarkdown(contentType)) return { type: 'markdown', text: text.slice(0, MOST_TEXT), base };
  return { type: 'text', text: text.slice(0, MOST_TEXT), language: type };
}

/** A page that is not HTML: Markdown, or a code block that its text cannot end. */
export const writtenText = (page: Exclude<PageText, { readonly type: 'html' }>): MainText => ({
  markdown: page.type === 'markdown' ? writtenMarkdown(page.text, page.base) : fencedCode(page.text, page.language),
  text: 'whole',
});

/**
 * A page as a Markdown document: front matter (YAML, every value a JSON string, `<` escaped), an
 * empty line, the text, LF.
 * @param quote makes a value a JSON string
 */
export function markdownPage(
  page: Pick<PageLine, 'url' | 'title' | 'fetchedAt'>,
  { markdown, text, head }: MainText,
  quote: (value: unknown) => string,
): string {
  const { h1: _, ...facts } = head ?? {}; // the text has it
  const fields = { url: page.url, title: page.title ?? '', ...facts, fetchedAt: page.fetchedAt, text };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${quote(value).replaceAll('<', '\\u003c')}`);
  return `---\n${lines.join('\n')}\n---\n\n${markdown}\n`;
}
