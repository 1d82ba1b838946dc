import { removeGrids } from '#core/content/elsewhere/grids.ts';
import { isLinkBox } from '#core/content/elsewhere/link-boxes.ts';
import { removeComments } from '#core/content/furniture/comments.ts';
import { type ElementKinds, KIND } from '#core/content/furniture/element-kinds.ts';
import { isForCrawlers, isMemberTags, isPageList, isUnsearched } from '#core/content/furniture/generator-marks.ts';
import { isHeadingSign, isHidden, isHiddenFurniture } from '#core/content/furniture/hidden.ts';
import {
  asksForHelpfulness,
  isAlsoRead,
  isContentsList,
  isPageTool,
  offersSubscription,
} from '#core/content/furniture/page-tools.ts';
import { hasClass } from '#core/content/generators/class-names.ts';
import { type ContentElement, type ContentNode, HOLDS, measureAlone, textOf } from '#core/content/tree/content-tree.ts';

/**
 * Shares of the page's prose. An element with more is content under any name: templates name
 * wrappers of whole pages `sidebar` or `form`.
 */
const SHARE = { weak: 0.1, column: 0.3, form: 0.1, noscript: 0.4, furniture: 0.5, frame: 0.9 };

const TAGS = new Set(['nav', 'footer', 'aside', 'button', 'dialog', 'head', 'fieldset']);
/** Their share is one of all words: on a page of few sentences they can have all sentences. */
const FRAMES = new Set(['footer', 'dialog']);
const FRAME_ROLES = /^(?:alert)?dialog$/;
export const FURNITURE_ROLES =
  /^(?:navigation|banner|contentinfo|complementary|search|dialog|alertdialog|menu|menubar)$/;

/** Elements whose names mean nothing. */
const NAMELESS = new Set(['body', 'main', 'article', 'pre', 'code', 'html', 'h1']);
/** A label of a tab, or of a box in a list of tasks: text, as the box is not a field of a form. */
const OPENERS = /tab|task/i;
/** Share of the words or of the prose: a page whose teasers have more is a list of them. */
const MOST_TEASERS = 0.4;
/** Share of links in the words of a teaser: the first paragraph of an article has fewer. */
const LEAST_LINKED = 0.3;
/** Words of prose: of a page with less the sentences say nothing. */
const LEAST_PROSE = 40;
const NUMBERS = /^[\d\s]+$/;
const HEADING = /^h[1-6]$/;
/** Most words of a link that is named a button, or a share. */
const MOST_BUTTON_WORDS = 7;
/**
 * Removes navigation, banners, forms, hidden elements, line numbers, signs of headings, grids of
 * products and sections about other pages.
 *
 * @param body measured, as it is then
 */
export function removeFurniture(body: ContentElement, kinds: ElementKinds): void {
  const unlinked = body.words - body.linkWords;
  prune(body, {
    total: Math.max(1, body.prose),
    words: body.words,
    unlinked,
    kinds,
    isList: isTeaserList(body, kinds),
  });
  removeComments(body, kinds);
  removeGrids(body, body.prose);
}

interface Page {
  /** Prose of the page. */
  readonly total: number;
  /** Words of the page. */
  readonly words: number;
  /** Words of the page outside of links. */
  readonly unlinked: number;
  readonly kinds: ElementKinds;
  /** The page is a list of teasers, which are its content. */
  readonly isList: boolean;
}

/** @returns true if something was removed */
function prune(element: ContentElement, page: Page): boolean {
  const isAlone = element.words === element.linkWords && !HEADING.test(element.name);
  const sections = element.prose < page.total * SHARE.furniture ? NO_SECTIONS : namedSections(element, page);
  const kept = element.children.filter(
    (child) => typeof child === 'string' || sections.has(child) || !isFurniture(child, page, isAlone),
  );
  let isChanged = kept.length < element.children.length;
  element.children = kept;
  for (const child of kept) if (typeof child !== 'string') isChanged = prune(child, page) || isChanged;
  if (isChanged) measureAlone(element);
  return isChanged;
}

const NO_SECTIONS: ReadonlySet<ContentNode> = new Set();
const LEAST_SECTIONS = 3;

/**
 * Children whose names are those of furniture, but which have half of the page's prose together:
 * sections of an article, each named after the advertisement that it has a place for.
 */
function namedSections({ children }: ContentElement, { total, kinds }: Page): ReadonlySet<ContentNode> {
  const named = children.filter(
    (child) =>
      typeof child !== 'string' &&
      child.prose > 0 &&
      child.attributes.role === undefined &&
      (kinds.of(child) & KIND.furniture) !== 0,
  );
  const prose = named.reduce((sum, child) => sum + (typeof child === 'string' ? 0 : child.prose), 0);
  return named.length >= LEAST_SECTIONS && prose >= total * SHARE.furniture ? new Set(named) : NO_SECTIONS;
}

function isFurniture(
  element: ContentElement,
  { total, words, unlinked, kinds, isList }: Page,
  isAlone: boolean,
): boolean {
  const { name, attributes, prose, holds } = element;
  const share = prose / total;
  if (name === 'noscript') return share < SHARE.noscript || prose < 40;
  if (name === 'form') return share < SHARE.form;
  const kind = kinds.of(element);
  if (isUnsearched(element)) return share < SHARE.furniture;
  if (isFrame(element)) return element.words < words * SHARE.frame;
  if (TAGS.has(name)) return share < SHARE.furniture && !(name === 'aside' && isAsideText(element, kind));
  const role = attributes.role ?? '';
  if (isHidden(element))
    return isHiddenFurniture(element, share) || ((kind & KIND.furniture) !== 0 && share < SHARE.furniture);
  if (role !== '' && FURNITURE_ROLES.test(role)) return share < SHARE.furniture;
  if (name === 'header' && (holds & HOLDS.heading) === 0) return share < SHARE.furniture;
  if (name === 'a') return isLinkFurniture(element, kind, isAlone);
  if (asksForHelpfulness(element) || isAlsoRead(element) || isContentsList(element)) return true;
  if ((kind & KIND.offer) !== 0 && offersSubscription(element)) return true;
  if (share < SHARE.weak && (holds & HOLDS.h1) === 0 && isLinkBox(element)) return true;
  if (name === 'label' && !OPENERS.test(`${attributes.class ?? ''} ${attributes.for ?? ''}`)) return share < SHARE.weak;
  if ((kind & KIND.lines) !== 0 && name !== 'pre' && NUMBERS.test(textOf(element))) return true;
  if (kind === 0 || NAMELESS.has(name) || isPageList(element) || isForCrawlers(element)) return false;
  if (kind === KIND.weak && isMemberTags(element)) return false;
  if (total < LEAST_PROSE && kind === KIND.weak && isMost(element, unlinked)) return false;
  return isNamedFurniture(kind, share, holds) || (!isList && share < SHARE.weak && isTeaser(element, kind, isAlone));
}

/** The aside belongs to the text: it is an admonition, or a quotation in a forum post. */
const isAsideText = (aside: ContentElement, kind: number): boolean =>
  (kind & KIND.admonition) !== 0 || (hasClass(aside, 'quote') && aside.children.some(isQuote));
const isQuote = (node: ContentNode): boolean => typeof node !== 'string' && node.name === 'blockquote';

/** Share of the words outside of links of a page with little prose, with which an element stays. */
const MOST_UNLINKED = 0.4;
const isMost = (element: ContentElement, unlinked: number): boolean =>
  element.words - element.linkWords >= unlinked * MOST_UNLINKED;

const isFrame = ({ name, attributes, holds }: ContentElement): boolean =>
  (FRAMES.has(name) || FRAME_ROLES.test(attributes.role ?? '')) && (holds & (HOLDS.h1 | HOLDS.root)) === 0;

/** @param isAlone only links are beside it, and it is not a heading: a sentence keeps its links */
function isLinkFurniture(link: ContentElement, kind: number, isAlone: boolean): boolean {
  if (link.words === 0) return isHeadingSign(link);
  if (isAlone && link.words <= MOST_BUTTON_WORDS && (kind & (KIND.furniture | KIND.weak)) !== 0) return true;
  return isPageTool(link, isAlone);
}

function isTeaserList(body: ContentElement, kinds: ElementKinds): boolean {
  const { prose, words } = teasersBelow(body, kinds);
  return prose > body.prose * MOST_TEASERS || words > body.words * MOST_TEASERS;
}

/** Prose and words of all elements that are named teasers. */
function teasersBelow(element: ContentElement, kinds: ElementKinds): { prose: number; words: number } {
  const sum = { prose: 0, words: 0 };
  for (const child of element.children) {
    if (typeof child === 'string' || child.words === 0) continue;
    const isNamed = child.name !== 'body' && (kinds.of(child) & KIND.teaser) !== 0;
    const { prose, words } = isNamed ? child : teasersBelow(child, kinds);
    sum.prose += prose;
    sum.words += words;
  }
  return sum;
}

/** @param isAlone only links are around it: it is part of one */
const isTeaser = ({ linkWords, words, holds }: ContentElement, kind: number, isAlone: boolean): boolean =>
  (kind & KIND.teaser) !== 0 &&
  (isAlone || linkWords >= words * LEAST_LINKED) &&
  (holds & (HOLDS.h1 | HOLDS.root | HOLDS.pre)) === 0;

function isNamedFurniture(kind: number, share: number, holds: number): boolean {
  if ((holds & HOLDS.h1) !== 0) return false;
  const hasArticles = (holds & HOLDS.root) !== 0; // those of a list of related ones, or the page's own
  if ((kind & KIND.furniture) !== 0 && share < (hasArticles ? SHARE.weak : SHARE.furniture)) return true;
  if (hasArticles) return false;
  if ((kind & KIND.column) !== 0 && share < SHARE.column) return true;
  return share < SHARE.weak && (holds & HOLDS.pre) === 0 && (kind & KIND.weak) !== 0;
}
