import { isDeepStrictEqual } from 'node:util';
import type { Row, SqliteDatabase } from '#adapters/embedded/sqlite/sqlite-database.ts';
import { storedRow } from '#core/faults/stored-row.ts';
import { DeliveryRow } from '#core/notify/delivery.ts';
import { SubscriptionRow } from '#core/notify/subscription.ts';
import type { SubscriptionScope } from '#core/notify/subscription-scope.ts';
import type { SubscriptionKey, SubscriptionStore } from '#core/notify/subscription-store.ts';

const OF = 'workflow = ? AND name = ?';

/** Subscriptions and their messages in SQLite. */
export class SqliteSubscriptionStore implements SubscriptionStore {
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  async save(row: SubscriptionRow): Promise<'saved' | 'conflict'> {
    const { workflow, name } = row;
    return this.#put(this.#subscription({ workflow, name }), row, () =>
      this.#database.run('INSERT OR REPLACE INTO subscriptions VALUES (?, ?, ?)', workflow, name, JSON.stringify(row)),
    );
  }

  async find(key: SubscriptionKey): Promise<SubscriptionRow | null> {
    return this.#subscription(key)();
  }

  async ofWorkflow(workflow: SubscriptionScope): Promise<SubscriptionRow[]> {
    const sql = 'SELECT json FROM subscriptions WHERE workflow = ? ORDER BY name';
    return this.#database.all(sql, workflow).map(subscriptionOf);
  }

  async all(): Promise<SubscriptionRow[]> {
    return this.#database.all('SELECT json FROM subscriptions ORDER BY workflow, name').map(subscriptionOf);
  }

  async delete({ workflow, name }: SubscriptionKey): Promise<'deleted' | 'missing'> {
    const gone = this.#database.transaction('durable', () => {
      this.#database.run(`DELETE FROM deliveries WHERE ${OF}`, workflow, name);
      return this.#database.run(`DELETE FROM subscriptions WHERE ${OF}`, workflow, name);
    });
    return gone === 1 ? 'deleted' : 'missing';
  }

  async saveDelivery(row: DeliveryRow): Promise<'saved' | 'conflict'> {
    const { workflow, subscription: name, id, createdAt, state } = row;
    return this.#put(this.#delivery({ workflow, name }, id), row, () =>
      this.#database.run(
        'INSERT OR REPLACE INTO deliveries VALUES (?, ?, ?, ?, ?, ?)',
        ...([workflow, name, id, createdAt, state === 'waiting' ? 1 : 0, JSON.stringify(row)] as const),
      ),
    );
  }

  async delivery(key: SubscriptionKey, id: string): Promise<DeliveryRow | null> {
    return this.#delivery(key, id)();
  }

  async deliveries({ workflow, name }: SubscriptionKey): Promise<DeliveryRow[]> {
    const sql = `SELECT json FROM deliveries WHERE ${OF} ORDER BY created_at DESC, id`;
    return this.#database.all(sql, workflow, name).map(deliveryOf);
  }

  async waiting(): Promise<DeliveryRow[]> {
    return this.#database.all('SELECT json FROM deliveries WHERE waiting = 1').map(deliveryOf);
  }

  async keepNewest({ workflow, name }: SubscriptionKey, count: number): Promise<void> {
    const done = `SELECT id FROM deliveries WHERE ${OF} AND waiting = 0 ORDER BY created_at DESC, id LIMIT -1 OFFSET ?`;
    this.#database.transaction('durable', () =>
      this.#database.run(
        `DELETE FROM deliveries WHERE ${OF} AND id IN (${done})`,
        ...([workflow, name, workflow, name, count] as const),
      ),
    );
  }

  #put<R extends { version: number }>(find: () => R | null, row: R, write: () => unknown): 'saved' | 'conflict' {
    return this.#database.transaction('durable', () => {
      const there = find();
      if (there !== null && isDeepStrictEqual(there, row)) return 'saved';
      if ((there?.version ?? 0) !== row.version - 1) return 'conflict';
      write();
      return 'saved';
    });
  }

  #subscription({ workflow, name }: SubscriptionKey): () => SubscriptionRow | null {
    return () => {
      const row = this.#database.get(`SELECT json FROM subscriptions WHERE ${OF}`, workflow, name);
      return row === undefined ? null : subscriptionOf(row);
    };
  }

  #delivery({ workflow, name }: SubscriptionKey, id: string): () => DeliveryRow | null {
    return () => {
      const row = this.#database.get(`SELECT json FROM deliveries WHERE ${OF} AND id = ?`, workflow, name, id);
      return row === undefined ? null : deliveryOf(row);
    };
  }
}

const subscriptionOf = (row: Row): SubscriptionRow =>
  storedRow('a subscription', SubscriptionRow, JSON.parse(String(row.json)));
const deliveryOf = (row: Row): DeliveryRow => storedRow('a message', DeliveryRow, JSON.parse(String(row.json)));
