import { type ContentElement, type ContentNode, HOLDS, measure, textOf } from '#core/content/tree/content-tree.ts';
import { type ElementKinds, KIND } from '#core/content/tree/element-kinds.ts';

/**
 * Shares of the page's prose. An element with more is content under any name: templates name
 * wrappers of whole pages `sidebar` or `form`.
 */
const SHARE = { hidden: 0.02, weak: 0.1, form: 0.1, section: 0.1, noscript: 0.4, comments: 0.4, furniture: 0.5 };

const TAGS = new Set(['nav', 'footer', 'aside', 'button', 'dialog', 'head', 'fieldset']);
export const FURNITURE_ROLES =
  /^(?:navigation|banner|contentinfo|complementary|search|dialog|alertdialog|menu|menubar)$/;

/** Elements whose names mean nothing. */
const NAMELESS = new Set(['body', 'main', 'article', 'pre', 'code', 'html', 'h1']);
/** Signs that lead to their own heading: pilcrow, section, chain. Escapes as in footnotes.ts. */
const HEADING_SIGNS = /^[\u00b6#\u00a7\u{1f517}]$/u;

/**
 * Removes navigation, banners, forms, hidden elements, line numbers, signs of headings, grids of
 * products and sections about other pages.
 *
 * @param body measured; Surf measures it again
 */
export function removeFurniture(body: ContentElement, kinds: ElementKinds): void {
  const total = Math.max(1, body.prose);
  prune(body, { total, comments: isThread(body, kinds), kinds });
  measure(body);
  removeGrids(body, body.prose);
  measure(body);
}

interface Page {
  readonly total: number;
  /** The comments are the content: a thread of a forum. */
  readonly comments: boolean;
  readonly kinds: ElementKinds;
}

function prune(element: ContentElement, page: Page): void {
  element.children = element.children.filter((child) => typeof child === 'string' || !isFurniture(child, page));
  for (const child of element.children) if (typeof child !== 'string') prune(child, page);
}

function isFurniture(element: ContentElement, { total, comments, kinds }: Page): boolean {
  const { name, attributes, prose, holds } = element;
  const share = prose / total;
  if (name === 'noscript') return share < SHARE.noscript || prose < 40;
  if (name === 'form') return share < SHARE.form;
  const kind = kinds.of(element);
  if (TAGS.has(name)) return share < SHARE.furniture && !(name === 'aside' && (kind & KIND.admonition) !== 0);
  const role = attributes.role ?? '';
  if (isHidden(attributes) && name !== 'body' && (holds & HOLDS.math) === 0)
    return share < ((kind & KIND.furniture) !== 0 ? SHARE.furniture : SHARE.hidden);
  if (role !== '' && FURNITURE_ROLES.test(role)) return share < SHARE.furniture;
  if (name === 'header' && (holds & HOLDS.heading) === 0) return share < SHARE.furniture;
  if (name === 'a') return element.words === 0 && HEADING_SIGNS.test(textOf(element).trim());
  return kind !== 0 && !NAMELESS.has(name) && isNamedFurniture(kind, { share, holds, comments });
}

function isNamedFurniture(
  kind: number,
  { share, holds, comments }: { readonly share: number; readonly holds: number; readonly comments: boolean },
): boolean {
  if ((holds & (HOLDS.h1 | HOLDS.root)) !== 0) return false;
  if (share < SHARE.furniture && (kind & KIND.furniture) !== 0) return true;
  if (share < SHARE.furniture && !comments && (kind & KIND.comments) !== 0) return true;
  return share < SHARE.weak && (holds & HOLDS.pre) === 0 && (kind & KIND.weak) !== 0;
}

export const isHidden = (attributes: ContentElement['attributes']): boolean =>
  'hidden' in attributes || attributes['aria-hidden'] === 'true' || /display:\s{0,9}none/i.test(attributes.style ?? '');

/** Are comments 40 % of the prose? Then the page is a thread of a forum. */
export const isThread = (body: ContentElement, kinds: ElementKinds): boolean =>
  commentProse(body, kinds) > Math.max(1, body.prose) * SHARE.comments;

/** Prose in elements that are named comments. */
function commentProse(element: ContentElement, kinds: ElementKinds): number {
  let prose = 0;
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    const isNamed = child.name !== 'body' && (kinds.of(child) & KIND.comments) !== 0;
    prose += isNamed ? child.prose : commentProse(child, kinds);
  }
  return prose;
}

/** With the signs of euro, pound, yen, rupee and zloty. */
const PRICE = /[$\u20ac\u00a3\u00a5\u20b9]\s?\d|\d\s?(?:\u20ac|\u00a3|kr\b|z\u0142)|\b(?:USD|EUR|GBP)\s?\d/;
const GRID = { items: 3, words: 60, linked: 0.7, priced: 0.6, restProse: 150 };
const ITEMS = new Set(['li', 'div', 'article', 'section', 'a']);

/** Removes groups of like siblings with links and prices where the page has other prose. */
function removeGrids(element: ContentElement, total: number): void {
  const groups = new Map<string, ContentElement[]>();
  for (const child of element.children) {
    if (typeof child === 'string' || child.words === 0 || !ITEMS.has(child.name)) continue;
    const key = `${child.name}.${/\S+/.exec(child.attributes.class ?? '')?.[0] ?? ''}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [child]);
    else group.push(child);
  }
  const removed = new Set<ContentNode>([...groups.values()].filter((group) => isGrid(group, total)).flat());
  if (removed.size > 0) element.children = element.children.filter((child) => !removed.has(child));
  for (const child of element.children) if (typeof child !== 'string') removeGrids(child, total);
}

function isGrid(group: readonly ContentElement[], total: number): boolean {
  if (group.length < GRID.items) return false;
  const linked = group.filter(({ name, holds }) => name === 'a' || (holds & HOLDS.link) !== 0);
  if (linked.length < group.length * GRID.linked) return false;
  if (total - group.reduce((sum, { prose }) => sum + prose, 0) <= GRID.restProse) return false;
  const priced = group.filter((item) => item.words < GRID.words && PRICE.test(textOf(item)));
  return priced.length >= group.length * GRID.priced;
}

/** Headings of sections about other pages. */
const ELSEWHERE = new RegExp(
  `^(?:${[
    ...['related', 'similar', '(?:you|customers?) (?:may|might|could|also|who)', 'recommended', 'suggested'],
    ...['more (?:from|like|stories|articles|posts|in|on)', 'most (?:read|popular)', 'popular', 'trending'],
    ...['latest (?:news|posts|articles|from)', 'recent (?:posts|articles|news|comments)', 'recently viewed'],
    ...['keep reading', 'read (?:next|more|also)', 'share (?:this|on)', 'follow us', 'leave a (?:reply|comment)'],
    ...['post navigation', 'frequently bought', 'also (?:viewed|bought)', 'about the author', 'sign up', 'subscribe'],
    ...['newsletter', 'join (?:our|the)', 'what customers', 'customer reviews', 'reviews', 'ratings', 'tags'],
    ...['categories', 'table of contents', 'on this page', 'in this article', 'contents', 'people also'],
    ...["who(?:'|’)s (?:online|viewing)", 'users browsing'],
  ].join('|')})\\b`,
  'i',
);
const HEADING = /^h[2-6]$/;

/**
 * Removes sections about other pages, which their headings tell: related articles, newsletters.
 * A section with 10 % of the prose stays.
 *
 * @param root measured; Surf measures it again
 */
export function removeElsewhere(root: ContentElement): void {
  withoutElsewhere(root, root.prose * SHARE.section);
  measure(root);
}

function withoutElsewhere(element: ContentElement, most: number): void {
  const kept: ContentNode[] = [];
  for (let at = 0; at < element.children.length; at += 1) {
    const child = element.children[at] ?? '';
    if (typeof child === 'string' || (child.holds & HOLDS.heading) === 0) {
      const end = typeof child !== 'string' && isElsewhere(child) ? sectionEnd(element.children, at) : at;
      if (end > at && proseOf(element.children.slice(at, end)) <= most) at = end - 1;
      else kept.push(child);
      continue;
    }
    if (child.name !== 'main' && child.prose <= most && beginsElsewhere(child)) continue;
    withoutElsewhere(child, most);
    kept.push(child);
  }
  element.children = kept;
}

const isElsewhere = (heading: ContentElement): boolean =>
  HEADING.test(heading.name) && heading.words <= 8 && ELSEWHERE.test(textOf(heading).trim());

/** The next heading of the same level or above, after the heading at `from`. */
function sectionEnd(children: readonly ContentNode[], from: number): number {
  const { name } = children[from] as ContentElement;
  let at = from + 1;
  for (; at < children.length; at += 1) {
    const child = children[at] ?? '';
    if (typeof child === 'string') continue;
    if ((/^h[1-6]$/.test(child.name) && child.name <= name) || (child.holds & HOLDS.heading) !== 0) break;
  }
  return at;
}

const proseOf = (nodes: readonly ContentNode[]): number =>
  nodes.reduce((sum, node) => sum + (typeof node === 'string' ? 0 : node.prose), 0);

/** Looks at so many children for the first that has text. */
const MOST_LOOKED_AT = 10;

function beginsElsewhere(element: ContentElement): boolean {
  for (const child of element.children.slice(0, MOST_LOOKED_AT)) {
    if (typeof child === 'string') {
      if (child.trim() !== '') return false;
      continue;
    }
    if (isElsewhere(child)) return true;
    if (child.words > 0) return beginsElsewhere(child);
  }
  return false;
}
