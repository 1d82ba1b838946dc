import { itemOf, rowOf } from '#adapters/aws/dynamo/attributes.ts';
import { type DynamoTable, newRow } from '#adapters/aws/dynamo/dynamo-table.ts';
import { Expression } from '#adapters/aws/dynamo/expression.ts';
import { eventKey, eventSort, executionPartition, LAST_EVENT_SORT, onceKey } from '#adapters/aws/dynamo/keys.ts';
import { PARTITION_KEY, SORT_KEY } from '#adapters/aws/environment/names.env.ts';
import { ExecutionEvent } from '#core/execution/catalog.ts';
import { storedRow } from '#core/faults/stored-row.ts';
import type { ExecutionId } from '#core/model/ids.ts';

type NewEvent = Omit<ExecutionEvent, 'seq'> & { readonly once: string };

/**
 * The history of executions: rows `E#<seq>`, and beside each a mark `ONCE#<once>`, made in one
 * transaction. A number is taken only when the one before it is there, so there are no gaps; the
 * mark is there or not, so nothing is added twice.
 */
export class DynamoEvents {
  readonly #table: DynamoTable;

  constructor(table: DynamoTable) {
    this.#table = table;
  }

  async add(id: ExecutionId, events: readonly NewEvent[]): Promise<void> {
    if (events.length === 0) return;
    let last = await this.#last(id);
    for (const event of events) last = await this.#addOne(id, event, last);
  }

  async list(id: ExecutionId, limit: number, after: number): Promise<ExecutionEvent[]> {
    const items = await this.#query(id, { from: after + 1, limit, descending: false });
    return items.map((item) => storedRow('an event of an execution', ExecutionEvent, rowOf(item)));
  }

  /** @returns the number of the last event that is known to be there */
  async #addOne(id: ExecutionId, { once, at, type, text }: NewEvent, known: number): Promise<number> {
    let last = known;
    for (let tried = 1; ; tried++) {
      const event: ExecutionEvent = { seq: last + 1, at, type, text };
      const mark = itemOf({ ...onceKey(id, once), seq: event.seq });
      const row = itemOf({ ...event, ...eventKey(id, event.seq) });
      const answer = await this.#table.putTogether([newRow(row), newRow(mark)]);
      if (answer === 'done') return event.seq;
      if (answer[1] === 'ConditionalCheckFailed') return last;
      // Another took the number.
      if (tried > 1) await this.#table.calls.backOff(Math.min(tried - 1, 4));
      last = await this.#last(id);
    }
  }

  async #last(id: ExecutionId): Promise<number> {
    const [item] = await this.#query(id, { from: 1, limit: 1, descending: true });
    return item === undefined ? 0 : storedRow('an event of an execution', ExecutionEvent, rowOf(item)).seq;
  }

  #query(id: ExecutionId, { from, limit, descending }: { from: number; limit: number; descending: boolean }) {
    const expression = new Expression();
    const partition = expression.compare(PARTITION_KEY, '=', executionPartition(id));
    const between = `${expression.value(eventSort(from))} AND ${expression.value(LAST_EVENT_SORT)}`;
    const where = `${partition} AND ${expression.name(SORT_KEY)} BETWEEN ${between}`;
    return this.#table.query({ expression, where, limit, descending });
  }
}
