import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';
import { contentRoot, removeFurniture, wordsIn } from '#core/content/content-root.ts';
import { CodeParts, codeSafe } from '#core/content/markdown-code.ts';
import { markdownTable } from '#core/content/markdown-table.ts';
import { type MainText, MOST_TEXT, plainMainText, safeMarkdown } from '#core/content/plain-markup.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';

/**
 * Larger, fuller and deeper pages are given as plain text: libraries that build trees are not made
 * for them, and some take time by the square of the depth.
 */
const MOST_TAGS = 20_000;
const MOST_DEPTH = 300;
/** A shorter article is a teaser. */
const LEAST_ARTICLE_WORDS = 60;
/** Longer runs of white space are cut: expressions look at them by the square of their length. */
const LONG_SPACE = /\s{200,}/g;

/**
 * The main text of an HTML page as Markdown: the element that the page marks as its content, else
 * the article that Readability finds, else the whole body. Nothing of the page is executed or
 * fetched. Links and images are absolute http(s) addresses, others are their text alone; `<` in
 * text is escaped, so that no markup of the page comes out as such.
 *
 * Deep pages can exhaust the stack: that is caught, and the page is given as plain text. How long
 * it takes is the caller's to bound.
 *
 * @param base what relative links are based on
 */
export function mainText(html: string, base: CrawlUrl): MainText {
  if (isTooComplex(html)) return plainMainText(html);
  try {
    return (
      article(
        html.replace(LONG_SPACE, (run) => run.slice(0, 200)),
        base,
      ) ?? plainMainText(html)
    );
  } catch {
    return plainMainText(html);
  }
}

/** Elements without content, and those that end where the next begins. */
const FLAT =
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|p|li|d[dt]|t[drh]|thead|tbody|tfoot|option|optgroup|r[tp])$/i;

/**
 * Looked at tag by tag, without a tree: may be wrong about pages that are, and errs on the side of
 * plain text.
 */
function isTooComplex(html: string): boolean {
  if (html.length > MOST_TEXT) return true;
  let tags = 0;
  let depth = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    tags += 1;
    const [, slash, name = ''] = /^(\/?)([a-z][a-z0-9]*)/i.exec(html.slice(at + 1, at + 32)) ?? [];
    if (name !== '' && !FLAT.test(name)) depth = slash === '/' ? Math.max(0, depth - 1) : depth + 1;
    if (tags > MOST_TAGS || depth > MOST_DEPTH) return true;
  }
  return false;
}

function article(html: string, base: CrawlUrl): MainText | null {
  const { document } = treeOf(html);
  const { body } = document;
  if (body === null) return null;
  const href = document.querySelector('base[href]')?.getAttribute('href');
  const on = (href ? parseCrawlUrl(href, base) : null) ?? base;
  removeFurniture(body);
  const heading = (body.querySelector('h1')?.textContent ?? '').replace(/\s+/g, ' ').trim();
  const found = contentRoot(body)?.innerHTML ?? readable(html);
  const codes = new CodeParts();
  const service = turndown(on, codes);
  const markdown = codes.placed(service.turndown(parsed(found ?? body.innerHTML)));
  const headed = heading === '' || /^# /m.test(markdown) ? markdown : `# ${service.escape(heading)}\n\n${markdown}`;
  return { markdown: safeMarkdown(headed), text: found === null ? 'whole' : 'main' };
}

const treeOf = (html: string) => parseHTML(/<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`);

/** The article that Readability finds in a page that marks none; it takes the tree apart. */
function readable(html: string): string | null {
  const found = new Readability(treeOf(html).document, { charThreshold: 200, maxElemsToParse: MOST_TAGS }).parse();
  if (found === null || wordsIn(found as { textContent: string | null }) < LEAST_ARTICLE_WORDS) return null;
  return found.content ?? null;
}

/** A tree for Turndown, which would look for a browser to parse text. */
const parsed = (html: string): TurndownService.Node =>
  parseHTML(`<html><body><div>${html}</div></body></html>`).document.body as unknown as TurndownService.Node;

function turndown(base: CrawlUrl, codes: CodeParts): TurndownService {
  const service = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });
  const escapes = service.escape.bind(service);
  service.escape = (text) => escapes(codeSafe(text)).replaceAll('<', '\\<');
  service.remove(['script', 'style', 'noscript', 'template', 'iframe', 'object', 'form', 'head', 'title']);
  service.addRule('blocks', {
    filter: 'pre',
    replacement: (_, node) => codes.block(node.textContent ?? '', languageOf(node)),
  });
  service.addRule('spans', { filter: 'code', replacement: (_, node) => codes.span(node.textContent ?? '') });
  service.addRule('tables', {
    filter: 'table',
    replacement: (content, node) =>
      markdownTable(node as never, (cell) => service.turndown(cell as never)) ?? `\n\n${content}\n\n`,
  });
  service.addRule('deleted', {
    filter: ['del', 's', 'strike' as never],
    replacement: (content) => (content.trim() === '' ? content : `~~${content}~~`),
  });
  service.addRule('links', {
    filter: 'a',
    replacement: (content, node) => linked(content, parseCrawlUrl(attribute(node, 'href'), base)),
  });
  service.addRule('images', {
    filter: 'img',
    replacement: (_, node) => {
      const alt = codeSafe(attribute(node, 'alt'))
        .replace(/\s+/g, ' ')
        .replace(/[\\`*_[\]<>&!]/g, '\\$&');
      const source = parseCrawlUrl(attribute(node, 'src'), base);
      return source === null ? alt : `![${alt}](${target(source)})`;
    },
  });
  return service;
}

const attribute = (node: unknown, name: string): string =>
  (node as { getAttribute(name: string): string | null }).getAttribute(name) ?? '';

const linked = (content: string, url: CrawlUrl | null): string => {
  const text = content.trim().replace(/\s*\n\s*/g, ' ');
  return url === null || text === '' ? content : `[${text}](${target(url)})`;
};

/** How sites name the language of a code block, on it or around it. */
const LANGUAGE = /(?:^|\s)(?:language|lang|highlight-source|highlight|brush:?|sourceCode)[- ](\S+)/;
/** Words in that place that are none. */
const NO_LANGUAGE = /^(?:default|text|none|plain|plaintext|notranslate|source|code|block|wrapper|container)$/i;

/** Of a code block: from its code element, from itself, or from the two elements around it. */
function languageOf(pre: TurndownService.Node): string | undefined {
  const places = [pre.firstChild, pre, pre.parentNode, pre.parentNode?.parentNode] as readonly unknown[];
  for (const place of places) {
    if (typeof place !== 'object' || place === null || !('getAttribute' in place)) continue;
    const given = attribute(place, 'data-lang') || attribute(place, 'data-language');
    const name = given || (LANGUAGE.exec(attribute(place, 'class'))?.[1] ?? '');
    if (name !== '' && !NO_LANGUAGE.test(name)) return name.toLowerCase();
  }
  return undefined;
}

/** What would end it, or begin code: parentheses, and what a query may have as it is. */
const target = (url: CrawlUrl): string =>
  url.replace(/[()`\\|]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
