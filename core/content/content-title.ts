import { type ContentElement, elementsBelow } from '#core/content/tree/content-tree.ts';

/**
 * The last `h1` with words before the content of a page, as the first can be the name of the site;
 * else the first one with words, else the first.
 */
export function titleBefore(content: ContentElement, body: ContentElement): ContentElement | null {
  const start = firstLeaf(content);
  const found = elementsBelow(body, (element) => element === start || element.name === 'h1');
  const worded = found.filter((element) => element === start || element.words > 0);
  const before = worded.slice(0, Math.max(0, worded.indexOf(start)));
  return before.at(-1) ?? [...worded, ...found].find((element) => element !== start) ?? null;
}

/** The first element without others below: it is in the body even where those around it are new. */
function firstLeaf(element: ContentElement): ContentElement {
  const first = element.children.find((child) => typeof child !== 'string');
  return first === undefined ? element : firstLeaf(first);
}
