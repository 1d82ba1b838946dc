import type { Cell } from '#core/export/tables/table-columns.ts';

/**
 * Text that a spreadsheet would take for a formula: `= + - @`, their full-width forms, TAB, CR or
 * LF, at its beginning or behind anything that does not show (white space, controls, zero-width
 * characters).
 */
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}\p{Zs}]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe62\ufe63\ufe66\ufe6b])/u;
/** Numbers of either sign are numbers. */
const NUMBER = /^[+-]?(?:\d{1,30}(?:\.\d{1,30})?|\.\d{1,30})(?:[eE][+-]?\d{1,3})?$/;
/**
 * Characters that make quotes necessary; `;` and TAB are separators where spreadsheets have a comma
 * for numbers.
 */
const SPECIAL = /[",;\t\r\n]|^\s|\s$/;

/**
 * One row of a CSV file (RFC 4180), CRLF included. Null is an empty cell, an empty text `""`.
 *
 * A text that a spreadsheet would run as a formula gets a `'` in front: a page's own text must not
 * run on the computer on which the table is opened. Numbers stay numbers. NUL, which ends texts in
 * some readers, becomes U+FFFD, as do halves of characters.
 */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const plain = cell.includes('\0') ? cell.replaceAll('\0', '\ufffd') : cell;
  const text = (FORMULA.test(plain) && !NUMBER.test(plain) ? `'${plain}` : plain).toWellFormed();
  return text === '' || SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
