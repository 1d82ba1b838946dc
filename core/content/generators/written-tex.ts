import { type ContentElement, elementOf } from '#core/content/tree/content-tree.ts';

const DELIMITED = [
  { start: '\\(', end: '\\)', display: 'inline' },
  { start: '\\[', end: '\\]', display: 'block' },
  { start: '$$', end: '$$', display: 'block' },
  { start: '$', end: '$', display: 'inline' },
] as const;

/**
 * TeX that a script of the page shows, of Sphinx, MkDocs, pandoc and GitHub, as MathML with its
 * TeX.
 */
export function writtenTex(element: ContentElement): ContentElement | null {
  if (!/(?:^|\s)(?:math|arithmatex|js-(?:inline|display)-math)(?:\s|$)/.test(element.attributes.class ?? ''))
    return null;
  const [text, ...others] = element.children;
  if (typeof text !== 'string' || others.length > 0) return null;
  const tex = text.trim();
  const found = DELIMITED.find(({ start, end }) => tex.startsWith(start) && tex.endsWith(end));
  if (found === undefined || tex.length <= found.start.length + found.end.length) return null;
  const alttext = tex.slice(found.start.length, -found.end.length).trim();
  return { ...elementOf('math', { alttext, display: found.display }), children: [alttext] };
}
