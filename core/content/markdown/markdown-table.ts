import { texOf } from '#core/content/markdown/markdown-inline.ts';
import { type ContentElement, HOLDS, textOf } from '#core/content/tree/content-tree.ts';

/** A larger table is given as the text of its cells. */
const MOST_ROWS = 2_000;
const MOST_COLUMNS = 50;
/** Contents that no cell of a Markdown table can have. */
const BLOCKS = /^(?:table|pre|dl|blockquote|h[1-6]|hr)$/;
const LISTS = /^(?:ul|ol)$/;
const CODES = /^(?:code|kbd|samp|tt)$/;

interface Cells {
  readonly rows: readonly (readonly ContentElement[])[];
  /** A cell has blocks, a list within a list, or code with a backslash before a bar. */
  readonly isLayout: boolean;
}

/**
 * A table as GitHub Flavored Markdown has it (GFM §4.10), its first row as the head.
 *
 * A bar in a cell is escaped, in code too. Code with a backslash before a bar is in no Markdown
 * table: readers disagree whether that bar ends the cell, and the rest of the code would be markup.
 *
 * @param markdownOf the Markdown of a cell, one line, with its bars escaped
 * @returns null for a layout table: one row or column, or cells with blocks
 */
export function markdownTable(table: ContentElement, markdownOf: (cell: ContentElement) => string): string | null {
  const { rows, isLayout } = cellsOf(table);
  const columns = Math.max(0, ...rows.slice(0, MOST_ROWS).map(({ length }) => length));
  if (isLayout || rows.length < 2 || rows.length > MOST_ROWS || columns < 2 || columns > MOST_COLUMNS) return null;
  const lines = rows.map((cells) => lineOf(Array.from({ length: columns }, (_, n) => cellText(cells[n], markdownOf))));
  const [head = '', ...body] = lines;
  return [head, lineOf(Array<string>(columns).fill('---')), ...body].join('\n');
}

function cellsOf(table: ContentElement): Cells {
  const rows: ContentElement[][] = [];
  let isLayout = false;
  const visit = (element: ContentElement, inList: boolean): void => {
    for (const child of element.children) {
      if (typeof child === 'string' || isLayout) continue;
      const isList = LISTS.test(child.name);
      if (BLOCKS.test(child.name) || (isList && inList) || codeIn(child).includes('\\|')) isLayout = true;
      else if (child.name === 'tr') rows.push([]);
      else if (child.name === 'td' || child.name === 'th') rows.at(-1)?.push(child);
      visit(child, inList || isList);
    }
  };
  visit(table, false);
  return { rows: rows.filter(({ length }) => length > 0), isLayout };
}

/** Text of an element that becomes a code span. */
function codeIn(element: ContentElement): string {
  if (CODES.test(element.name)) return textOf(element);
  return element.name === 'math' || element.name === 'script' ? texOf(element) : '';
}

const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const cellText = (cell: ContentElement | undefined, markdownOf: (cell: ContentElement) => string): string =>
  cell === undefined ? '' : markdownOf(withoutLists(cell));

/** The element with the items of its lists as text, separated by semicolons. */
function withoutLists(element: ContentElement): ContentElement {
  if ((element.holds & HOLDS.block) === 0) return element;
  const children = element.children.map((child) => (typeof child === 'string' ? child : withoutLists(child)));
  if (!LISTS.test(element.name)) return { ...element, children };
  const items = children.flatMap((child) => (typeof child === 'string' ? [] : [{ ...child, name: 'span' }]));
  const texts = items.filter(({ words }) => words > 0);
  return { ...element, name: 'div', children: texts.flatMap((item, at) => (at === 0 ? [item] : ['; ', item])) };
}
