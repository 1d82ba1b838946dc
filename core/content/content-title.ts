import { type ContentElement, elementsBelow } from '#core/content/tree/content-tree.ts';

/**
 * The last `h1` with words before the content of a page, as the first can be the name of the site;
 * else the first one with words, else the first. Of a page without one the heading that is named as
 * its title.
 */
export function titleBefore(content: ContentElement, body: ContentElement): ContentElement | null {
  const start = firstLeaf(content);
  const found = elementsBelow(body, (element) => element === start || element.name === 'h1');
  const worded = found.filter((element) => element === start || element.words > 0);
  const before = worded.slice(0, Math.max(0, worded.indexOf(start)));
  return before.at(-1) ?? [...worded, ...found].find((element) => element !== start) ?? namedTitle(content, body);
}

const TITLE = /(?:^|\s)(?:entry|post|article|page)-?title(?:\s|$)/i;

/** The one heading that a page without `h1` names as its title, if it is not in the content. */
function namedTitle(content: ContentElement, body: ContentElement): ContentElement | null {
  const isTitle = ({ name, words, attributes }: ContentElement): boolean =>
    words > 0 && /^h[2-6]$/.test(name) && (TITLE.test(attributes.class ?? '') || attributes.itemprop === 'headline');
  const [title, ...others] = elementsBelow(body, isTitle);
  if (title === undefined || others.length > 0 || elementsBelow(content, isTitle).length > 0) return null;
  return { ...title, name: 'h1' };
}

/** The first element without others below: it is in the body even where those around it are new. */
function firstLeaf(element: ContentElement): ContentElement {
  const first = element.children.find((child) => typeof child !== 'string');
  return first === undefined ? element : firstLeaf(first);
}
