import type { Row, SqliteDatabase } from '#adapters/embedded/sqlite/sqlite-database.ts';
import { SurfError } from '#core/error.ts';
import {
  type Catalog,
  type Commit,
  type CommitCondition,
  type Control,
  ExecutionEvent,
  type Lease,
  type LeaseHeld,
  WorkflowVersion,
} from '#core/execution/catalog.ts';
import { Execution, type ExecutionStatus, isBehind } from '#core/execution/execution.ts';
import { storedRow } from '#core/faults/stored-row.ts';
import type { ExecutionId, WorkflowId } from '#core/model/ids.ts';

const MAX_PAGE_ROWS = 1_000;

/**
 * Control data in SQLite. Every change reads, decides and writes within one transaction and
 * survives a power cut.
 */
export class SqliteCatalog implements Catalog {
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  async saveWorkflow(version: WorkflowVersion): Promise<void> {
    const json = JSON.stringify(version);
    this.#database.transaction('durable', () => {
      const created = this.#database.run(
        'INSERT INTO workflows VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
        version.id,
        version.version,
        json,
      );
      if (created === 1 || this.#workflowJson(version.id, version.version) === json) return;
      throw new SurfError('STATE_CONFLICT', `version ${version.version} of workflow ${version.id} exists already`, {
        remedy: 'save the changed definition as a new version',
      });
    });
  }

  async workflow(id: WorkflowId, version: number): Promise<WorkflowVersion> {
    const json = this.#workflowJson(id, version);
    if (json === undefined) {
      throw new SurfError('WORKFLOW_NOT_FOUND', `there is no version ${version} of a workflow ${id}`, {
        remedy: 'check the id; workflows belong to one data folder',
      });
    }
    return storedRow('a workflow version', WorkflowVersion, JSON.parse(json));
  }

  async createExecution(execution: Execution): Promise<void> {
    this.#database.transaction('durable', () => {
      const known = this.#database.get('SELECT json FROM executions WHERE id = ?', execution.id);
      if (known === undefined) return this.#save(execution);
      if (String(known.json) === JSON.stringify(execution)) return; // the same call again, after a lost answer
      throw new SurfError('STATE_CONFLICT', `execution ${execution.id} exists already`, {
        remedy: 'start a new execution, which has another id',
      });
    });
  }

  async execution(id: ExecutionId): Promise<Execution> {
    return this.#row(id);
  }

  async executions(limit: number, next?: string, owner?: string): Promise<{ rows: Execution[]; next: string | null }> {
    const most = Math.min(limit, MAX_PAGE_ROWS);
    const [createdAt, id] = next === undefined ? [Number.MAX_VALUE, ''] : parseCursor(next);
    const from = [createdAt, id, most + 1] as const; // one more tells whether there is another page
    const page = '(created_at, id) < (?, ?) ORDER BY created_at DESC, id DESC LIMIT ?';
    const found =
      owner === undefined
        ? this.#database.all(`SELECT json FROM executions WHERE ${page}`, ...from)
        : this.#database.all(`SELECT json FROM executions WHERE json ->> 'owner' = ? AND ${page}`, owner, ...from);
    const rows = found.map(parseExecution);
    if (rows.length <= most) return { rows, next: null };
    rows.pop();
    const last = rows.at(-1);
    return { rows, next: last === undefined ? null : `${last.createdAt}_${last.id}` };
  }

  async deleteExecution(id: ExecutionId): Promise<void> {
    this.#database.transaction('durable', () => {
      this.#database.run('DELETE FROM events WHERE execution = ?', id);
      this.#database.run('DELETE FROM executions WHERE id = ?', id);
    });
  }

  async overdue(now: number): Promise<Execution[]> {
    return this.#database
      .all('SELECT json FROM executions WHERE deadline_at < ? UNION SELECT json FROM executions WHERE behind = 1', now)
      .map(parseExecution);
  }

  async acquireRun(id: ExecutionId, run: number): Promise<Execution | 'superseded'> {
    return this.#database.transaction('durable', () => {
      const row = this.#row(id);
      if (row.run > run) return 'superseded';
      if (row.run === run && row.lastRun >= run) return row; // a retry: nothing to write
      return this.#save({ ...row, run, lastRun: Math.max(row.lastRun, run) });
    });
  }

  async commit(id: ExecutionId, condition: CommitCondition, commit: Commit): Promise<'committed' | 'lost'> {
    return this.#database.transaction('durable', () => {
      const row = this.#row(id);
      if (row.wave !== condition.wave || row.run !== condition.run || row.desired !== condition.desired) return 'lost';
      if (row.status !== condition.status) return 'lost';
      this.#save({ ...row, ...commit });
      return 'committed';
    });
  }

  async renewLease(id: ExecutionId, held: LeaseHeld, lease: Lease): Promise<'kept' | 'lost'> {
    return this.#database.transaction('durable', () => {
      const row = this.#row(id);
      if (row.wave !== held.wave || row.run !== held.run || row.status !== held.status) return 'lost';
      this.#save({ ...row, ...lease });
      return 'kept';
    });
  }

  async control(
    id: ExecutionId,
    allowed: readonly ExecutionStatus[],
    control: Control,
  ): Promise<{ done: true; row: Execution } | { done: false; row: Execution }> {
    return this.#database.transaction('durable', () => {
      const row = this.#row(id);
      if (!allowed.includes(row.status)) return { done: false, row };
      // No name is used up here; a driver of another process continues with the same number.
      return { done: true, row: this.#save({ ...row, ...control, lastRun: Math.max(row.run, row.lastRun) + 1 }) };
    });
  }

  async projected(id: ExecutionId, wave: number): Promise<void> {
    // Written after the rows it vouches for and in the same log, so `ordered` is enough: it never
    // survives without them.
    this.#database.transaction('ordered', () => {
      const row = this.#row(id);
      if (wave > row.projected) this.#save({ ...row, projected: wave });
    });
  }

  async addEvents(id: ExecutionId, events: readonly (Omit<ExecutionEvent, 'seq'> & { once: string })[]): Promise<void> {
    this.#database.transaction('ordered', () => {
      for (const { once, at, type, text } of events) {
        const known = this.#database.get('SELECT 1 FROM events WHERE execution = ? AND once = ?', id, once);
        if (known !== undefined) continue;
        const last = this.#database.get('SELECT max(seq) AS seq FROM events WHERE execution = ?', id);
        const event: ExecutionEvent = { seq: Number(last?.seq ?? 0) + 1, at, type, text };
        this.#database.run('INSERT INTO events VALUES (?, ?, ?, ?)', id, event.seq, once, JSON.stringify(event));
      }
    });
  }

  async events(id: ExecutionId, limit: number, after = 0): Promise<ExecutionEvent[]> {
    return this.#database
      .all(
        'SELECT json FROM events WHERE execution = ? AND seq > ? ORDER BY seq LIMIT ?',
        id,
        after,
        Math.min(limit, MAX_PAGE_ROWS),
      )
      .map((row) => storedRow('an event of an execution', ExecutionEvent, JSON.parse(String(row.json))));
  }

  #workflowJson(id: WorkflowId, version: number): string | undefined {
    const row = this.#database.get('SELECT json FROM workflows WHERE id = ? AND version = ?', id, version);
    return row === undefined ? undefined : String(row.json);
  }

  /** @throws SurfError EXECUTION_NOT_FOUND */
  #row(id: ExecutionId): Execution {
    const row = this.#database.get('SELECT json FROM executions WHERE id = ?', id);
    if (row !== undefined) return parseExecution(row);
    throw new SurfError('EXECUTION_NOT_FOUND', `there is no execution ${id}`, {
      remedy: 'list the executions; they belong to one data folder',
    });
  }

  #save(execution: Execution): Execution {
    this.#database.run(
      'INSERT OR REPLACE INTO executions VALUES (?, ?, ?, ?, ?)',
      execution.id,
      execution.createdAt,
      execution.deadlineAt,
      isBehind(execution) ? 1 : 0,
      JSON.stringify(execution),
    );
    return execution;
  }
}

const parseExecution = (row: Row): Execution => storedRow('an execution', Execution, JSON.parse(String(row.json)));

/** Parses `<createdAt>_<id>` of the last row of the previous page. */
function parseCursor(next: string): [number, string] {
  const [createdAt, id] = next.split('_');
  if (id !== undefined && Number.isFinite(Number(createdAt))) return [Number(createdAt), id];
  throw new SurfError('FIELD_INVALID', `no page starts at ${JSON.stringify(next.slice(0, 100))}`, {
    remedy: 'give the value of `next` from the previous page, unchanged',
  });
}
