import { isNamedText } from '#core/content/furniture/content-names.ts';
import { type ElementKinds, KIND } from '#core/content/furniture/element-kinds.ts';
import { isForCrawlers } from '#core/content/furniture/generator-marks.ts';
import { type ContentElement, HOLDS, measureAlone } from '#core/content/tree/content-tree.ts';

/** Share of the prose: with more, the page is a thread of a forum. */
const MOST_SHARE = 0.4;
/** Names of threads, on the body or on anything around the comments. */
const THREAD = /(?:^|[\s_-])(?:forums?|threads?|replies|answers?|questions?|discussions?)(?=$|[\s_-])/i;
/** Highlighters name the comments of code so: `token comment`, `hljs-comment`, `cm-comment`. */
const CODE = new Set(['pre', 'code']);
/** Words of prose of an article, below which any number of comments go. */
const LEAST_ARTICLE = 40;

/**
 * Removes comments, unless they are 40 % of the prose: then the page is a thread of a forum. It is
 * none if one element is named as the text of an article, and nothing as a thread.
 *
 * @param body without other furniture: a notice about cookies has more words than a short thread.
 *   Measured, as it is then
 */
export function removeComments(body: ContentElement, kinds: ElementKinds): void {
  const isComment = (element: ContentElement): boolean => (kinds.of(element) & KIND.comments) !== 0;
  const isThread = commentProse(body, isComment) > Math.max(1, body.prose) * MOST_SHARE;
  if (isThread && (articlesIn(body, isComment) !== 1 || commentsIn(body, isComment) === 'thread')) return;
  withoutComments(body, (element) => isComment(element) && isWithin(element) && !isForCrawlers(element));
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

/** Comments below an element: none, some, or some within an element that is named a thread. */
type Around = 'none' | 'comments' | 'thread';

function commentsIn(element: ContentElement, isComment: (element: ContentElement) => boolean): Around {
  let found: Around = 'none';
  if (element.name !== 'body' && isComment(element)) found = 'comments';
  else
    for (const child of element.children) {
      const below = typeof child === 'string' || child.prose === 0 ? 'none' : commentsIn(child, isComment);
      if (below === 'thread') return below;
      if (below === 'comments') found = below;
    }
  return found === 'comments' && THREAD.test(element.attributes.class ?? '') ? 'thread' : found;
}

/** Number of elements that are named as the text of an article, outside of comments. */
function articlesIn(element: ContentElement, isComment: (element: ContentElement) => boolean): number {
  let articles = 0;
  for (const child of element.children) {
    if (typeof child === 'string' || child.prose < LEAST_ARTICLE || (isComment(child) && isWithin(child))) continue;
    articles += isNamedText(child) ? 1 : articlesIn(child, isComment);
  }
  return articles;
}

/** @returns true if something was removed */
function withoutComments(element: ContentElement, isComment: (element: ContentElement) => boolean): boolean {
  const kept = element.children.filter((child) => typeof child === 'string' || !isComment(child));
  let isChanged = kept.length < element.children.length;
  element.children = kept;
  for (const child of kept)
    if (typeof child !== 'string' && !CODE.has(child.name)) isChanged = withoutComments(child, isComment) || isChanged;
  if (isChanged) measureAlone(element);
  return isChanged;
}
