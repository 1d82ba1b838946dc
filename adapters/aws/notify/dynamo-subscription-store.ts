import { isDeepStrictEqual } from 'node:util';
import { type Item, itemOf, rowOf } from '#adapters/aws/dynamo/attributes.ts';
import { deleteAll, getAll } from '#adapters/aws/dynamo/dynamo-batches.ts';
import { type DynamoTable, newRow } from '#adapters/aws/dynamo/dynamo-table.ts';
import { Expression } from '#adapters/aws/dynamo/expression.ts';
import {
  deliveryKey,
  deliveryPartition,
  type RowKey,
  rowKeyOf,
  SUBSCRIPTION_PARTITION,
  subscriptionKey,
  WAITING_PARTITION,
  waitingKey,
  waitingPrefix,
} from '#adapters/aws/dynamo/keys.ts';
import { PARTITION_KEY, SORT_KEY } from '#adapters/aws/environment/names.env.ts';
import { storedRow } from '#core/faults/stored-row.ts';
import { DeliveryRow } from '#core/notify/delivery.ts';
import { SubscriptionRow } from '#core/notify/subscription.ts';
import type { SubscriptionScope } from '#core/notify/subscription-scope.ts';
import type { SubscriptionKey, SubscriptionStore } from '#core/notify/subscription-store.ts';

/**
 * Subscriptions in the table of control data, all in one partition; the messages of each in its
 * own. A message that waits has a mark beside it, so that the sender reads nothing else.
 */
export class DynamoSubscriptionStore implements SubscriptionStore {
  readonly #table: DynamoTable;

  constructor(table: DynamoTable) {
    this.#table = table;
  }

  async save(row: SubscriptionRow): Promise<'saved' | 'conflict'> {
    return await this.#put(row, subscriptionKey(row.workflow, row.name), (item) =>
      storedRow('a subscription', SubscriptionRow, rowOf(item)),
    );
  }

  async find({ workflow, name }: SubscriptionKey): Promise<SubscriptionRow | null> {
    const item = await this.#table.get(subscriptionKey(workflow, name));
    return item === null ? null : storedRow('a subscription', SubscriptionRow, rowOf(item));
  }

  async ofWorkflow(workflow: SubscriptionScope): Promise<SubscriptionRow[]> {
    const rows = await this.#query(SUBSCRIPTION_PARTITION, `${workflow}#`);
    return rows.map((item) => storedRow('a subscription', SubscriptionRow, rowOf(item)));
  }

  async all(): Promise<SubscriptionRow[]> {
    return (await this.#query(SUBSCRIPTION_PARTITION)).map((item) =>
      storedRow('a subscription', SubscriptionRow, rowOf(item)),
    );
  }

  async delete({ workflow, name }: SubscriptionKey): Promise<'deleted' | 'missing'> {
    const key = subscriptionKey(workflow, name);
    const there = await this.#table.get(key);
    const marks = await this.#query(WAITING_PARTITION, waitingPrefix(workflow, name));
    const rows = await this.#query(deliveryPartition(workflow, name));
    await deleteAll(this.#table, [...[...marks, ...rows].map(rowKeyOf), key]);
    return there === null ? 'missing' : 'deleted';
  }

  /** Writes the mark before a waiting message, and removes it after the message is done. */
  async saveDelivery(row: DeliveryRow): Promise<'saved' | 'conflict'> {
    const { workflow, subscription, id, state, attempts } = row;
    const mark = waitingKey(workflow, subscription, row);
    const key = deliveryKey(workflow, subscription, id);
    if (state === 'waiting' && attempts === 0) await this.#table.put(itemOf({ ...mark, message: key }));
    const saved = await this.#put(row, key, (item) => storedRow('a message', DeliveryRow, rowOf(item)));
    if (state !== 'waiting' && saved === 'saved') await deleteAll(this.#table, [mark]);
    return saved;
  }

  async delivery({ workflow, name }: SubscriptionKey, id: string): Promise<DeliveryRow | null> {
    const item = await this.#table.get(deliveryKey(workflow, name, id));
    return item === null ? null : storedRow('a message', DeliveryRow, rowOf(item));
  }

  async deliveries({ workflow, name }: SubscriptionKey): Promise<DeliveryRow[]> {
    const rows = (await this.#query(deliveryPartition(workflow, name))).map((item) =>
      storedRow('a message', DeliveryRow, rowOf(item)),
    );
    return rows.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1));
  }

  /** Deletes the marks of finished messages, left by senders that died behind the message. */
  async waiting(): Promise<DeliveryRow[]> {
    const marks = await this.#query(WAITING_PARTITION);
    const keys = new Map(marks.map((mark) => [JSON.stringify(mark.message), rowOf(mark).message as RowKey]));
    const items = await getAll(this.#table, [...keys.values()]);
    const rows = items.map((item) => storedRow('a message', DeliveryRow, rowOf(item)));
    const done = rows.filter(({ state }) => state !== 'waiting');
    await deleteAll(
      this.#table,
      done.map((row) => waitingKey(row.workflow, row.subscription, row)),
    );
    return rows.filter(({ state }) => state === 'waiting');
  }

  async keepNewest(of: SubscriptionKey, count: number): Promise<void> {
    const done = (await this.deliveries(of)).filter(({ state }) => state !== 'waiting');
    await deleteAll(
      this.#table,
      done.slice(count).map(({ workflow, subscription, id }) => deliveryKey(workflow, subscription, id)),
    );
  }

  /** Version 1 where there is none, version n over n − 1. */
  async #put<R extends { version: number }>(
    row: R,
    key: RowKey,
    parse: (item: Item) => R,
  ): Promise<'saved' | 'conflict'> {
    const item = itemOf({ ...row, ...key });
    const written = await this.#table.putIf(row.version === 1 ? newRow(item) : after(row.version, item));
    if (written.done) return 'saved';
    // When the response to a write is lost, the retry finds the row that the write made.
    return written.found !== null && isDeepStrictEqual(parse(written.found), row) ? 'saved' : 'conflict';
  }

  async #query(partition: string, prefix?: string): Promise<Item[]> {
    const expression = new Expression();
    const whole = expression.compare(PARTITION_KEY, '=', partition);
    const where = prefix === undefined ? whole : `${whole} AND ${expression.beginsWith(SORT_KEY, prefix)}`;
    return await this.#table.query({ expression, where });
  }
}

/** Condition of a write over the previous version, and over nothing else. */
function after(version: number, item: Item) {
  const expression = new Expression();
  return { item, expression, condition: expression.compare('version', '=', version - 1) };
}
