import type { Row, SqliteDatabase } from '#adapters/embedded/sqlite/sqlite-database.ts';
import { SurfError } from '#core/error.ts';
import type { WorkflowVersion } from '#core/execution/catalog.ts';
import { storedRow } from '#core/faults/stored-row.ts';
import type { WorkflowId } from '#core/model/ids.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import { WorkflowHead, type WorkflowStore } from '#core/workflow/workflow-store.ts';

const MAX_PAGE_ROWS = 1_000;

/** Saved workflows in SQLite. A head and its version are written in one transaction. */
export class SqliteWorkflowStore implements WorkflowStore {
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  async create(head: WorkflowHead, definition: Workflow): Promise<void> {
    this.#database.transaction('durable', () => {
      const { id, owner, version, updatedAt } = head;
      const sql = 'INSERT INTO workflow_heads VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING';
      if (this.#database.run(sql, id, owner, version, updatedAt, JSON.stringify(head)) === 0) throw taken(id);
      this.#save(head, definition);
    });
  }

  async update(head: WorkflowHead, definition: Workflow): Promise<'saved' | 'conflict'> {
    return this.#database.transaction('durable', () => {
      const { id, version, updatedAt } = head;
      const sql = 'UPDATE workflow_heads SET version = ?, updated_at = ?, json = ? WHERE id = ? AND version = ?';
      if (this.#database.run(sql, version, updatedAt, JSON.stringify(head), id, version - 1) === 0) return 'conflict';
      this.#save(head, definition);
      return 'saved';
    });
  }

  async head(id: WorkflowId): Promise<WorkflowHead | null> {
    const row = this.#database.get('SELECT json FROM workflow_heads WHERE id = ?', id);
    return row === undefined ? null : parseHead(row);
  }

  async list(
    owner: string | null,
    limit: number,
    next?: string,
  ): Promise<{ rows: WorkflowHead[]; next: string | null }> {
    const most = Math.min(limit, MAX_PAGE_ROWS);
    const [at, id] = next === undefined ? [Number.MAX_VALUE, ''] : parseCursor(next);
    const order = 'ORDER BY updated_at DESC, id DESC LIMIT ?'; // one more tells whether there is another page
    const rows =
      owner === null
        ? this.#database.all(
            `SELECT json FROM workflow_heads WHERE (updated_at, id) < (?, ?) ${order}`,
            at,
            id,
            most + 1,
          )
        : this.#database.all(
            `SELECT json FROM workflow_heads WHERE owner = ? AND (updated_at, id) < (?, ?) ${order}`,
            owner,
            at,
            id,
            most + 1,
          );
    const heads = rows.slice(0, most).map(parseHead);
    const last = heads.at(-1);
    return { rows: heads, next: rows.length > most && last !== undefined ? `${last.updatedAt}_${last.id}` : null };
  }

  async delete(id: WorkflowId, version?: number): Promise<'deleted' | 'conflict' | 'missing'> {
    return this.#database.transaction('durable', () => {
      const row = this.#database.get('SELECT version FROM workflow_heads WHERE id = ?', id);
      if (row === undefined) return 'missing';
      if (version !== undefined && row.version !== version) return 'conflict';
      this.#database.run('DELETE FROM workflow_heads WHERE id = ?', id);
      return 'deleted';
    });
  }

  #save({ id, version, updatedAt }: WorkflowHead, definition: Workflow): void {
    const row: WorkflowVersion = { v: 1, id, version, createdAt: updatedAt, definition };
    const sql = 'INSERT INTO workflows VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
    if (this.#database.run(sql, id, version, JSON.stringify(row)) === 0) throw taken(id);
  }
}

const parseHead = ({ json }: Row): WorkflowHead => storedRow('a workflow', WorkflowHead, JSON.parse(String(json)));

function parseCursor(next: string): [number, string] {
  const [at, id] = next.split('_', 2);
  return [Number(at), id ?? ''];
}

const taken = (id: WorkflowId): SurfError =>
  new SurfError('STATE_CONFLICT', `workflow ${id} exists already`, { remedy: 'create it under a new id' });
