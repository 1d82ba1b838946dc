import { childElements, hasClass } from '#core/content/generators/class-names.ts';
import { type ContentElement, elementsBelow, HOLDS } from '#core/content/tree/content-tree.ts';

const TOC = /(?:^|\s)toc(?:\s|$)/;

/**
 * A list of links to other pages that DocBook names `toc`: the whole content of a chapter's page.
 */
export function isPageList(element: ContentElement): boolean {
  if (!TOC.test(element.attributes.class ?? '') || (element.name !== 'div' && element.name !== 'dl')) return false;
  const [list] = element.name === 'dl' ? [element] : elementsBelow(element, ({ name }) => name === 'dl');
  if (list === undefined) return false;
  const [link] = elementsBelow(list, ({ name }) => name === 'a');
  return link !== undefined && !(link.attributes.href ?? '#').includes('#');
}

const TAB = /(?:^|\s)tab-?(?:content|panel|pane)(?:\s|$)/i;

/** A hidden tab, or text that the browser's search may open. */
export const isOpenable = ({ attributes }: ContentElement): boolean =>
  attributes.role === 'tabpanel' ||
  TAB.test(attributes.class ?? '') ||
  attributes.hidden?.toLowerCase() === 'until-found';

/**
 * Kept out of search results: by Google's attribute; by that of Pagefind where it is not code.
 */
export const isUnsearched = ({ attributes, holds }: ContentElement): boolean =>
  'data-nosnippet' in attributes || ('data-pagefind-ignore' in attributes && (holds & HOLDS.pre) === 0);

/** What YARD says of the parameters of a method: its tags are not those of a post. */
export const isMemberTags = (element: ContentElement): boolean =>
  hasClass(element, 'tags') && childElements(element).some((child) => hasClass(child, 'tag_title'));

/** An element that Discourse writes for crawlers only: authors and dates of posts. */
export const isForCrawlers = ({ attributes }: ContentElement): boolean =>
  attributes.class?.includes('crawler-post') === true;
