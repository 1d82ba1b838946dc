import { isDeepStrictEqual } from 'node:util';
import { itemOf, rowOf } from '#adapters/aws/dynamo/attributes.ts';
import { type DynamoTable, newRow } from '#adapters/aws/dynamo/dynamo-table.ts';
import { Expression } from '#adapters/aws/dynamo/expression.ts';
import { incidentBookKey } from '#adapters/aws/dynamo/keys.ts';
import { IncidentBook, type IncidentStore } from '#core/incident/incident-book.ts';

/** The book of incidents in the table of control data. */
export class DynamoIncidentStore implements IncidentStore {
  readonly #table: DynamoTable;

  constructor(table: DynamoTable) {
    this.#table = table;
  }

  async book(): Promise<IncidentBook | null> {
    const item = await this.#table.get(incidentBookKey);
    return item === null ? null : IncidentBook.parse(rowOf(item));
  }

  async saveBook(book: IncidentBook): Promise<'saved' | 'conflict'> {
    const item = itemOf({ ...book, ...incidentBookKey });
    const expression = new Expression();
    const condition = expression.compare('version', '=', book.version - 1);
    const put = book.version === 1 ? newRow(item) : { item, expression, condition };
    const written = await this.#table.putIf(put);
    if (written.done) return 'saved';
    // When the response to a write is lost, the retry finds the row that the write made.
    return written.found !== null && isDeepStrictEqual(rowOf(written.found), rowOf(item)) ? 'saved' : 'conflict';
  }
}
