import { titleBefore } from '#core/content/content-title.ts';
import { removeAboveTitle } from '#core/content/furniture/above-title.ts';
import { ElementKinds } from '#core/content/furniture/element-kinds.ts';
import { removeElsewhere } from '#core/content/furniture/elsewhere.ts';
import { removeFurniture } from '#core/content/furniture/furniture.ts';
import { removeUnseen } from '#core/content/furniture/hidden.ts';
import { writeKnownMarkup } from '#core/content/generators/known-markup.ts';
import { type PageHead, pageHead } from '#core/content/head/page-head.ts';
import { proseCore } from '#core/content/prose-core.ts';
import { type ContentElement, elementsBelow, HOLDS, mostProse } from '#core/content/tree/content-tree.ts';
import { removeRepeated } from '#core/content/tree/repeated-text.ts';
import { pageTree } from '#core/content/tree/tree-reader.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';

/** The main content of a page. */
export interface PageContent {
  readonly root: ContentElement;
  /** `main`: an element that the page marks; `whole`: the rest of the body; `full`: all of it. */
  readonly text: 'main' | 'whole' | 'full';
  /** The last h1 before the content if it has none, else the first of the page. */
  readonly heading: ContentElement | null;
  /** Base address of relative links. */
  readonly base: CrawlUrl;
  readonly head: PageHead;
}

type Mark = (element: ContentElement) => boolean;

/** Candidates in order: the first with enough of the page's prose is its content. */
const MARKS: readonly Mark[] = [
  ({ attributes }) => attributes.itemprop === 'articleBody',
  ({ name, attributes }) => name === 'main' || attributes.role === 'main',
  ({ attributes: { id } }) => id !== undefined && /^(?:main-?content|doc-?content|content|main)$/i.test(id),
];
const ARTICLE: Mark = ({ name }) => name === 'article';
/** More articles than this are a list. */
const MOST_ARTICLES = 2;
const LEAST_PROSE = 40;
const LEAST_SHARE = 0.5;

/**
 * The main content of a page: without furniture, the element that the page marks as its content,
 * or the whole body when no marked element has 40 words of prose and half of the page's. Of a page
 * with less prose the marked element needs half of the words.
 *
 * @param url of the page
 * @throws TooComplexTree
 */
export function pageContent(html: string, url: CrawlUrl): PageContent {
  const { body, base, head } = pageBody(html, url);
  removeFurniture(body, new ElementKinds());
  const marked = markedRoot(body);
  const root = proseCore(marked ?? body);
  const heading = (root.holds & HOLDS.h1) === 0 ? titleBefore(root, body) : null;
  removeElsewhere(root);
  removeAboveTitle(root);
  removeRepeated(root);
  if (html.includes('id="footnotes"')) addNotesBeside(root, body);
  return { root, text: marked === null ? 'whole' : 'main', heading, base, head };
}

/**
 * All that a page shows: its body with menus and banners, without hidden elements.
 *
 * @param url of the page
 * @throws TooComplexTree
 */
export function fullContent(html: string, url: CrawlUrl): PageContent {
  const { body, base, head } = pageBody(html, url);
  removeUnseen(body);
  return { root: body, text: 'full', heading: null, base, head };
}

/** The body of a page, with the markup of known generators written as that of HTML. */
function pageBody(html: string, url: CrawlUrl) {
  const tree = pageTree(html);
  const href = tree.base?.attributes.href;
  const base = (href === undefined ? null : parseCrawlUrl(href, url)) ?? url;
  const body = mostProse(tree.bodies) ?? tree.root;
  writeKnownMarkup(body, html, tree);
  return { body, base, head: pageHead(html, url) };
}

/** Notes of Asciidoctor are beside the content that refers to them. */
function addNotesBeside(root: ContentElement, body: ContentElement): void {
  const isList: Mark = ({ attributes }) => attributes.id === 'footnotes';
  const [beside] = elementsBelow(body, isList);
  if (beside === undefined || root === body || elementsBelow(root, isList).length > 0) return;
  root.children = [...root.children, ...elementsBelow(beside, ({ attributes }) => attributes.role === 'doc-footnote')];
}

/** The page has too few sentences to judge by, and the element has half of its words. */
const isShort = (marked: ContentElement, body: ContentElement): boolean =>
  body.prose < LEAST_PROSE && marked.words > 0 && marked.words >= body.words * LEAST_SHARE;

function markedRoot(body: ContentElement): ContentElement | null {
  const least = Math.max(LEAST_PROSE, body.prose * LEAST_SHARE);
  const found = MARKS.map((): ContentElement[] => []);
  collectMarked(body, found);
  for (const marked of found) {
    const best = mostProse(marked);
    if (best !== undefined && (best.prose >= least || isShort(best, body))) return best;
  }
  const articles = elementsBelow(body, ARTICLE);
  const article = articles.length > MOST_ARTICLES ? undefined : mostProse(articles);
  return article !== undefined && article.prose >= least ? article : null;
}

/** The elements below that each mark fits, in the order of the page. */
function collectMarked(element: ContentElement, found: readonly ContentElement[][]): void {
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    for (const [at, mark] of MARKS.entries()) if (mark(child)) found[at]?.push(child);
    collectMarked(child, found);
  }
}
