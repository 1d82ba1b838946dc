import { type ContentElement, elementsBelow } from '#core/content/tree/content-tree.ts';

/** Contents that a table has for layout. */
const BLOCKS = /^(?:table|pre|ul|ol|dl|blockquote|h[1-6]|hr)$/;

/** Has a table two rows or more, one with two cells, and nothing but lines of text in them? */
export function isDataTable(table: ContentElement): boolean {
  const found = elementsBelow(
    table,
    ({ name }) => name === 'tr' || name === 'td' || name === 'th' || BLOCKS.test(name),
  );
  const rows = found.filter(({ name }) => name === 'tr').length;
  return rows > 1 && !found.some(({ name }) => BLOCKS.test(name)) && isWide(found);
}

const isWide = (cells: readonly ContentElement[]): boolean =>
  cells.some(({ name }, at) => at > 0 && name !== 'tr' && cells[at - 1]?.name !== 'tr');
