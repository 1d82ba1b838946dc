import { leadsElsewhere } from '#core/content/elsewhere/foreign-titles.ts';
import { isHeadingAnchor } from '#core/content/furniture/heading-anchors.ts';
import {
  type ContentElement,
  type ContentNode,
  elementsBelow,
  HOLDS,
  measureAlone,
  textOf,
} from '#core/content/tree/content-tree.ts';

/** Headings of sections about other pages. */
const ELSEWHERE = new RegExp(
  `^(?:${[
    ...['related', 'similar', '(?:you|customers?) (?:may|might|could|also|who)', 'recommended', 'suggested'],
    ...[
      'more (?:from|like|stories|articles|posts|podcasts|episodes|videos|in|on)',
      'most (?:read|popular)',
      'popular',
      'trending',
    ],
    ...['latest (?:news|posts|articles|from)', 'recent (?:posts|articles|news|comments)', 'recently viewed'],
    ...['keep reading', 'read (?:next|more|also)', 'share (?:this|on)', 'follow us', 'leave a (?:reply|comment)'],
    ...['post navigation', 'frequently bought', 'also (?:viewed|bought)', 'about the author', 'sign up', 'subscribe'],
    ...['newsletter', 'join (?:our|the)', 'what customers', 'customer reviews', 'reviews', 'ratings', 'tags'],
    ...['categories', 'table of contents', 'on this page', 'in this article', 'contents', 'people also'],
    ...["who(?:'|’| i)s (?:online|viewing)", 'users browsing', 'discussion about this'],
  ].join('|')})\\b`,
  'i',
);
const HEADING = /^h[2-6]$/;
/** Share of the page's prose: a section with more is content. */
const MOST_SHARE = 0.1;

/**
 * Removes sections about other pages, known by their headings: related articles, newsletters. A
 * section with 10 % of the prose stays.
 *
 * @param root measured, as it is then
 */
export function removeElsewhere(root: ContentElement): void {
  withoutElsewhere(root, root.prose * MOST_SHARE);
}

/** @returns true if something was removed */
function withoutElsewhere(element: ContentElement, most: number): boolean {
  let isChanged = false;
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
    isChanged = withoutElsewhere(child, most) || isChanged;
    kept.push(child);
  }
  isChanged ||= kept.length < element.children.length;
  element.children = kept;
  if (isChanged) measureAlone(element);
  return isChanged;
}

const isElsewhere = (heading: ContentElement): boolean =>
  HEADING.test(heading.name) && heading.words <= 8 && isTitle(textOf(heading).trim()) && !isWritten(heading);

const isTitle = (text: string): boolean => ELSEWHERE.test(text) || leadsElsewhere(text);

/** True if the id repeats the words, as generators do for headings that an author writes. */
const isWritten = (heading: ContentElement): boolean =>
  [heading, ...elementsBelow(heading, ({ name, attributes }) => name === 'span' && 'id' in attributes)].some(
    isHeadingAnchor,
  );

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

/** Children that are searched for the first one with text. */
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
