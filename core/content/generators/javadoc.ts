import { childElements, hasClass } from '#core/content/generators/class-names.ts';
import { type ContentElement, elementOf, textOf } from '#core/content/tree/content-tree.ts';

/** A signature or a table of javadoc 17 and later. */
export function javadocPart(element: ContentElement): ContentElement | null {
  if (hasClass(element, 'type-signature') || hasClass(element, 'member-signature')) return signatureOf(element);
  return hasClass(element, 'summary-table') ? tableOf(element) : null;
}

const signatureOf = (element: ContentElement): ContentElement => ({
  ...elementOf('pre', { class: 'language-java' }),
  children: [textOf(element).replaceAll('\u00a0', ' ').trim()],
});

/** True if its cells are sibling `div` elements. */
function tableOf(element: ContentElement): ContentElement | null {
  const cells = childElements(element);
  const columns = cells.findIndex((cell) => !hasClass(cell, 'table-header'));
  if (columns < 2 || cells.length % columns !== 0) return null;
  const rows: ContentElement[] = [];
  for (let at = 0; at < cells.length; at += columns) {
    const row = cells
      .slice(at, at + columns)
      .map((cell) => ({ ...cell, name: hasClass(cell, 'table-header') ? 'th' : 'td', attributes: {} }));
    rows.push({ ...elementOf('tr', {}), children: row });
  }
  return { ...elementOf('table', {}), children: rows };
}
