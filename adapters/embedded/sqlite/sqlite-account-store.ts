import type { Row, SqliteDatabase } from '#adapters/embedded/sqlite/sqlite-database.ts';
import { SurfError } from '#core/error.ts';
import { storedRow } from '#core/faults/stored-row.ts';
import {
  type AccountPage,
  type AccountStore,
  AuditEvent,
  BlockEntry,
  type DayUsage,
  dayOf,
  type ExecutionWork,
  type StoredPart,
} from '#core/identity/account-store.ts';
import { ApiKey } from '#core/identity/api-key.ts';
import { type Rate, takeToken } from '#core/identity/rate.ts';
import { User } from '#core/identity/roles/user.ts';
import type { ExecutionId } from '#core/model/ids.ts';

const MAX_PAGE_ROWS = 1_000;

/** Users, keys, usage, audit events and blocklist in SQLite. */
export class SqliteAccountStore implements AccountStore {
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  async signIn(user: User): Promise<User> {
    return this.#database.transaction('durable', () => {
      const sql = 'INSERT INTO users VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
      if (this.#database.run(sql, user.id, user.createdAt, JSON.stringify(user)) === 1) return user;
      return storedRow('a user', User, rowOf(this.#database.get('SELECT json FROM users WHERE id = ?', user.id)));
    });
  }

  async user(id: string): Promise<User | null> {
    const row = this.#database.get('SELECT json FROM users WHERE id = ?', id);
    return row === undefined ? null : storedRow('a user', User, rowOf(row));
  }

  async users(limit: number, next?: string): Promise<AccountPage<User>> {
    const { at, id, most } = placeOf(limit, next);
    const sql = `SELECT json FROM users WHERE (created_at, id) < (?, ?) ${newestFirst('created_at')}`;
    const rows = this.#database.all(sql, at, id, most + 1).map((row) => storedRow('a user', User, rowOf(row)));
    return pageOf(rows, most, (user) => `${user.createdAt}_${user.id}`);
  }

  async saveUser(user: User): Promise<void> {
    this.#database.transaction('durable', () => {
      const sql = 'INSERT INTO users VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET json = excluded.json';
      this.#database.run(sql, user.id, user.createdAt, JSON.stringify(user));
    });
  }

  async createKey(key: ApiKey): Promise<void> {
    this.#database.transaction('durable', () => {
      const sql = 'INSERT INTO api_keys VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING';
      if (this.#database.run(sql, key.id, key.owner, key.createdAt, JSON.stringify(key)) === 1) return;
      throw new SurfError('STATE_CONFLICT', `key ${key.id} exists already`, { remedy: 'make another one' });
    });
  }

  async key(id: string): Promise<ApiKey | null> {
    const row = this.#database.get('SELECT json FROM api_keys WHERE id = ?', id);
    return row === undefined ? null : storedRow('an API key', ApiKey, rowOf(row));
  }

  async keys(owner: string | null, limit: number, next?: string): Promise<AccountPage<ApiKey>> {
    const { at, id, most } = placeOf(limit, next);
    const older = `(created_at, id) < (?, ?) ${newestFirst('created_at')}`;
    const rows =
      owner === null
        ? this.#database.all(`SELECT json FROM api_keys WHERE ${older}`, at, id, most + 1)
        : this.#database.all(`SELECT json FROM api_keys WHERE owner = ? AND ${older}`, owner, at, id, most + 1);
    return pageOf(
      rows.map((row) => storedRow('an API key', ApiKey, rowOf(row))),
      most,
      (key) => `${key.createdAt}_${key.id}`,
    );
  }

  async revokeKey(id: string, at: number): Promise<void> {
    this.#database.transaction('durable', () => {
      const sql = `UPDATE api_keys SET json = json_set(json, '$.revokedAt', ?) WHERE id = ? AND json ->> 'revokedAt' IS NULL`;
      this.#database.run(sql, at, id);
    });
  }

  async takePlace(owner: string, { execution, most, now }: Parameters<AccountStore['takePlace']>[1]): Promise<boolean> {
    return this.#database.transaction('durable', () => {
      const held = this.#database.get('SELECT 1 FROM places WHERE owner = ? AND execution = ?', owner, execution);
      if (held !== undefined) return true;
      const sql = 'INSERT INTO places SELECT ?, ?, ? WHERE (SELECT count(*) FROM places WHERE owner = ?) < ?';
      return this.#database.run(sql, owner, execution, now, owner, most) === 1;
    });
  }

  async releasePlace(owner: string, execution: ExecutionId): Promise<void> {
    this.#database.transaction('durable', () => {
      this.#database.run('DELETE FROM places WHERE owner = ? AND execution = ?', owner, execution);
    });
  }

  async places(owner: string): Promise<{ execution: ExecutionId; takenAt: number }[]> {
    return this.#database
      .all('SELECT execution, taken_at FROM places WHERE owner = ? ORDER BY execution', owner)
      .map((row) => ({ execution: String(row.execution) as ExecutionId, takenAt: Number(row.taken_at) }));
  }

  async countRequest(user: string, now: number, rate: Rate | null): Promise<number> {
    return this.#database.transaction('ordered', () => {
      const day = dayOf(now);
      const row = this.#database.get('SELECT full_at FROM usage_days WHERE user = ? AND day = ?', user, day);
      const found = Number(row?.full_at ?? 0);
      const { fullAt, waitMs } = rate === null ? { fullAt: found, waitMs: 0 } : takeToken(rate, found, now);
      if (waitMs > 0) return waitMs;
      const sql =
        'INSERT INTO usage_days VALUES (?, ?, 1, ?) ON CONFLICT DO UPDATE SET requests = requests + 1, full_at = excluded.full_at';
      this.#database.run(sql, user, day, fullAt);
      return 0;
    });
  }

  async countWork({ execution, user, day, before, after }: ExecutionWork): Promise<void> {
    const sql = `INSERT INTO usage_work VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET pages = max(pages, excluded.pages), usd = max(usd, excluded.usd)`;
    this.#database.transaction('ordered', () => {
      this.#database.run(sql, user, day, execution, before.pages, before.usd, after.pages, after.usd);
      this.#database.run(
        'INSERT INTO stored_parts VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET bytes = max(bytes, excluded.bytes)',
        ...[user, execution, 'crawl', after.storedBytes],
      );
    });
  }

  async keepStored({ user, execution, part, bytes }: StoredPart): Promise<void> {
    const sql = 'INSERT INTO stored_parts VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET bytes = excluded.bytes';
    this.#database.transaction('ordered', () => {
      this.#database.run(sql, user, execution, part, bytes);
    });
  }

  async dropStored({ user, execution }: Pick<StoredPart, 'user' | 'execution'>): Promise<void> {
    this.#database.transaction('ordered', () => {
      this.#database.run('DELETE FROM stored_parts WHERE user = ? AND execution = ?', user, execution);
    });
  }

  async stored(user: string | null): Promise<number> {
    const sql = 'SELECT coalesce(sum(bytes), 0) AS bytes FROM stored_parts';
    const row = user === null ? this.#database.get(sql) : this.#database.get(`${sql} WHERE user = ?`, user);
    return Number(row?.bytes ?? 0);
  }

  async usage(user: string, from: string, to: string): Promise<DayUsage[]> {
    const sql = `SELECT day, sum(requests) AS requests, sum(pages) AS pages, sum(usd) AS usd FROM (
        SELECT day, requests, 0 AS pages, 0 AS usd FROM usage_days WHERE user = ? AND day BETWEEN ? AND ?
        UNION ALL
        SELECT day, 0, pages - base_pages, usd - base_usd FROM usage_work WHERE user = ? AND day BETWEEN ? AND ?
      ) GROUP BY day ORDER BY day`;
    return this.#database.all(sql, user, from, to, user, from, to).map((row) => ({
      day: String(row.day),
      requests: Number(row.requests),
      pages: Number(row.pages),
      usd: Number(row.usd),
    }));
  }

  async addAudit(event: AuditEvent): Promise<void> {
    this.#database.transaction('durable', () => {
      const sql = 'INSERT INTO audit VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
      this.#database.run(sql, event.id, event.at, JSON.stringify(event));
    });
  }

  async audit(limit: number, next?: string): Promise<AccountPage<AuditEvent>> {
    const { at, id, most } = placeOf(limit, next);
    const sql = `SELECT json FROM audit WHERE (at, id) < (?, ?) ${newestFirst('at')}`;
    const rows = this.#database
      .all(sql, at, id, most + 1)
      .map((row) => storedRow('an audit event', AuditEvent, rowOf(row)));
    return pageOf(rows, most, (event) => `${event.at}_${event.id}`);
  }

  async block(entry: BlockEntry): Promise<void> {
    this.#database.transaction('durable', () => {
      const sql = 'INSERT INTO blocklist VALUES (?, ?) ON CONFLICT DO UPDATE SET json = excluded.json';
      this.#database.run(sql, entry.id, JSON.stringify(entry));
    });
  }

  async unblock(id: string): Promise<'done' | 'missing'> {
    return this.#database.transaction('durable', () =>
      this.#database.run('DELETE FROM blocklist WHERE id = ?', id) === 1 ? 'done' : 'missing',
    );
  }

  async blocked(): Promise<BlockEntry[]> {
    return this.#database
      .all('SELECT json FROM blocklist ORDER BY id')
      .map((row) => storedRow('an entry of the blocklist', BlockEntry, rowOf(row)));
  }
}

const rowOf = (row: Row | undefined): unknown => JSON.parse(String(row?.json));

const newestFirst = (column: string): string => `ORDER BY ${column} DESC, id DESC LIMIT ?`;

/** Cursors are `<instant>_<id>`. @throws SurfError FIELD_INVALID */
function placeOf(limit: number, next: string | undefined): { at: number; id: string; most: number } {
  const most = Math.min(limit, MAX_PAGE_ROWS);
  if (next === undefined) return { at: Number.MAX_VALUE, id: '', most };
  const [, at, id = ''] = /^(\d{1,15}(?:\.\d{1,6})?)_(.+)$/.exec(next) ?? [];
  if (at !== undefined) return { at: Number(at), id, most };
  throw new SurfError('FIELD_INVALID', `no page starts at ${JSON.stringify(next.slice(0, 100))}`, {
    remedy: 'give the value of `next` from the previous page, unchanged',
  });
}

/** @param rows one more than a page, if there is another page */
function pageOf<T>(rows: T[], most: number, cursor: (row: T) => string): AccountPage<T> {
  const page = rows.slice(0, most);
  const last = page.at(-1);
  return { rows: page, next: rows.length > most && last !== undefined ? cursor(last) : null };
}
