import type { SqliteDatabase } from '#adapters/embedded/sqlite/sqlite-database.ts';
import { type IdempotencyStore, REMEMBERED_MS, RememberedRequest } from '#core/execution/idempotency-store.ts';
import { storedRow } from '#core/faults/stored-row.ts';

/** Idempotency keys in SQLite; those that are over are deleted by the next claim. */
export class SqliteIdempotencyStore implements IdempotencyStore {
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  async claim(
    of: { readonly owner: string; readonly key: string; readonly now: number },
    request: RememberedRequest,
  ): Promise<RememberedRequest> {
    const { owner, key, now } = of;
    return this.#database.transaction('durable', () => {
      this.#database.run('DELETE FROM requests WHERE at <= ?', now - REMEMBERED_MS);
      const sql = 'INSERT INTO requests VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING';
      if (this.#database.run(sql, owner, key, now, JSON.stringify(request)) === 1) return request;
      const row = this.#database.get('SELECT json FROM requests WHERE owner = ? AND key = ?', owner, key);
      return storedRow('an earlier request', RememberedRequest, JSON.parse(String(row?.json)));
    });
  }
}
