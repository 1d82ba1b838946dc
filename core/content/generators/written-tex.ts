import { hasClass } from '#core/content/generators/class-names.ts';
import {
  type ContentElement,
  elementOf,
  elementsBelow,
  HOLDS,
  isTex,
  textOf,
} from '#core/content/tree/content-tree.ts';

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
  const [text, ...others] = element.children.filter((child) => typeof child === 'string' || !hasClass(child, 'eqno'));
  if (typeof text !== 'string' || others.length > 0) return null;
  const tex = text.trim();
  const found = DELIMITED.find(({ start, end }) => tex.startsWith(start) && tex.endsWith(end));
  if (found === undefined || tex.length <= found.start.length + found.end.length) return null;
  return texMaths(tex.slice(found.start.length, -found.end.length), found.display);
}

/** Maths that KaTeX or MathJax 3 has drawn, as MathML with its TeX: the drawing goes. */
export function drawnTex(element: ContentElement): ContentElement | null {
  const isKatex = hasClass(element, 'katex-display') || hasClass(element, 'katex');
  if ((!isKatex && element.name !== 'mjx-container') || (element.holds & HOLDS.math) === 0) return null;
  const [tex] = elementsBelow(element, isTex);
  if (tex === undefined) return null;
  const isBlock = hasClass(element, 'katex-display') || element.attributes.display === 'true';
  return texMaths(textOf(tex), isBlock ? 'block' : 'inline');
}

/** MathML of a TeX source. */
export function texMaths(source: string, display: 'inline' | 'block'): ContentElement {
  const alttext = source.trim();
  return { ...elementOf('math', { alttext, display }), children: [alttext] };
}
