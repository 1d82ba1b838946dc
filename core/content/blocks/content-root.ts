import { blockFeatures } from '#core/content/blocks/block-features.ts';
import { BLOCK_MODEL, BlockScorer } from '#core/content/blocks/block-model.ts';
import { chosenBlocks } from '#core/content/blocks/chosen-blocks.ts';
import { elementsIn, type JudgedBlock, judgedBlocks, type Survivors } from '#core/content/blocks/judged-block.ts';
import { keepChosen } from '#core/content/blocks/kept-tree.ts';
import { type PageNumbers, pageNumbers } from '#core/content/blocks/page-numbers.ts';
import type { Place } from '#core/content/blocks/place.ts';
import { textBlocks } from '#core/content/blocks/text-blocks.ts';
import {
  type ContentElement,
  type ContentNode,
  contentTree,
  elementsBelow,
  textOf,
} from '#core/content/tree/content-tree.ts';
import { ElementKinds } from '#core/content/tree/element-kinds.ts';
import { isThread, removeElsewhere, removeFurniture } from '#core/content/tree/furniture.ts';
import { type PageHead, pageHead } from '#core/content/tree/page-head.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';

/** The main content of a page. */
export interface PageContent {
  readonly root: ContentElement;
  /** `main`: an element that the page marks; `whole`: the rest of the body. */
  readonly text: 'main' | 'whole';
  /** What relative links are based on. */
  readonly base: CrawlUrl;
  readonly head: PageHead;
}

type Mark = (element: ContentElement) => boolean;

/** In this order: the first that has enough of the page's prose is its content. */
const MARKS: readonly Mark[] = [
  ({ attributes }) => attributes.itemprop === 'articleBody',
  ({ name, attributes }) => name === 'main' || attributes.role === 'main',
  ({ attributes }) => /^(?:main-?content|content|main)$/i.test(attributes.id ?? ''),
];
const ARTICLE: Mark = ({ name }) => name === 'article';
/** More articles than these are a list of them. */
const MOST_ARTICLES = 2;
const LEAST_PROSE = 40;
const LEAST_SHARE = 0.5;
const SCORER = new BlockScorer(BLOCK_MODEL);

/** A page whose blocks are judged by the rules. */
export interface JudgedPage {
  readonly places: readonly Place[];
  readonly blocks: readonly JudgedBlock[];
  readonly numbers: PageNumbers;
  /** What the rules leave. */
  readonly left: ReadonlySet<ContentNode>;
  readonly content: PageContent;
}

/**
 * The main content of a page: the blocks of its body that are likely to be content, by what the
 * rules say of them and of what is around.
 *
 * @param url of the page
 * @throws TooComplexTree
 */
export function pageContent(html: string, url: CrawlUrl, scorer = SCORER): PageContent {
  const { content, left, places, blocks, numbers } = judgedPage(html, url);
  const rows = blockFeatures(blocks, numbers, scorer.features);
  const isChosen = chosenBlocks(
    blocks,
    rows.map((row) => scorer.probability(row)),
  );
  keepChosen({ places, blocks, isChosen, left });
  return content;
}

/**
 * Rules come first: the element that the page marks as its content, or the whole body when no
 * marked element has 40 words of prose and half of the page's; without furniture and sections about
 * other pages.
 */
export function judgedPage(html: string, url: CrawlUrl): JudgedPage {
  const tree = contentTree(html);
  const [base] = elementsBelow(tree, ({ name, attributes }) => name === 'base' && 'href' in attributes);
  const href = base?.attributes.href;
  const on = (href === undefined ? null : parseCrawlUrl(href, url)) ?? url;
  const head = pageHead(tree, on);
  const body = most(elementsBelow(tree, ({ name }) => name === 'body')) ?? tree;
  const [title] = elementsBelow(tree, ({ name }) => name === 'title');
  const kinds = new ElementKinds();
  const facts = { title: title === undefined ? '' : textOf(title), isThread: isThread(body, kinds), prose: body.prose };
  const page = textBlocks(body, kinds);
  const { survivors, text } = ruled(body, kinds);
  const blocks = judgedBlocks(page, survivors);
  return {
    ...{ places: page.places, blocks, left: survivors.kept },
    numbers: pageNumbers(blocks, facts),
    content: { root: body, text, base: on, head },
  };
}

/** What the rules leave of a body, which they change. */
function ruled(
  body: ContentElement,
  kinds: ElementKinds,
): { readonly survivors: Survivors; readonly text: PageContent['text'] } {
  removeFurniture(body, kinds);
  const withoutFurniture = elementsIn(body);
  const marked = markedRoot(body);
  const root = marked ?? body;
  const inRoot = elementsIn(root);
  removeElsewhere(root);
  return {
    survivors: { withoutFurniture, inRoot, kept: elementsIn(root) },
    text: marked === null ? 'whole' : 'main',
  };
}

function markedRoot(body: ContentElement): ContentElement | null {
  const least = Math.max(LEAST_PROSE, body.prose * LEAST_SHARE);
  for (const mark of MARKS) {
    const best = most(elementsBelow(body, mark));
    if (best !== undefined && best.prose >= least) return best;
  }
  const articles = elementsBelow(body, ARTICLE);
  const article = articles.length > MOST_ARTICLES ? undefined : most(articles);
  return article !== undefined && article.prose >= least ? article : null;
}

const most = (elements: readonly ContentElement[]): ContentElement | undefined =>
  elements.reduce<ContentElement | undefined>(
    (best, element) => (best === undefined || element.prose > best.prose ? element : best),
    undefined,
  );
