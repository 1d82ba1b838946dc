import { childElements, hasClass, nearestBelow, rowsOf } from '#core/content/generators/class-names.ts';
import { type ContentElement, type ContentNode, elementOf, HOLDS, textOf } from '#core/content/tree/content-tree.ts';

/** Sections of Doxygen that are admonitions, and the name of the like ones. */
const NOTES = /(?:^|\s)(?:note|warning|attention|remark|important)(?:\s|$)/;

/** A part of a page of Doxygen: title, signature, list of members, or note. */
export function doxygenPart(element: ContentElement): ContentElement | null {
  if (hasClass(element, 'headertitle')) return titleOf(element);
  if (hasClass(element, 'memproto')) return signatureOf(element);
  if (hasClass(element, 'fragment')) return listingOf(element);
  if (element.name === 'table') {
    if (hasClass(element, 'memberdecls')) return membersOf(element);
    return /(?:^|\s)(?:params|exception|retval)(?:\s|$)/.test(element.attributes.class ?? '')
      ? parametersOf(element)
      : null;
  }
  if (element.name === 'p' && hasClass(element, 'definition')) return elementOf('p', {});
  return element.name === 'dl' && hasClass(element, 'section') ? noteOf(element) : null;
}

function titleOf(element: ContentElement): ContentElement | null {
  const [title] = childElements(element);
  if (title === undefined || !hasClass(title, 'title') || (title.holds & HOLDS.heading) !== 0) return null;
  return { ...elementOf('h1', {}), children: title.children };
}

/**
 * A listing: an element a line, and no `pre`. As one it keeps comments, whose class is that of
 * those of readers.
 */
function listingOf(element: ContentElement): ContentElement | null {
  const lines = childElements(element);
  if (element.name !== 'div' || lines.length === 0 || !lines.every((line) => hasClass(line, 'line'))) return null;
  return { ...elementOf('pre', {}), children: lines.flatMap(({ children }): ContentNode[] => [...children, '\n']) };
}

/** A table places the parameters below each other. Its cells, with their types, are apart. */
const signatureOf = (element: ContentElement): ContentElement => ({
  ...elementOf('pre', {}),
  children: [
    nearestBelow(element, ({ name }) => name === 'td')
      .map(textOf)
      .join(' ')
      .replace(/\s+/g, ' ')
      .replace(/ ?([(]) ?/g, '$1')
      .replace(/ ([),])/g, '$1')
      .trim(),
  ],
});

/** Headings of groups, and a list of their members, each with its description. */
function membersOf(table: ContentElement): ContentElement {
  const parts: ContentElement[] = [];
  for (const row of rowsOf(table)) {
    const kind = row.attributes.class ?? '';
    if (row.words === 0) continue;
    const cells = childElements(row).flatMap(({ children, words }): ContentNode[] =>
      words === 0 ? [] : [...children.map(withoutNoBreak), ' '],
    );
    if ((row.holds & HOLDS.heading) !== 0) parts.push({ ...elementOf('div', {}), children: cells });
    else if (kind.startsWith('memdesc') && parts.at(-1)?.name === 'li')
      parts.at(-1)?.children.push(elementOf('br', {}), ...cells);
    else parts.push({ ...elementOf('li', {}), children: cells });
  }
  return { ...elementOf('div', {}), children: listed(parts) };
}

/** A list of the parameters: direction, name, meaning. */
function parametersOf(table: ContentElement): ContentElement | null {
  const rows = rowsOf(table).map(childElements);
  if (!rows.flat().some((cell) => hasClass(cell, 'paramname'))) return null; // of JSDoc, with a head
  const children = rows.map((cells) => ({
    ...elementOf('li', {}),
    children: cells.flatMap((cell): ContentNode[] => {
      if (!hasClass(cell, 'paramname')) return [...cell.children, ' '];
      return [{ ...elementOf('code', {}), children: cell.children }, ' '];
    }),
  }));
  return { ...elementOf('ul', {}), children };
}

const withoutNoBreak = (node: ContentNode): ContentNode =>
  typeof node === 'string' ? node.replaceAll('\u00a0', ' ') : node;

/** Items in a row become one list. */
function listed(parts: readonly ContentElement[]): ContentElement[] {
  const blocks: ContentElement[] = [];
  for (const part of parts) {
    if (part.name !== 'li') blocks.push(part);
    else if (blocks.at(-1)?.name === 'ul') blocks.at(-1)?.children.push(part);
    else blocks.push({ ...elementOf('ul', {}), children: [part] });
  }
  return blocks;
}

function noteOf(list: ContentElement): ContentElement | null {
  const [kind] = NOTES.exec(list.attributes.class ?? '') ?? [];
  if (kind === undefined) return null;
  const name = kind.trim() === 'remark' ? 'note' : kind.trim();
  const children = childElements(list).flatMap((child) => (child.name === 'dd' ? [{ ...child, name: 'div' }] : []));
  return { ...elementOf('div', { class: `admonition ${name}` }), children };
}
