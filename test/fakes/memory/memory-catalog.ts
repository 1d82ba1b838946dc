import { SurfError } from '#core/error.ts';
import type {
  Catalog,
  Commit,
  CommitCondition,
  Control,
  ExecutionEvent,
  Lease,
  LeaseHeld,
  WorkflowVersion,
} from '#core/execution/catalog.ts';
import { type Execution, type ExecutionStatus, isBehind, unusedRun } from '#core/execution/execution.ts';
import type { ExecutionId, WorkflowId } from '#core/model/ids.ts';

/** Workflows and executions in memory. */
export class MemoryCatalog implements Catalog {
  readonly #workflows = new Map<string, WorkflowVersion>();
  readonly #executions = new Map<string, Execution>();
  readonly #events = new Map<string, { once: string; event: ExecutionEvent }[]>();

  async saveWorkflow(version: WorkflowVersion): Promise<void> {
    this.#workflows.set(`${version.id}/${version.version}`, version);
  }

  async workflow(id: WorkflowId, version: number): Promise<WorkflowVersion> {
    const found = this.#workflows.get(`${id}/${version}`);
    if (found === undefined) throw new SurfError('WORKFLOW_NOT_FOUND', `there is no workflow ${id}`);
    return found;
  }

  async createExecution(execution: Execution): Promise<void> {
    this.#executions.set(execution.id, execution);
  }

  async execution(id: ExecutionId): Promise<Execution> {
    return this.#row(id);
  }

  async executions(limit: number, after?: string, owner?: string): Promise<{ rows: Execution[]; next: string | null }> {
    const all = [...this.#executions.values()].filter((row) => owner === undefined || row.owner === owner).reverse();
    const from = all.findIndex(({ id }) => id === after) + 1;
    const rows = all.slice(from, from + limit);
    return { rows, next: from + limit < all.length ? (rows.at(-1)?.id ?? null) : null };
  }

  async deleteExecution(id: ExecutionId): Promise<void> {
    this.#executions.delete(id);
    this.#events.delete(id);
  }

  async overdue(now: number): Promise<Execution[]> {
    return [...this.#executions.values()].filter((row) => (row.deadlineAt ?? now) < now || isBehind(row));
  }

  async acquireRun(id: ExecutionId, run: number): Promise<Execution | 'superseded'> {
    const row = this.#row(id);
    if (row.run > run) return 'superseded';
    return this.#save({ ...row, run, lastRun: Math.max(run, row.lastRun) });
  }

  async commit(id: ExecutionId, condition: CommitCondition, commit: Commit): Promise<'committed' | 'lost'> {
    const row = this.#row(id);
    if (row.wave !== condition.wave || row.run !== condition.run || row.desired !== condition.desired) return 'lost';
    if (row.status !== condition.status) return 'lost';
    this.#save({ ...row, ...commit });
    return 'committed';
  }

  async renewLease(id: ExecutionId, held: LeaseHeld, lease: Lease): Promise<'kept' | 'lost'> {
    const row = this.#row(id);
    if (row.wave !== held.wave || row.run !== held.run || row.status !== held.status) return 'lost';
    this.#save({ ...row, ...lease });
    return 'kept';
  }

  async control(
    id: ExecutionId,
    allowed: readonly ExecutionStatus[],
    control: Control,
  ): Promise<{ done: true; row: Execution } | { done: false; row: Execution }> {
    const row = this.#row(id);
    if (!allowed.includes(row.status)) return { done: false, row };
    return { done: true, row: this.#save({ ...row, ...control, lastRun: unusedRun(row) }) };
  }

  async projected(id: ExecutionId, wave: number): Promise<void> {
    const row = this.#row(id);
    this.#save({ ...row, projected: Math.max(wave, row.projected) });
  }

  async addEvents(id: ExecutionId, events: readonly (Omit<ExecutionEvent, 'seq'> & { once: string })[]): Promise<void> {
    const list = this.#events.get(id) ?? [];
    this.#events.set(id, list);
    for (const { once, ...event } of events) {
      if (list.every((known) => known.once !== once)) list.push({ once, event: { ...event, seq: list.length + 1 } });
    }
  }

  async events(id: ExecutionId, limit: number, after = 0): Promise<ExecutionEvent[]> {
    const events = (this.#events.get(id) ?? []).map(({ event }) => event);
    return events.filter((event) => event.seq > after).slice(0, limit);
  }

  #row(id: ExecutionId): Execution {
    const row = this.#executions.get(id);
    if (row === undefined) throw new SurfError('EXECUTION_NOT_FOUND', `there is no execution ${id}`);
    return structuredClone(row);
  }

  #save(row: Execution): Execution {
    this.#executions.set(row.id, row);
    return structuredClone(row);
  }
}
