import { mainText } from '#core/content/main-text.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

const ADDED = 'An added sentence of eight words is here.';

/** Small edits of a page, and what they add to its text. */
const EDITS: Readonly<Record<string, (html: string) => string>> = {
  'a banner before the page': (html) =>
    html.replace(/<body([^>]*)>/i, `<body$1><div class="promo"><a href="/sale">${ADDED}</a></div>`),
  'two entries in its first list': (html) =>
    html.replace(/<ul([^>]*)>/i, `<ul$1><li><a href="/one">${ADDED}</a></li><li><a href="/two">${ADDED}</a></li>`),
  'a sentence in its fourth paragraph': (html) => {
    let nth = 0;
    return html.replace(/<p([^>]*)>([^<]{80,})/gi, (whole, attributes: string, text: string) => {
      nth += 1;
      return nth === 4 ? `<p${attributes}>${ADDED} ${text}` : whole;
    });
  },
};

const linesOf = (html: string): string[] =>
  mainText(html, 'http://page.example/' as CrawlUrl)
    .markdown.split('\n')
    .map((line) =>
      line
        .replaceAll(ADDED, '')
        .replaceAll(/\[\]\([^)]*\)|^[-*\d.\s]+$/g, '')
        .trim(),
    )
    .filter((line) => line !== '');

/** Pages of which each edit changes more than the edited line: a comparison calls that a change. */
export function unsteadyPages(pages: readonly { readonly html: string }[]): Record<string, number> {
  const unsteady: Record<string, number> = {};
  for (const [what, edit] of Object.entries(EDITS)) {
    unsteady[what] = pages.filter(({ html }) => linesOf(html).join('\n') !== linesOf(edit(html)).join('\n')).length;
  }
  return unsteady;
}
