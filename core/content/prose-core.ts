import { isNamedLead, isNamedText } from '#core/content/furniture/content-names.ts';
import {
  type ContentElement,
  type ContentNode,
  elementOf,
  elementsBelow,
  HOLDS,
  measureAlone,
  mostProse,
} from '#core/content/tree/content-tree.ts';

/** Words of prose of a text; with fewer there is no core to look for. */
const LEAST_PROSE = 40;
const LEAST_CORE = 100;
/** Shares of prose: of the element that is named as text, of another such one, of a core. */
const SHARE = { named: 0.5, other: 0.05, core: 0.9 };
/** Share of links in the words of a neighbour that stays. */
const MOST_LINKED = 0.3;
/** Paragraphs above a text that sum it up; more are a list. */
const MOST_LEADS = 2;
/** Elements that are not paragraphs, under any name. */
const WRAPPERS = new Set(['main', 'article', 'section', 'ul', 'ol', 'li']);
/** Elements that are the text, and wrap none. */
const TEXTS = new Set(['p', 'table', 'tbody', 'tr', 'ul', 'ol', 'dl', 'pre', 'blockquote']);

/**
 * The part of a page that has its prose: an element that is named as text and has half of it, and
 * in it, again and again, the child that has 90 %. Neighbours of such a child go if they are lists
 * of links, names, dates or buttons. A paragraph above the text that is named as its summary stays.
 *
 * @param root without furniture, measured
 * @returns a part of the root, or a new element of some of its parts; measured
 */
export function proseCore(root: ContentElement): ContentElement {
  const text = namedText(root);
  if (text === undefined) return root.prose < LEAST_CORE ? root : coreOf(root, root.prose * SHARE.core);
  const core = text.prose < LEAST_CORE ? text : coreOf(text, text.prose * SHARE.core);
  return joined([...leads(root, text), core]);
}

/** Paragraphs above the text that are named as its summary. */
function leads(root: ContentElement, text: ContentElement): ContentElement[] {
  const found: ContentElement[] = [];
  collectLeads(root, text, found);
  return found.length > MOST_LEADS ? [] : found;
}

/** @returns the text was reached */
function collectLeads(element: ContentElement, text: ContentElement, found: ContentElement[]): boolean {
  for (const child of element.children) {
    if (child === text) return true;
    if (typeof child === 'string' || child.words === 0) continue;
    if (isLead(child, text)) found.push(child);
    else if (collectLeads(child, text, found)) return true;
  }
  return false;
}

const isLead = (element: ContentElement, text: ContentElement): boolean =>
  element.prose > 0 &&
  element.prose < text.prose &&
  element.linkWords <= element.words * MOST_LINKED &&
  (element.holds & HOLDS.heading) === 0 &&
  !WRAPPERS.has(element.name) &&
  isNamedLead(element);

/**
 * The element that is named as text. There is none if several are, as in a list of articles, or if
 * tables of data are beside it, as those of a product.
 */
function namedText(root: ContentElement): ContentElement | undefined {
  const named = outermost(root, Math.max(1, root.prose * SHARE.other));
  const [text] = named;
  if (named.length !== 1 || text === undefined) return undefined;
  if (text.prose < Math.max(LEAST_PROSE, root.prose * SHARE.named)) return undefined;
  return elementsBelow(root, isHead).length > elementsBelow(text, isHead).length ? undefined : text;
}

/** Elements that are named as text and have some prose, none within another. */
function outermost(element: ContentElement, least: number): ContentElement[] {
  return element.children.flatMap((child) => {
    if (typeof child === 'string' || child.prose < least) return [];
    return isNamedText(child) ? [child] : outermost(child, least);
  });
}

function coreOf(element: ContentElement, least: number): ContentElement {
  const child = mostProse(element.children.filter((node) => typeof node !== 'string'));
  if (child === undefined || child.prose < least || TEXTS.has(child.name)) return element;
  const core = coreOf(child, least);
  const children = element.children.flatMap((node) => (node === child ? [core] : isContent(node) ? [node] : []));
  return joined(children);
}

/** Several parts of a page, as one element. */
function joined(children: readonly ContentNode[]): ContentElement {
  const [only] = children;
  if (children.length === 1 && typeof only === 'object') return only;
  const whole = { ...elementOf('div', {}), children: [...children] };
  measureAlone(whole);
  return whole;
}

/** Sentences, code, tables, lists, pictures or a section with a heading; no list of links. */
function isContent(node: ContentNode): boolean {
  if (typeof node === 'string' || node.linkWords > node.words * MOST_LINKED) return false;
  if (node.prose > 0 || node.name === 'figure') return true;
  if ((node.holds & (HOLDS.heading | HOLDS.pre)) !== 0) return node.words > 0;
  return node.words > 0 && (TEXTS.has(node.name) || elementsBelow(node, isTable).length > 0);
}

const isTable = ({ name }: ContentElement): boolean => name === 'table' || name === 'dl';

const isHead = ({ name }: ContentElement): boolean => name === 'th';
