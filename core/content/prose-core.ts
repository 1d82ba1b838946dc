import { isNamedText } from '#core/content/furniture/content-names.ts';
import {
  type ContentElement,
  type ContentNode,
  elementOf,
  elementsBelow,
  HOLDS,
  measure,
  mostProse,
} from '#core/content/tree/content-tree.ts';

/** Words of prose of a text; with fewer there is no core to look for. */
const LEAST_PROSE = 40;
const LEAST_CORE = 100;
/** Shares of prose: of the element that is named as text, of another such one, of a core. */
const SHARE = { named: 0.5, other: 0.05, core: 0.9 };
/** Share of links in the words of a neighbour that stays. */
const MOST_LINKED = 0.3;
/** Elements that are the text, and wrap none. */
const TEXTS = new Set(['p', 'table', 'tbody', 'tr', 'ul', 'ol', 'dl', 'pre', 'blockquote']);

/**
 * The part of a page that has its prose: an element that is named as text and has half of it, and
 * in it, again and again, the child that has 90 %. Neighbours of such a child go
 * if they are lists of links, names, dates or buttons.
 *
 * @param root without furniture, measured
 * @returns a part of the root, or a new element of some of its parts; measured
 */
export function proseCore(root: ContentElement): ContentElement {
  const text = namedText(root) ?? root;
  return text.prose < LEAST_CORE ? text : coreOf(text, text.prose * SHARE.core);
}

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
  if (children.length === 1) return core;
  const joined = { ...elementOf('div', {}), children };
  measure(joined);
  return joined;
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
