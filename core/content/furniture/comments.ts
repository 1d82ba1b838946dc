import { type ElementKinds, KIND } from '#core/content/furniture/element-kinds.ts';
import { isForCrawlers } from '#core/content/furniture/generator-marks.ts';
import { type ContentElement, HOLDS, measure } from '#core/content/tree/content-tree.ts';

/** Share of the prose: with more, the page is a thread of a forum. */
const MOST_SHARE = 0.4;

/**
 * Removes comments, unless they are 40 % of the prose: then the page is a thread of a forum.
 *
 * @param body without other furniture: a notice about cookies has more words than a short thread.
 *   Measured; Surf measures it again
 */
export function removeComments(body: ContentElement, kinds: ElementKinds): void {
  const isComment = (element: ContentElement): boolean => (kinds.of(element) & KIND.comments) !== 0;
  if (commentProse(body, isComment) > Math.max(1, body.prose) * MOST_SHARE) return;
  if (withoutComments(body, (element) => isComment(element) && isWithin(element) && !isForCrawlers(element)))
    measure(body);
}

/** Names of wrappers of the page mean nothing. */
const isWithin = ({ name, holds }: ContentElement): boolean =>
  !/^(?:body|main|article|pre|code|html|h1)$/.test(name) && (holds & (HOLDS.h1 | HOLDS.root)) === 0;

/** Prose in elements that are named comments. */
function commentProse(element: ContentElement, isComment: (element: ContentElement) => boolean): number {
  let prose = 0;
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    prose += child.name !== 'body' && isComment(child) ? child.prose : commentProse(child, isComment);
  }
  return prose;
}

/** @returns true if something was removed */
function withoutComments(element: ContentElement, isComment: (element: ContentElement) => boolean): boolean {
  const kept = element.children.filter((child) => typeof child === 'string' || !isComment(child));
  let isChanged = kept.length < element.children.length;
  element.children = kept;
  for (const child of kept) if (typeof child !== 'string') isChanged = withoutComments(child, isComment) || isChanged;
  return isChanged;
}
