import { hasClass, nearestBelow } from '#core/content/generators/class-names.ts';
import { type ContentElement, type ContentNode, elementOf } from '#core/content/tree/content-tree.ts';

const ROLE = 'ltx_role_footnote';
const MARKS = /(?:^|\s)ltx_(?:note_mark|tag_note)(?:\s|$)/;

/**
 * Footnotes that LaTeXML, as of arXiv, writes where they are referred to: each becomes a reference
 * there, and a note at the end of the document.
 * @returns true if there was one
 */
export function liftInlineNotes(root: ContentElement): boolean {
  const [document = root] = nearestBelow(root, (element) => hasClass(element, 'ltx_document'));
  const notes: ContentElement[] = [];
  const lift = (element: ContentElement): void => {
    element.children = element.children.map((child): ContentNode => {
      if (typeof child === 'string') return child;
      const { id } = child.attributes;
      const [content] = hasClass(child, ROLE)
        ? nearestBelow(child, (inner) => hasClass(inner, 'ltx_note_content'))
        : [];
      if (content === undefined || id === undefined) {
        lift(child);
        return child;
      }
      const children = content.children.filter((part) => typeof part === 'string' || !isMark(part));
      notes.push({ ...elementOf('div', { role: 'doc-footnote', id }), children });
      return { ...elementOf('a', { href: `#${id}` }), children: ['*'] };
    });
  };
  lift(document);
  document.children = [...document.children, ...notes];
  return notes.length > 0;
}

const isMark = ({ attributes }: ContentElement): boolean => MARKS.test(attributes.class ?? '');
