import { fitted } from '#cli/terminal/fitted.ts';
import type { PageLine } from '#core/export/tables/page-line.ts';
import { printable } from '#core/model/printable.ts';

/** Pages that are looked at for the columns and their widths. */
const SAMPLE = 200;
const MOST_WIDTH = 40;
const MOST_FIELDS = 12;

/**
 * Pages as lines of a table for a terminal: the fields of the records, without a selection status,
 * size and title; then the address. Longer values are cut at 40 characters with `…`. The columns
 * are those of the first 200 pages.
 */
export async function* recordsTable(pages: AsyncIterable<PageLine>): AsyncGenerator<string> {
  const sample: PageLine[] = [];
  let table: Table | null = null;
  for await (const page of pages) {
    if (table !== null) yield table.line(page);
    else if (sample.push(page) === SAMPLE) {
      table = new Table(sample);
      yield* table.lines(sample);
    }
  }
  if (table === null && sample.length > 0) yield* new Table(sample).lines(sample);
}

class Table {
  readonly #fields: readonly string[];
  readonly #widths: readonly number[];

  constructor(sample: readonly PageLine[]) {
    const fields = new Set(sample.flatMap(({ record }) => Object.keys(record ?? {})));
    this.#fields = [...fields].slice(0, MOST_FIELDS);
    const rows = [this.#head(), ...sample.map((page) => this.#cells(page))];
    this.#widths = this.#head().map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
  }

  *lines(pages: readonly PageLine[]): Generator<string> {
    yield this.#joined([...this.#head(), 'url']);
    for (const page of pages) yield this.line(page);
  }

  line(page: PageLine): string {
    const note = page.provisional ? ' (not settled)' : '';
    return this.#joined([...this.#cells(page), printable(page.url) + note]);
  }

  #joined(cells: readonly string[]): string {
    return cells.map((cell, at) => (at === cells.length - 1 ? cell : cell.padEnd(this.#widths[at] ?? 0))).join('  ');
  }

  #head(): readonly string[] {
    const names = this.#fields.length === 0 ? ['status', 'title'] : this.#fields;
    return names.map(cellOf);
  }

  #cells({ status, title, record }: PageLine): readonly string[] {
    const values = this.#fields.length === 0 ? [status, title] : this.#fields.map((field) => record?.[field]);
    return values.map(cellOf);
  }
}

function cellOf(value: unknown): string {
  const text = typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value);
  return fitted(printable(text.slice(0, 4 * MOST_WIDTH).replace(/\s+/g, ' ')), MOST_WIDTH);
}
