import { blockMarkdown } from '#core/content/markdown/markdown-blocks.ts';
import { CodeParts } from '#core/content/markdown/markdown-code.ts';
import { type PageContent, pageContent } from '#core/content/tree/content-root.ts';
import { type MainText, MOST_TEXT, plainMainText, safeMarkdown } from '#core/content/tree/plain-markup.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

/** Longer runs of white space are cut: expressions look at them by the square of their length. */
const LONG_SPACE = /\s{200,}/g;

/**
 * The main text of an HTML page as Markdown: the element that the page marks as its content, else
 * the body, without navigation, banners, hidden elements and sections about other pages. Nothing of
 * the page is executed or fetched. Links and images are absolute http(s) addresses, others are
 * their text alone; `<` in text is escaped, so that no markup of the page comes out as such.
 *
 * A page of more than 4 million characters, 100,000 elements or a depth of 500 is given as plain
 * text. Takes time linear in the length of the page.
 *
 * @param base what relative links are based on
 */
export function mainText(html: string, base: CrawlUrl): MainText {
  if (html.length > MOST_TEXT) return plainMainText(html);
  try {
    return contentMarkdown(
      html.replace(LONG_SPACE, (run) => run.slice(0, 200)),
      base,
    );
  } catch {
    return plainMainText(html);
  }
}

function contentMarkdown(html: string, base: CrawlUrl): MainText {
  return contentText(pageContent(html, base));
}

/** The content of a page as Markdown. */
export function contentText({ root, text, base: on, head }: PageContent): MainText {
  const codes = new CodeParts();
  const markdown = codes.placed(blockMarkdown(root, { base: on, codes }));
  return { markdown: safeMarkdown(markdown), text, head };
}
