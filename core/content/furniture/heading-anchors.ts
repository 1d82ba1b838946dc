import { type ContentElement, elementsBelow, HOLDS, textOf } from '#core/content/tree/content-tree.ts';

const HEADING = /^h[1-6]$/;
/** Sections of DocBook: an id, as `SQL-FOR-UPDATE-SHARE`, is an address that the author chose. */
const DOCBOOK = /(?:^|\s)(?:refsection|(?:ref)?sect\d)(?:\s|$)/;
/** Characters of a heading that are compared. */
const MOST_CHARACTERS = 300;

/**
 * Does the id of an element repeat its heading? Generators make an address of each heading, as
 * `respond-to-comments`: such an id names no furniture. An id of one word, as `cookies`, does so
 * only where the heading has a link to it.
 */
export function isHeadingAnchor(element: ContentElement): boolean {
  const id = element.attributes.id ?? '';
  const heading = headingOf(element);
  if (heading === undefined) return false;
  if (DOCBOOK.test(element.attributes.class ?? '')) return true;
  const [words, name] = [lettersOf(textOf(heading).slice(0, MOST_CHARACTERS)), lettersOf(decoded(id))];
  if (name === '' || !words.includes(name)) return false;
  return (
    /[^_\W][\W_]+[^_\W]/.test(id) || elementsBelow(heading, (link) => link.attributes.href === `#${id}`).length > 0
  );
}

/** The element itself, or the heading that it begins with. */
function headingOf(element: ContentElement): ContentElement | undefined {
  if (HEADING.test(element.name) || element.name === 'span') return element;
  if ((element.holds & HOLDS.heading) === 0) return undefined;
  const first = element.children.find((child) => typeof child !== 'string' && child.words > 0);
  return first === undefined || typeof first === 'string' ? undefined : headingOf(first);
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
