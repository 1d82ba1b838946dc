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
  const found = new FoundFields();
  await withExport(place, { id }, async ({ supply }) => {
    for await (const { record } of supply.pages({ id, origins: false })) {
      if (record === undefined || record === null) continue;
      found.add(record);
      if (found.records === MOST_RECORDS) break;
    }
  });
  return found.emptyLines(id);
}

/** Which fields had a value on at least one page. */
export class FoundFields {
  records = 0;
  readonly #fields = new Map<string, boolean>();

  add(record: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(record))
      this.#fields.set(name, this.#fields.get(name) === true || isThere(value));
    this.records += 1;
  }

  /** Lines about fields without a value, with the remedy. */
  emptyLines(id: string): string[] {
    return linesOf(
      [...this.#fields].flatMap(([name, has]) => (has ? [] : [name])),
      { id, records: this.records },
    );
  }
}

function linesOf(
  empty: readonly string[],
  { id, records }: { readonly id: string; readonly records: number },
): string[] {
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
