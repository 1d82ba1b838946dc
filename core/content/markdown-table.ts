/** What this module needs of an element; linkedom's fits. */
interface TableElement {
  readonly nodeName: string;
  readonly textContent: string | null;
  querySelector(selector: string): unknown;
  querySelectorAll(selector: string): ArrayLike<TableElement>;
}

/** A larger table is given as the text of its cells. */
const MOST_ROWS = 2_000;
const MOST_COLUMNS = 50;
/** Contents that no cell of a Markdown table can have. */
const BLOCKS = 'table,pre,ul,ol,dl,blockquote,h1,h2,h3,h4,h5,h6,hr';

/**
 * A table as GitHub Flavored Markdown has it (GFM §4.10), its first row as the head.
 *
 * A bar in a cell is escaped. Code is placed after the table was made, so that a bar in it could
 * not be: a table with such code is no Markdown table, as the code would end at the bar, and what
 * follows would be markup.
 *
 * @param markdownOf the Markdown of a cell
 * @returns null for a layout table: one row or column, or cells with blocks
 */
export function markdownTable(table: TableElement, markdownOf: (cell: TableElement) => string): string | null {
  if (table.querySelector(BLOCKS) !== null) return null;
  const rows = Array.from(table.querySelectorAll('tr')).map((row) => Array.from(row.querySelectorAll('th,td')));
  const columns = Math.max(0, ...rows.map(({ length }) => length));
  if (rows.length < 2 || rows.length > MOST_ROWS || columns < 2 || columns > MOST_COLUMNS) return null;
  if (Array.from(table.querySelectorAll('code,kbd,samp,tt')).some(({ textContent }) => textContent?.includes('|')))
    return null;
  const lines = rows
    .filter(({ length }) => length > 0)
    .map((cells) => lineOf(Array.from({ length: columns }, (_, n) => cellText(cells[n], markdownOf))));
  const [head = '', ...body] = lines;
  return `\n\n${[head, lineOf(Array<string>(columns).fill('---')), ...body].join('\n')}\n\n`;
}

const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const cellText = (cell: TableElement | undefined, markdownOf: (cell: TableElement) => string): string =>
  cell === undefined
    ? ''
    : markdownOf(cell)
        .trim()
        .replace(/\s*\n\s*/g, ' ')
        .replaceAll('|', '\\|');
