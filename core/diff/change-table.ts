import type { Change } from '#core/diff/change.ts';
import { csvLine } from '#core/export/tables/csv-line.ts';
import type { ParquetColumn } from '#core/export/tables/parquet-file.ts';

/**
 * Columns of the table of changes (CSV, Parquet), a change a row. `what` and `fields` are names
 * with spaces between; `reason` is why a page was removed or is unknown, and what an added one was.
 */
export const CHANGE_COLUMNS: readonly ParquetColumn<Change>[] = [
  { name: 'kind', type: 'string', cell: ({ kind }) => kind },
  { name: 'url', type: 'string', cell: ({ url }) => url },
  { name: 'title', type: 'string', cell: ({ title }) => title },
  { name: 'what', type: 'string', cell: (change) => (change.kind === 'changed' ? change.what.join(' ') : null) },
  { name: 'fields', type: 'string', cell: fieldsOf },
  { name: 'reason', type: 'string', cell: reasonOf },
  { name: 'status', type: 'integer', cell: (change) => (change.kind === 'removed' ? change.status : null) },
  { name: 'from', type: 'string', cell: (change) => (change.kind === 'moved' ? change.from : null) },
];

export const changeTableHead = (): string => csvLine(CHANGE_COLUMNS.map(({ name }) => name));

/** One row of the CSV file of changes. */
export const changeTableRow = (change: Change): string => csvLine(CHANGE_COLUMNS.map(({ cell }) => cell(change)));

function fieldsOf(change: Change): string | null {
  return change.kind === 'changed' && change.fields.length > 0 ? change.fields.join(' ') : null;
}

function reasonOf(change: Change): string | null {
  if (change.kind === 'added') return change.was;
  return change.kind === 'removed' || change.kind === 'unknown' ? change.reason : null;
}
