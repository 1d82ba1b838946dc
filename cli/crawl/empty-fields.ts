import type { Backend } from '#cli/backend/backend.ts';
import { withExport } from '#cli/export/write-export.ts';
import { count } from '#cli/terminal/format.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { printable } from '#core/model/printable.ts';

/** Records to read at most: a wrong selector finds nothing in the first ones either. */
const MOST_RECORDS = 5_000;

/** Fields listed by name; the rest is a count. */
const MOST_NAMED = 10;

/** Lines about fields of an ended execution that have a value on no page, with the remedy. */
export async function emptyFieldLines(backend: Backend, id: ExecutionId): Promise<string[]> {
  const place = { supply: (scratch: string) => backend.exports(scratch), beside: null };
  const { empty, records } = await withExport(place, { id }, async ({ supply }) => {
    const fields = new Map<string, boolean>(); // does it have a value?
    let read = 0;
    for await (const { record } of supply.pages({ id, origins: false })) {
      if (record === undefined || record === null) continue;
      for (const [name, value] of Object.entries(record)) fields.set(name, fields.get(name) === true || isThere(value));
      read += 1;
      if (read === MOST_RECORDS) break;
    }
    return { empty: [...fields].flatMap(([name, has]) => (has ? [] : [name])), records: read };
  });
  if (empty.length === 0) return [];
  const left = empty.length - MOST_NAMED;
  const named = empty.slice(0, MOST_NAMED).map(printable).join(', ');
  const [first = ''] = empty;
  return [
    `no value was found for ${named}${left > 0 ? ` and ${count(left)} others` : ''} in ${count(records)} ${records === 1 ? 'record' : 'records'}: ` +
      `surf extract ${id} --select ${printable(first)}=SELECTOR tries another selector without a request`,
  ];
}

const isThere = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== '';
