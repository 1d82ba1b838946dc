import { codeFrame } from '#core/content/generators/code-frame.ts';
import { doxygenPart } from '#core/content/generators/doxygen.ts';
import { liftInlineNotes } from '#core/content/generators/inline-notes.ts';
import { javadocPart } from '#core/content/generators/javadoc.ts';
import { knownNote } from '#core/content/generators/known-note.ts';
import { writeRawTex } from '#core/content/generators/raw-tex.ts';
import { labelTabs } from '#core/content/generators/tabs.ts';
import { drawnTex, writtenTex } from '#core/content/generators/written-tex.ts';
import { type ContentElement, measure } from '#core/content/tree/content-tree.ts';
import type { PageTree } from '#core/content/tree/tree-reader.ts';

/** @returns null: the generator does not write this element */
type Rule = (element: ContentElement) => ContentElement | null;

/** Rewriters in order: the first that knows an element rewrites it. */
const RULES: readonly Rule[] = [drawnTex, writtenTex, codeFrame, doxygenPart, javadocPart, knownNote];
/** A class that a rule knows: most elements are looked at by this expression alone. */
const KNOWN = new RegExp(
  `(?:^|\\s)(?:${[
    ...['math', 'arithmatex', 'js-inline-math', 'js-display-math', 'syntaxhighlighter', 'crayon-pre'],
    ...[
      'highlighttable',
      'rouge-table',
      'lntable',
      'codehilitetable',
      'source_code',
      'type-signature',
      'member-signature',
    ],
    ...['headertitle', 'memproto', 'memberdecls', 'section', 'summary-table', 'footnote', 'footnote-list'],
    ...['note', 'tip', 'warning', 'caution', 'important'],
    ...['js-file-line-container', 'katex', 'katex-display', 'MathJax', 'params', 'definition', 'fragment'],
  ].join('|')})(?:\\s|$)`,
);

/**
 * Writes again, as plain HTML has it, what generators of documentation make of `div` and `span`:
 * maths between `\(` and `\)`, code in tables of lines, signatures and titles of Doxygen, tables of
 * javadoc, footnotes of Docutils, and tabs, each of which gets its label.
 *
 * @param root measured; Surf measures it again
 * @param html of the page
 * @param options.mayHaveTabs false, or `mayHaveTex`: the page has none of these
 */
export function writeKnownMarkup(
  root: ContentElement,
  html: string,
  { mayHaveTabs, mayHaveTex }: Pick<PageTree, 'mayHaveTabs' | 'mayHaveTex'>,
): void {
  const mayHaveNotes = html.includes('ltx_role_footnote');
  const changes = [
    mayHaveTabs && labelTabs(root),
    mayHaveNotes && liftInlineNotes(root),
    written(root),
    mayHaveTex && writeRawTex(root, html),
  ];
  if (changes.includes(true)) measure(root);
}

/** @returns true if something was written again */
function written(element: ContentElement): boolean {
  let isChanged = false;
  for (const [at, child] of element.children.entries()) {
    if (typeof child === 'string') continue;
    const names = child.attributes.class;
    const known = names !== undefined && KNOWN.test(names) ? again(child) : null;
    if (known !== null) element.children[at] = known;
    isChanged = written(known ?? child) || known !== null || isChanged;
  }
  return isChanged;
}

function again(element: ContentElement): ContentElement | null {
  for (const rule of RULES) {
    const known = rule(element);
    if (known !== null) return known;
  }
  return null;
}
