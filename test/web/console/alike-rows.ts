import type { Page } from 'playwright-core';

/** Names the attribute of rows that look like one before them. */
export const ALIKE = 'data-alike';

/** They say what a row is about, not how it looks: no style of the console reads them. */
const OF_CONTENT = ['href', 'title', 'id', 'aria-label', 'datetime', 'value', 'for', 'name', 'download'];

/**
 * Marks rows of tables and items of lists that are made as one before them among the same siblings:
 * of the same elements with the same attributes, `OF_CONTENT` apart, and with text in the same
 * places. Colours follow from these alone, because the console has no style by a row's number.
 * @returns how many it has marked
 */
export function markAlikeRows(page: Page): Promise<number> {
  return page.evaluate(
    ({ alike, ofContent }) => {
      const shapeOf = (node: Node): string => {
        if (!(node instanceof Element)) return node.nodeType === Node.TEXT_NODE && node.textContent?.trim() ? '#' : '';
        const looks = [...node.attributes].filter(({ name }) => !ofContent.includes(name));
        const attributes = looks.map(({ name, value }) => `${name}=${value}`).sort();
        return `<${node.localName} ${attributes.join(' ')}>${[...node.childNodes].map(shapeOf).join('')}</>`;
      };
      for (const row of document.querySelectorAll(`[${alike}]`)) row.removeAttribute(alike);
      const seen = new Map<Element | null, Set<string>>();
      const rows = [...document.querySelectorAll('main :is(tr, li)')].filter((row) => {
        const shapes = seen.get(row.parentElement) ?? new Set();
        seen.set(row.parentElement, shapes);
        const shape = shapeOf(row);
        const isAlike = shapes.has(shape);
        shapes.add(shape);
        return isAlike;
      });
      for (const row of rows) row.setAttribute(alike, '');
      return rows.length;
    },
    { alike: ALIKE, ofContent: OF_CONTENT },
  );
}
