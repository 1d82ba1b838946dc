import { isOpenable } from '#core/content/furniture/generator-marks.ts';
import { type ContentElement, HOLDS, measureAlone, textOf } from '#core/content/tree/content-tree.ts';

/**
 * Share of the page's prose: a hidden element with more has its text, which a script shows later.
 */
const MOST_SHARE = 0.02;
/** Share of words in links: a list of teasers is not text that is shown later. */
const TEASERS = 0.8;

const HIDING = /display:\s{0,9}none|visibility:\s{0,9}hidden/i;

/** Judges by attributes; style sheets are not read. A hidden tab stays. */
export function isHidden(element: ContentElement): boolean {
  const { name, attributes, holds } = element;
  const isUnseen = 'hidden' in attributes || (attributes.style !== undefined && HIDING.test(attributes.style));
  if (!isUnseen && attributes['aria-hidden'] !== 'true') return false;
  if (name === 'body' || (holds & HOLDS.math) !== 0 || isOpenable(element)) return false;
  return isUnseen || !(isShownLink(element) || isPrice(element) || isNoteTitle(element));
}

/** A link that is shown, but not read aloud, as the title beside it leads to the same place. */
const isShownLink = ({ name, words }: ContentElement): boolean => name === 'a' && words > 0;

/** A price of WooCommerce, of which a screen reader gets a sentence instead. */
const isPrice = ({ name }: ContentElement): boolean => name === 'ins' || name === 'del';

/** The title of an aside of Starlight, whose label a screen reader reads. */
const isNoteTitle = ({ attributes }: ContentElement): boolean =>
  /(?:aside|admonition|callout)[\w-]{0,20}title/.test(attributes.class ?? '');

/** Is a hidden element of so much prose still no text? */
export const isHiddenFurniture = ({ words, linkWords }: ContentElement, share: number): boolean =>
  share < MOST_SHARE || linkWords >= words * TEASERS;

/**
 * Signs that lead to their own heading: pilcrow, section, diamond, chain, a zero-width space, and
 * the characters of icon fonts. Escapes as in footnotes.ts.
 */
const HEADING_SIGNS = /^[\u00b6#\u00a7\u25c6\u200b\u{1f517}\ue000-\uf8ff]$/u;

/** @param link an element `a` */
export const isHeadingSign = (link: ContentElement): boolean =>
  link.words === 0 && HEADING_SIGNS.test(textOf(link).trim());

/** A page shows it only under the pointer. */
const isOwnSign = (element: ContentElement): boolean =>
  element.name === 'a' && (element.attributes.href ?? '').startsWith('#') && isHeadingSign(element);

/** Elements that a browser with scripts does not show. */
const UNSEEN = new Set(['head', 'noscript']);

/**
 * Removes hidden elements, `head`, `noscript` and signs of headings.
 *
 * @param body measured, as it is then
 */
export function removeUnseen(body: ContentElement, total: number = Math.max(1, body.prose)): void {
  body.children = body.children.filter(
    (child) =>
      typeof child === 'string' ||
      !(
        UNSEEN.has(child.name) ||
        isOwnSign(child) ||
        (isHidden(child) && isHiddenFurniture(child, child.prose / total))
      ),
  );
  for (const child of body.children) if (typeof child !== 'string') removeUnseen(child, total);
  measureAlone(body);
}
