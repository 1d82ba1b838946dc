import { codeText } from '#core/content/markdown/code-language.ts';
import { texOf } from '#core/content/markdown/markdown-inline.ts';
import { type ContentElement, HOLDS, textOf } from '#core/content/tree/content-tree.ts';

/** A larger table is given as the text of its cells. */
const MOST_ROWS = 2_000;
const MOST_COLUMNS = 50;
/** Contents that no cell of a Markdown table can have. */
const BLOCKS = /^(?:table|dl|blockquote|h[1-6]|hr)$/;
/** Code of more lines cannot be read in a cell, where each line becomes a span. */
const MOST_CODE_LINES = 10;
const LISTS = /^(?:ul|ol)$/;
const BOLD = /^(?:b|strong)$/;
const CODES = /^(?:code|kbd|samp|tt)$/;

interface Cells {
  /** A place that a cell of the row above, or to the left, takes up is null. */
  readonly rows: readonly (readonly (ContentElement | null)[])[];
  /** A cell has blocks, a list within a list, or code with a backslash before a bar. */
  readonly isLayout: boolean;
  /** The first row names the columns. */
  readonly hasHead: boolean;
}

/**
 * A table as GitHub Flavored Markdown has it (GFM §4.10). The head is the first row where that is
 * one: in a `thead`, or of `th` or bold cells only. Else the head is empty, as pandoc writes it:
 * GFM knows no table without one, and the first fact of a table is not a name of a column.
 *
 * A bar in a cell is escaped, in code too. Code with a backslash before a bar is in no Markdown
 * table: readers disagree whether that bar ends the cell, and the rest of the code would be markup.
 *
 * @param markdownOf the Markdown of a cell, one line, with its bars escaped
 * @returns null for a layout table: one row or column, or cells with blocks
 */
export function markdownTable(table: ContentElement, markdownOf: (cell: ContentElement) => string): string | null {
  const { rows, isLayout, hasHead } = placedCells(cellsOf(table));
  const columns = Math.max(0, ...rows.slice(0, MOST_ROWS).map(({ length }) => length));
  if (isLayout || rows.length < 2 || rows.length > MOST_ROWS || columns < 2 || columns > MOST_COLUMNS) return null;
  const lines = rows.map((cells) => lineOf(Array.from({ length: columns }, (_, n) => cellText(cells[n], markdownOf))));
  const rule = lineOf(Array.from({ length: columns }, (_, n) => ruleOf(rows[0]?.[n])));
  const [head = '', ...body] = hasHead ? lines : [lineOf(Array<string>(columns).fill('')), ...lines];
  return [head, rule, ...body].join('\n');
}

function cellsOf(table: ContentElement): Cells {
  const rows: ContentElement[][] = [];
  let isLayout = false;
  let isInHead = false;
  const visit = (element: ContentElement, inList: boolean): void => {
    for (const child of element.children) {
      if (typeof child === 'string' || isLayout) continue;
      const isList = LISTS.test(child.name);
      if (BLOCKS.test(child.name) || (isList && inList) || codeIn(child).includes('\\|') || isLongCode(child))
        isLayout = true;
      else if (child.name === 'tr') rows.push([]);
      else if (child.name === 'td' || child.name === 'th') rows.at(-1)?.push(child);
      const isFirst = rows.length === 0;
      visit(child, inList || isList);
      if (child.name === 'thead' && isFirst && rows.length > 0) isInHead = true;
    }
  };
  visit(table, false);
  const filled = rows.filter(({ length }) => length > 0);
  return { rows: filled, isLayout, hasHead: isInHead || namesColumns(filled[0] ?? []) };
}

/** Every cell that is not empty is a `th`, or bold: an empty one may be in the corner. */
function namesColumns(row: readonly ContentElement[]): boolean {
  const filled = row.filter(({ words }) => words > 0);
  return filled.length > 0 && filled.every((cell) => cell.name === 'th' || isBold(cell));
}

/** All words of the element are in one `b` or `strong`. */
function isBold(element: ContentElement): boolean {
  const inner = element.children.filter((child) => typeof child !== 'string' || child.trim() !== '');
  const [only] = inner;
  if (inner.length !== 1 || only === undefined || typeof only === 'string') return false;
  return BOLD.test(only.name) || isBold(only);
}

const isLongCode = (element: ContentElement): boolean =>
  element.name === 'pre' && codeText(element, []).split('\n').length > MOST_CODE_LINES;

/** The cells in their columns: one can be over several rows or columns (HTML §4.9.11). */
function placedCells({ rows, ...table }: Cells): Cells {
  if (table.isLayout || rows.length > MOST_ROWS) return { rows, ...table };
  /** Rows that a cell above still takes up, by column. */
  const taken: number[] = [];
  const placed = rows.map((cells) => {
    const row: (ContentElement | null)[] = [];
    const skip = (): void => {
      for (; (taken[row.length] ?? 0) > 0; row.push(null)) taken[row.length] = (taken[row.length] ?? 0) - 1;
    };
    for (const cell of cells) {
      skip();
      if (row.length > MOST_COLUMNS) break;
      for (let at = 0; at < spanOf(cell?.attributes.colspan, MOST_COLUMNS); at += 1) {
        taken[row.length] = spanOf(cell?.attributes.rowspan, MOST_ROWS) - 1;
        row.push(at === 0 ? cell : null);
      }
    }
    skip();
    return row;
  });
  return { rows: placed, ...table };
}

const spanOf = (span: string | undefined, most: number): number =>
  Math.max(1, Math.min(most, Number.parseInt(span ?? '1', 10) || 1));

/** Text of an element that becomes a code span. */
function codeIn(element: ContentElement): string {
  if (CODES.test(element.name) || element.name === 'pre') return textOf(element);
  return element.name === 'math' || element.name === 'script' ? texOf(element) : '';
}

const ALIGNED = /(?:^|;)\s{0,9}text-align:\s{0,9}(left|right|center)/i;
const RULES: Readonly<Record<string, string>> = { left: ':---', right: '---:', center: ':---:' };

/** The line below a cell of the head, which says how its column is aligned (GFM §4.10). */
function ruleOf(cell: ContentElement | null | undefined): string {
  const { align, style = '' } = cell?.attributes ?? {};
  return RULES[(align ?? ALIGNED.exec(style)?.[1] ?? '').toLowerCase()] ?? '---';
}

const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const cellText = (cell: ContentElement | null | undefined, markdownOf: (cell: ContentElement) => string): string =>
  cell == null ? '' : markdownOf(withoutLists(cell));

/** The element with the items of its lists as text, separated by semicolons. */
function withoutLists(element: ContentElement): ContentElement {
  if ((element.holds & HOLDS.block) === 0) return element;
  const children = element.children.map((child) => (typeof child === 'string' ? child : withoutLists(child)));
  if (!LISTS.test(element.name)) return { ...element, children };
  const items = children.flatMap((child) => (typeof child === 'string' ? [] : [{ ...child, name: 'span' }]));
  const texts = items.filter(({ words }) => words > 0);
  return { ...element, name: 'div', children: texts.flatMap((item, at) => (at === 0 ? [item] : ['; ', item])) };
}
