import { setImmediate } from 'node:timers/promises';
import type { SqliteDatabase } from '#adapters/embedded/sqlite/sqlite-database.ts';
import { MAX_ROWS_PER_TRANSACTION } from '#adapters/embedded/sqlite/sqlite-schema.ts';
import { packTask, unpackTask } from '#core/archive/stored-task.ts';
import { corrected } from '#core/execution/corrected-row.ts';
import type { CorrectionsOfWave, RowsOfWave, TaskIndex, TaskPage, TaskRow } from '#core/execution/task-index.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { UrlKey } from '#core/url/url-key.ts';

const MAX_PAGE_ROWS = 1_000;

/** Task rows in SQLite, one entry a row, listed by URL key. */
export class SqliteTaskIndex implements TaskIndex {
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  async write(execution: ExecutionId, { parts }: RowsOfWave): Promise<void> {
    for await (const rows of parts) await this.#put(execution, rows);
  }

  async correct(execution: ExecutionId, { corrections }: CorrectionsOfWave): Promise<void> {
    for (let start = 0; start < corrections.length; start += MAX_ROWS_PER_TRANSACTION) {
      const part = corrections.slice(start, start + MAX_ROWS_PER_TRANSACTION);
      const rows = await this.get(
        execution,
        part.map(({ key }) => key as UrlKey),
      );
      await this.#put(
        execution,
        part.flatMap((correction, i) => corrected(rows[i] ?? null, correction) ?? []),
      );
    }
  }

  async get(execution: ExecutionId, keys: readonly UrlKey[]): Promise<(TaskRow | null)[]> {
    const sql = 'SELECT key, json FROM tasks WHERE execution = ? AND key IN (SELECT value FROM json_each(?))';
    const found = this.#database.all(sql, execution, JSON.stringify(keys));
    const rows = new Map(found.map(({ key, json }) => [key, parseRow(execution, String(key), json)]));
    return keys.map((key) => rows.get(key) ?? null);
  }

  async list(execution: ExecutionId, limit: number, next?: string): Promise<TaskPage> {
    const most = Math.min(limit, MAX_PAGE_ROWS);
    const rows = this.#database
      .all(
        'SELECT key, json FROM tasks WHERE execution = ? AND key > ? ORDER BY key LIMIT ?',
        execution,
        next ?? '',
        most + 1, // one more tells whether there is another page
      )
      .map((row) => parseRow(execution, String(row.key), row.json));
    if (rows.length <= most) return { rows, next: null };
    rows.pop();
    return { rows, next: rows.at(-1)?.key ?? null };
  }

  async clear(execution: ExecutionId): Promise<void> {
    for (;;) {
      const deleted = this.#database.run(
        'DELETE FROM tasks WHERE execution = ?1 AND key IN (SELECT key FROM tasks WHERE execution = ?1 LIMIT ?2)',
        execution,
        MAX_ROWS_PER_TRANSACTION,
      );
      if (deleted < MAX_ROWS_PER_TRANSACTION) return;
      await setImmediate();
    }
  }

  async #put(execution: ExecutionId, rows: readonly TaskRow[]): Promise<void> {
    for (let start = 0; start < rows.length; start += MAX_ROWS_PER_TRANSACTION) {
      await setImmediate(); // a wave has 20,000 rows: others of this thread run between the parts
      this.#database.transaction('ordered', () => {
        for (const row of rows.slice(start, start + MAX_ROWS_PER_TRANSACTION)) {
          this.#database.run(
            'INSERT OR REPLACE INTO tasks VALUES (?, ?, ?)',
            execution,
            row.key,
            JSON.stringify(packTask(execution, row)),
          );
        }
      });
    }
  }
}

const parseRow = (execution: ExecutionId, key: string, json: unknown): TaskRow =>
  unpackTask(execution, key, JSON.parse(String(json)));
