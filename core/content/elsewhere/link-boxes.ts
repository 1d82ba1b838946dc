import { leadsElsewhere } from '#core/content/elsewhere/foreign-titles.ts';
import type { ContentElement } from '#core/content/tree/content-tree.ts';

/** First words of a box of links to other pages. */
const TITLE = new RegExp(
  `^(?:${[
    'related(?: (?:questions|stories|articles|posts|content|topics|products|links|reading|resources|videos|threads))?',
    '(?:recent|latest|popular|trending|similar|top|other|more|new) ' +
      '(?:conversations|discussions|topics|threads|questions|posts|stories|articles|news)',
    'you (?:may|might) (?:also )?(?:like|enjoy|be interested in)',
    ...['people also (?:ask|viewed|bought)', 'recommended(?: for you)?', 'suggested(?: for you)?'],
    ...['more in this category', 'more like this', 'partner content', 'sponsored(?: content)?'],
  ].join('|')})[\\s:\\u00bb\\u203a]*$`,
  'i',
);
const LEAST = { words: 4, linked: 0.5 };
const MOST_CHARACTERS = 60;
/** Children of an element that are looked at for its first text, so that the time is bounded. */
const MOST_LOOKED_AT = 10;

/**
 * Half of its words are links, and its first words say that they lead elsewhere, in a heading or
 * not: “Related questions”.
 */
export const isLinkBox = (element: ContentElement): boolean =>
  element.words >= LEAST.words &&
  element.linkWords >= element.words * LEAST.linked &&
  isTitle(firstText(element).trim());

const isTitle = (text: string): boolean => TITLE.test(text) || leadsElsewhere(text);

/** The first text of an element; empty if it is longer than a title. */
function firstText({ children }: ContentElement): string {
  for (const child of children.slice(0, MOST_LOOKED_AT)) {
    if (typeof child !== 'string') {
      if (child.words > 0) return firstText(child);
    } else if (child.trim() !== '') return child.length > MOST_CHARACTERS ? '' : child;
  }
  return '';
}
