import { isOpenable } from '#core/content/furniture/generator-marks.ts';
import { type ContentElement, HOLDS } from '#core/content/tree/content-tree.ts';

/** Prose of the page: a hidden element with more has its text, which a script shows later. */
const MOST_SHARE = 0.02;
/** Words in links: a list of teasers is no text that is shown later. */
const TEASERS = 0.8;

/** By its attributes; style sheets are not read. A tab that is not shown stays. */
export function isHidden(element: ContentElement): boolean {
  const { name, attributes, holds } = element;
  if (name === 'body' || (holds & HOLDS.math) !== 0 || isOpenable(element)) return false;
  if ('hidden' in attributes || /display:\s{0,9}none/i.test(attributes.style ?? '')) return true;
  return attributes['aria-hidden'] === 'true' && !isShownLink(element);
}

/** Not read aloud, as the title beside it leads to the same place, but shown. */
const isShownLink = ({ name, words }: ContentElement): boolean => name === 'a' && words > 0;

/** Is a hidden element of so much prose still no text? */
export const isHiddenFurniture = ({ words, linkWords }: ContentElement, share: number): boolean =>
  share < MOST_SHARE || linkWords >= words * TEASERS;
