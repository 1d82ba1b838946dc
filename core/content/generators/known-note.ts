import { childElements, hasClass, rowsOf } from '#core/content/generators/class-names.ts';
import { type ContentElement, elementOf } from '#core/content/tree/content-tree.ts';

/** A footnote of Docutils, DocBook or Asciidoctor, or an admonition of DocBook in a table. */
export function knownNote(element: ContentElement): ContentElement | null {
  if (hasClass(element, 'footnote')) return footnoteOf(element);
  if (hasClass(element, 'footnote-list')) return { ...element, name: 'div' };
  return /(?:^|\s)(?:note|tip|warning|caution|important)(?:\s|$)/.test(element.attributes.class ?? '')
    ? tabledNote(element)
    : null;
}

/** `aside` of Docutils 0.18 and later, before that a `dl` whose term has the id. */
function footnoteOf(element: ContentElement): ContentElement | null {
  if (element.name === 'aside') {
    const children = element.children.filter((child) => typeof child === 'string' || !hasClass(child, 'label'));
    return { ...elementOf('div', { role: 'doc-footnote', id: element.attributes.id ?? '' }), children };
  }
  if (element.name === 'div') return linkedBack(element);
  if (element.name === 'sup') return childElements(element).find(({ name }) => name === 'a') ?? null;
  if (element.name !== 'dl') return null;
  const notes: ContentElement[] = [];
  for (const part of childElements(element)) {
    const { id = '' } = part.attributes;
    if (part.name === 'dt') notes.push(elementOf('div', { role: 'doc-footnote', id }));
    else notes.at(-1)?.children.push(...part.children);
  }
  return { ...elementOf('div', {}), children: notes };
}

/** The number of a note of DocBook or Asciidoctor is its link back: `[1]` or `1.` */
function linkedBack(element: ContentElement): ContentElement | null {
  const { id } = element.attributes;
  const [first] = childElements(element).filter(({ words }) => words > 0);
  const text = first?.name === 'p' ? first : element;
  const [link] = childElements(text);
  if (id === undefined || link?.name !== 'a' || link.attributes.href?.startsWith('#') !== true) return null;
  const after = text.children.slice(text.children.indexOf(link) + 1);
  const children = after.map((child, at) =>
    at === 0 && typeof child === 'string' ? child.replace(/^\.\s/, '') : child,
  );
  return { ...elementOf('div', { role: 'doc-footnote', id }), children: [{ ...elementOf('p', {}), children }] };
}

function tabledNote(element: ContentElement): ContentElement | null {
  const [table, ...others] = childElements(element);
  if (element.name !== 'div' || table?.name !== 'table' || others.length > 0) return null;
  const cells = rowsOf(table).slice(0, 3).flatMap(childElements);
  const [picture, title, text] = cells;
  if (cells.length !== 3 || picture === undefined || title === undefined || text === undefined) return null;
  if (picture.words > 0 || !childElements(picture).some(({ name }) => name === 'img')) return null;
  const titled = { ...elementOf('p', { class: 'title' }), children: title.children };
  return { ...element, children: [titled, { ...text, name: 'div' }] };
}
