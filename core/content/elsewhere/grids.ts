import { type ContentElement, type ContentNode, HOLDS, measureAlone, textOf } from '#core/content/tree/content-tree.ts';

/** A price, with the signs of euro, pound, yen, rupee and zloty. */
const PRICE = /[$\u20ac\u00a3\u00a5\u20b9]\s?\d|\d\s?(?:\u20ac|\u00a3|kr\b|z\u0142)|\b(?:USD|EUR|GBP)\s?\d/;
const GRID = { items: 3, words: 60, linked: 0.7, priced: 0.6, restProse: 150 };
const ITEMS = new Set(['li', 'div', 'article', 'section', 'a']);

/**
 * Removes groups of like siblings with links and prices where the page has other prose.
 * @param element measured, as it is then
 * @param total prose of the page
 * @returns true if something was removed
 */
export function removeGrids(element: ContentElement, total: number): boolean {
  const groups = new Map<string, ContentElement[]>();
  for (const child of element.children) {
    if (typeof child === 'string' || child.words === 0 || !ITEMS.has(child.name)) continue;
    const key = `${child.name}.${/\S+/.exec(child.attributes.class ?? '')?.[0] ?? ''}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [child]);
    else group.push(child);
  }
  const removed = new Set<ContentNode>([...groups.values()].filter((group) => isGrid(group, total)).flat());
  if (removed.size > 0) element.children = element.children.filter((child) => !removed.has(child));
  let isChanged = removed.size > 0;
  for (const child of element.children)
    if (typeof child !== 'string') isChanged = removeGrids(child, total) || isChanged;
  if (isChanged) measureAlone(element);
  return isChanged;
}

function isGrid(group: readonly ContentElement[], total: number): boolean {
  if (group.length < GRID.items) return false;
  const linked = group.filter(({ name, holds }) => name === 'a' || (holds & HOLDS.link) !== 0);
  if (linked.length < group.length * GRID.linked) return false;
  if (total - group.reduce((sum, { prose }) => sum + prose, 0) <= GRID.restProse) return false;
  const priced = group.filter((item) => item.words < GRID.words && PRICE.test(textOf(item)));
  return priced.length >= group.length * GRID.priced;
}
