import { hasClass, nearestBelow } from '#core/content/generators/class-names.ts';
import { type ContentElement, elementOf, textOf } from '#core/content/tree/content-tree.ts';

/** Frames of code without `pre`, and the class of their lines. */
const FRAMES = [
  { frame: 'syntaxhighlighter', line: 'line' },
  { frame: 'crayon-pre', line: 'crayon-line' },
  { frame: 'js-file-line-container', line: 'blob-code' },
] as const;

const NUMBERS = /(?:^|\s)(?:linenos|rouge-gutter|gutter)(?:\s|$)/;
/** Tables of Pygments, Rouge, Chroma and YARD. */
const TABLE = /(?:^|\s)(?:(?:highlight|rouge-|ln|codehilite)table|source_code)(?:\s|$)/;

/**
 * Code that SyntaxHighlighter, Crayon or GitHub writes as an element a line, as `pre`. The numbers
 * of the lines are in other elements.
 */
export function codeFrame(element: ContentElement): ContentElement | null {
  if (element.name === 'table' && TABLE.test(element.attributes.class ?? '')) return codeBesideNumbers(element);
  const kind = FRAMES.find(({ frame }) => hasClass(element, frame));
  if (kind === undefined || element.name === 'pre') return null;
  const lines = nearestBelow(
    element,
    (line) => hasClass(line, kind.line),
    (other) => hasClass(other, 'gutter') || hasClass(other, kind.frame),
  );
  if (lines.length === 0) return null;
  const text = lines.map((line) => textOf(line).replaceAll('\u00a0', ' ').trimEnd()).join('\n');
  return { ...elementOf('pre', { class: languageIn(element) }), children: [text] };
}

/** The code of a table whose first cell has the numbers of its lines, below its file's name. */
function codeBesideNumbers(table: ContentElement): ContentElement | null {
  const codes = nearestBelow(
    table,
    ({ name }) => name === 'pre',
    ({ name, attributes }) => name === 'table' || NUMBERS.test(attributes.class ?? ''),
  );
  const code = codes.length > 2 ? undefined : codes.at(-1);
  const [file] = nearestBelow(table, (cell) => cell.name === 'th' && hasClass(cell, 'filename'));
  if (code === undefined || file === undefined) return code ?? null;
  return { ...elementOf('div', {}), children: [{ ...elementOf('p', {}), children: file.children }, code] };
}

/** SyntaxHighlighter names the language beside its own name. */
const languageIn = ({ attributes }: ContentElement): string => {
  const [, name] = /syntaxhighlighter\s+(\w+)/.exec(attributes.class ?? '') ?? [];
  return name === undefined || /^(?:plain|text|no)/.test(name) ? '' : `language-${name}`;
};
