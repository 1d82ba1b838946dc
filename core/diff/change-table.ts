import type { Change } from '#core/diff/change.ts';
import { csvLine } from '#core/export/tables/csv-line.ts';
import type { ParquetColumn } from '#core/export/tables/parquet-file.ts';

/**
 * Columns of the table of changes (CSV, Parquet), a change a row. `what` and `fields` are names
 * with spaces between; `reason` tells why a page was removed or is unknown, and what an added one
 * was before. `linksAdded` and `linksRemoved` are counts, empty where no links were compared.
 */
export const CHANGE_COLUMNS: readonly ParquetColumn<Change>[] = [
  { name: 'kind', type: 'string', cell: ({ kind }) => kind },
  { name: 'url', type: 'string', cell: ({ url }) => url },
  { name: 'title', type: 'string', cell: ({ title }) => title },
  { name: 'what', type: 'string', cell: (change) => (change.kind === 'changed' ? change.what.join(' ') : null) },
  { name: 'fields', type: 'string', cell: fieldsOf },
  { name: 'reason', type: 'string', cell: reasonOf },
  { name: 'status', type: 'integer', cell: (change) => ('status' in change ? change.status : null) },
  { name: 'from', type: 'string', cell: (change) => (change.kind === 'moved' ? change.from : null) },
  { name: 'to', type: 'string', cell: (change) => ('to' in change ? change.to : null) },
  { name: 'toBefore', type: 'string', cell: (change) => (change.kind === 'redirect' ? change.toBefore : null) },
  { name: 'statusBefore', type: 'integer', cell: (change) => (change.kind === 'status' ? change.statusBefore : null) },
  { name: 'linksAdded', type: 'integer', cell: (change) => linksOf(change)?.added ?? null },
  { name: 'linksRemoved', type: 'integer', cell: (change) => linksOf(change)?.removed ?? null },
];

export const changeTableHead = (): string => csvLine(CHANGE_COLUMNS.map(({ name }) => name));

/** One row of the CSV file of changes. */
export const changeTableRow = (change: Change): string => csvLine(CHANGE_COLUMNS.map(({ cell }) => cell(change)));

const linksOf = (change: Change) => (change.kind === 'changed' ? change.links : undefined);

function fieldsOf(change: Change): string | null {
  return change.kind === 'changed' && change.fields.length > 0 ? change.fields.join(' ') : null;
}

function reasonOf(change: Change): string | null {
  if (change.kind === 'added') return change.was;
  return change.kind === 'removed' || change.kind === 'unknown' ? change.reason : null;
}
