import { SurfError } from '#core/error.ts';
import { CASH_COLUMNS } from '#core/export/tables/columns/cash-columns.ts';
import { CONTENT_COLUMNS, FACT_COLUMNS } from '#core/export/tables/columns/content-columns.ts';
import { IMPORTANCE_COLUMNS } from '#core/export/tables/columns/importance-columns.ts';
import { SAMPLE_COLUMNS } from '#core/export/tables/columns/sample-columns.ts';
import type { RecordField } from '#core/export/tables/record-fields.ts';
import { type Column, freeName, pluginColumn, tableColumns } from '#core/export/tables/table-columns.ts';
import { didYouMean } from '#core/faults/nearest-name.ts';

/** Names in one choice. */
const MOST_COLUMNS = 500;

/** Names as they are typed, with commas between. */
export const columnNames = (text: string): string[] =>
  text.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));

/**
 * The columns with these names, in their order, each once. Besides those of the usual table there
 * are those of the page's text, of what it says of itself, of its links and of a sample; where a
 * field of the record has such a name, the page's column is `page.<name>`. A field of a plug-in is
 * `NAME.field`.
 *
 * @param names null: the usual table
 * @throws SurfError COLUMN_UNKNOWN
 */
export function chosenColumns(fields: readonly RecordField[] | null, names: readonly string[] | null): Column[] {
  const usual = tableColumns(fields);
  if (names === null) return usual;
  const taken = new Set(usual.map(({ name }) => name.toLowerCase()));
  const added = [...CONTENT_COLUMNS, ...FACT_COLUMNS, ...IMPORTANCE_COLUMNS, ...SAMPLE_COLUMNS, ...CASH_COLUMNS].map(
    (column) => ({
      ...column,
      name: freeName(column.name, { taken, room: 'page' }),
    }),
  );
  const columns = new Map([...usual, ...added].map((column) => [column.name, column]));
  if (names.length === 0 || names.length > MOST_COLUMNS) throw unknown('', [...columns.keys()]);
  return [...new Set(names)].map((name) => {
    const column = columns.get(name) ?? pluginColumn(fields, name);
    if (column === null) throw unknown(name, [...columns.keys()]);
    return column;
  });
}

function unknown(name: string, known: readonly string[]): SurfError {
  return new SurfError('COLUMN_UNKNOWN', `columns: there is no column ${JSON.stringify(name.slice(0, 100))}`, {
    remedy: `${didYouMean(name, known)}columns are ${known.slice(0, 100).join(', ')}`,
  });
}
