import { isDeepStrictEqual } from 'node:util';
import type { Row, SqliteDatabase } from '#adapters/embedded/sqlite/sqlite-database.ts';
import { storedRow } from '#core/faults/stored-row.ts';
import type { WorkflowId } from '#core/model/ids.ts';
import { ScheduleRow } from '#core/schedule/schedule.ts';
import type { ScheduleStore } from '#core/schedule/schedule-store.ts';

/** Schedules in SQLite. */
export class SqliteScheduleStore implements ScheduleStore {
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  async save(row: ScheduleRow): Promise<'saved' | 'conflict'> {
    return this.#database.transaction('durable', () => {
      const { workflow, name, version } = row;
      const there = this.#get(workflow, name);
      if (there !== null && isDeepStrictEqual(there, row)) return 'saved';
      if ((there?.version ?? 0) !== version - 1) return 'conflict';
      this.#database.run('INSERT OR REPLACE INTO schedules VALUES (?, ?, ?)', workflow, name, JSON.stringify(row));
      return 'saved';
    });
  }

  async find(workflow: WorkflowId, name: string): Promise<ScheduleRow | null> {
    return this.#get(workflow, name);
  }

  async ofWorkflow(workflow: WorkflowId): Promise<ScheduleRow[]> {
    return this.#database.all('SELECT json FROM schedules WHERE workflow = ? ORDER BY name', workflow).map(parsed);
  }

  async all(): Promise<ScheduleRow[]> {
    return this.#database.all('SELECT json FROM schedules ORDER BY workflow, name').map(parsed);
  }

  async delete(workflow: WorkflowId, name: string): Promise<'deleted' | 'missing'> {
    const sql = 'DELETE FROM schedules WHERE workflow = ? AND name = ?';
    const gone = this.#database.transaction('durable', () => this.#database.run(sql, workflow, name));
    return gone === 1 ? 'deleted' : 'missing';
  }

  #get(workflow: WorkflowId, name: string): ScheduleRow | null {
    const row = this.#database.get('SELECT json FROM schedules WHERE workflow = ? AND name = ?', workflow, name);
    return row === undefined ? null : parsed(row);
  }
}

const parsed = (row: Row): ScheduleRow => storedRow('a schedule', ScheduleRow, JSON.parse(String(row.json)));
