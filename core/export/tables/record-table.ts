import { csvLine } from '#core/export/tables/csv-line.ts';
import type { RecordField } from '#core/export/tables/record-fields.ts';
import { type Cell, freeName } from '#core/export/tables/table-columns.ts';
import type { Json } from '#core/model/json.ts';

/** The record of one page. */
export interface ExtractedPage {
  readonly url: string;
  readonly record: Readonly<Record<string, Json>>;
  readonly errors: readonly Json[];
}

/** The names of the columns: the address, each field of the policy, and the errors. */
export function recordTableHead(fields: readonly RecordField[]): string {
  const taken = new Set(['url', 'recorderrors']);
  return csvLine(['url', ...fields.map(({ name }) => freeName(name, { taken, room: 'record' })), 'recordErrors']);
}

/** A row of the table; lists and records are JSON text, as in the CSV of an export. */
export const recordTableRow = (fields: readonly RecordField[], { url, record, errors }: ExtractedPage): string =>
  csvLine([
    url,
    ...fields.map(({ name }) => cellOf(Object.hasOwn(record, name) ? (record[name] ?? null) : null)),
    errors.length === 0 ? null : JSON.stringify(errors),
  ]);

const cellOf = (value: Json): Cell => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value);
