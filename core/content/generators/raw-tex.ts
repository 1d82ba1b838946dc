import { texMaths } from '#core/content/generators/written-tex.ts';
import type { ContentElement, ContentNode } from '#core/content/tree/content-tree.ts';

/** The names in DRAWS as people spell them: most pages have none, and this look costs little. */
const NAMES = /MathJax|[Mm]athjax|KaTeX|[Kk]atex|renderMathInElement/;
/** A script that draws the TeX in the text of a page. */
const DRAWS = /<script\b[^>]{0,500}(?:mathjax|katex)|\bMathJax\s{0,9}=|renderMathInElement/i;
/** The page lets MathJax or KaTeX read single dollars, too. */
const DOLLARS = /(?:inlineMath\S{0,3}\s{0,9}[:=][\s[]{1,20}|left\S?\s{0,9}:\s{0,9})['"]\$['"]/;
/** `$$…$$`, `\[…\]` and `\(…\)`. A formula has at most 2,000 characters. */
const TEX = /\$\$([^$]{1,2000})\$\$|\\\[((?:(?!\\[[\]]).){1,2000})\\\]|\\\(((?:(?!\\[()]).){1,2000})\\\)/gs;
/** A single dollar begins no price, and a formula has no white space at its ends. */
const WITH_DOLLARS = new RegExp(`${TEX.source}|\\$(?=[^\\s$])([^$\n]{1,300})(?<=[^\\s\\\\])\\$(?!\\d)`, 'gs');
/** Elements whose text such a script does not read. */
const UNREAD = new Set(['pre', 'code', 'script', 'math', 'tt', 'kbd', 'samp']);

/**
 * Writes TeX between delimiters in the text of a page as MathML, where a script of the page draws
 * it.
 * @param html of the page
 * @returns true if there was some
 * @see https://docs.mathjax.org/en/latest/basic/mathematics.html#tex-and-latex-input
 */
export function writeRawTex(root: ContentElement, html: string): boolean {
  if (!NAMES.test(html) || !DRAWS.test(html)) return false;
  return written(root, DOLLARS.test(html) ? WITH_DOLLARS : TEX);
}

function written(element: ContentElement, tex: RegExp): boolean {
  let isChanged = false;
  const children: ContentNode[] = [];
  for (const child of element.children) {
    if (typeof child !== 'string') {
      if (!UNREAD.has(child.name)) isChanged = written(child, tex) || isChanged;
      children.push(child);
      continue;
    }
    const parts = /[\\$]/.test(child) ? partsOf(child, tex) : [child];
    isChanged ||= parts.length > 1;
    children.push(...parts);
  }
  element.children = children;
  return isChanged;
}

/** A text as texts and maths. */
function partsOf(text: string, tex: RegExp): ContentNode[] {
  const parts: ContentNode[] = [];
  let end = 0;
  for (const found of text.matchAll(tex)) {
    const [all, dollars, display, inline, dollar] = found;
    const source = dollars ?? display ?? inline ?? dollar ?? '';
    if (source.trim() === '') continue;
    const isBlock = inline === undefined && dollar === undefined;
    parts.push(text.slice(end, found.index), texMaths(source, isBlock ? 'block' : 'inline'));
    end = found.index + all.length;
  }
  return [...parts, text.slice(end)];
}
