import { fullContent, pageContent } from '#core/content/content-root.ts';
import { blockMarkdown } from '#core/content/markdown/markdown-blocks.ts';
import { CodeParts } from '#core/content/markdown/markdown-code.ts';
import { elementOf } from '#core/content/tree/content-tree.ts';
import { withoutLongSpace } from '#core/content/tree/long-space.ts';
import {
  type MainText,
  MOST_TEXT,
  type PagePart,
  plainMainText,
  safeMarkdown,
} from '#core/content/tree/plain-markup.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

/**
 * The main text of an HTML page as Markdown: the element that the page marks as its content, else
 * the body, without navigation, banners, hidden elements and sections about other pages. Nothing of
 * the page is executed or fetched. Links and images are absolute http(s) addresses, others are
 * their text alone; `<` in text is escaped, so that no markup of the page comes out as such.
 *
 * A page of more than 4 million characters, 100,000 elements or a depth of 500 is given as plain
 * text. Takes time linear in the length of the page.
 *
 * @param base address that relative links start from
 * @param part `full`: all that the page shows, with its menus and banners
 */
export function mainText(html: string, base: CrawlUrl, part: PagePart = 'main'): MainText {
  if (html.length > MOST_TEXT) return plainMainText(html);
  try {
    return contentMarkdown(withoutLongSpace(html), base, part);
  } catch {
    return plainMainText(html);
  }
}

function contentMarkdown(html: string, base: CrawlUrl, part: PagePart): MainText {
  const { root, text, heading, base: on, head } = part === 'full' ? fullContent(html, base) : pageContent(html, base);
  const codes = new CodeParts();
  const headed = heading === null ? root : { ...elementOf('div', {}), children: [heading, root] };
  const markdown = codes.placed(withoutEdgeRules(blockMarkdown(headed, { base: on, codes })));
  return { markdown: safeMarkdown(markdown), text, head };
}

/** Without rules at the end, or before footnotes: the page has them for its footer. */
function withoutEdgeRules(markdown: string): string {
  if (!markdown.includes('* * *')) return markdown;
  const kept: string[] = [];
  for (const block of markdown.split('\n\n').toReversed()) {
    const next = kept.at(-1);
    if (block !== '* * *' || (next !== undefined && !/^\[\^\d+\]: /.test(next))) kept.push(block);
  }
  return kept.reverse().join('\n\n');
}
