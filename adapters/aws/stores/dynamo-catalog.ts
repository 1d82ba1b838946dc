import { attributeOf, type Item, itemOf, rowOf } from '#adapters/aws/dynamo/attributes.ts';
import { deleteAll, getAll } from '#adapters/aws/dynamo/dynamo-batches.ts';
import type { DynamoTable } from '#adapters/aws/dynamo/dynamo-table.ts';
import { Expression } from '#adapters/aws/dynamo/expression.ts';
import {
  executionKey,
  executionPartition,
  listKeys,
  type RowKey,
  RUNNING_PARTITIONS,
  rowKeyOf,
  workflowKey,
} from '#adapters/aws/dynamo/keys.ts';
import { listPage } from '#adapters/aws/dynamo/list-page.ts';
import { refuseTooLarge } from '#adapters/aws/dynamo/too-large.ts';
import { PARTITION_KEY, RUNNING, SORT_KEY } from '#adapters/aws/environment/names.env.ts';
import { DynamoEvents } from '#adapters/aws/stores/dynamo-events.ts';
import { runningKeys, runningKeysAt } from '#adapters/aws/stores/running-index.ts';
import { SurfError } from '#core/error.ts';
import {
  type Catalog,
  type Commit,
  type CommitCondition,
  type Control,
  type ExecutionEvent,
  type Lease,
  type LeaseHeld,
  WorkflowVersion,
} from '#core/execution/catalog.ts';
import {
  Execution,
  type ExecutionStatus,
  hasEnded,
  isBehind,
  isOverdue,
  unusedRun,
} from '#core/execution/execution.ts';
import { storedRow } from '#core/faults/stored-row.ts';
import type { ExecutionId, WorkflowId } from '#core/model/ids.ts';

const MAX_EVENTS = 1_000;
/**
 * `<run number>/<name>` of the last control calls, in the execution's item: a call whose answer was
 * lost sees that it was done, and with which number.
 */
const CONTROLS = 'controls';
const REMEMBERED_CONTROLS = 16;
/** Name of the last commit. */
const COMMITTED = 'committed';

/**
 * Control data in DynamoDB. Each change of an execution is one conditional write of its one item;
 * nothing is locked, and nothing is scanned.
 */
export class DynamoCatalog implements Catalog {
  readonly #table: DynamoTable;
  readonly #events: DynamoEvents;

  constructor(table: DynamoTable) {
    this.#table = table;
    this.#events = new DynamoEvents(table);
  }

  async saveWorkflow(version: WorkflowVersion): Promise<void> {
    const key = workflowKey(version.id, version.version);
    const written = await this.#create(key, version).catch(refuseTooLarge);
    if (written.done || sameRow(storedRow('a workflow version', WorkflowVersion, rowOf(written.found ?? {})), version))
      return;
    throw new SurfError('STATE_CONFLICT', `version ${version.version} of workflow ${version.id} exists already`, {
      remedy: 'save the changed definition as a new version',
    });
  }

  async workflow(id: WorkflowId, version: number): Promise<WorkflowVersion> {
    const item = await this.#table.get(workflowKey(id, version));
    if (item !== null) return storedRow('a workflow version', WorkflowVersion, rowOf(item));
    throw new SurfError('WORKFLOW_NOT_FOUND', `there is no version ${version} of a workflow ${id}`, {
      remedy: 'check the id; workflows belong to one deployment',
    });
  }

  async createExecution(execution: Execution): Promise<void> {
    const { id, createdAt, owner } = execution;
    const listed = listKeys('executions', { owner, at: createdAt, id });
    const written = await this.#create(executionKey(id), { ...execution, ...listed, ...runningKeys(execution) });
    if (written.done || sameRow(parseExecution(written.found ?? {}), execution)) return;
    throw new SurfError('STATE_CONFLICT', `execution ${id} exists already`, {
      remedy: 'start a new execution, which has another id',
    });
  }

  async execution(id: ExecutionId): Promise<Execution> {
    return parseExecution(await this.#item(id));
  }

  async executions(limit: number, next?: string, owner?: string): Promise<{ rows: Execution[]; next: string | null }> {
    const page = await listPage(this.#table, { list: 'executions', owner, limit, next });
    return { rows: page.items.map(parseExecution), next: page.next };
  }

  async deleteExecution(id: ExecutionId): Promise<void> {
    const expression = new Expression();
    const where = expression.compare(PARTITION_KEY, '=', executionPartition(id));
    const items = await this.#table.query({ expression, where, only: [PARTITION_KEY, SORT_KEY] });
    const row = executionKey(id);
    const beside = items.map(rowKeyOf).filter((key) => key[SORT_KEY] !== row[SORT_KEY]);
    await deleteAll(this.#table, beside);
    await deleteAll(this.#table, [row]); // last: as long as it is there, the watchdog looks after it
  }

  async overdue(now: number): Promise<Execution[]> {
    const partitions = RUNNING_PARTITIONS.map((partition) => {
      const expression = new Expression();
      const where = `${expression.compare(RUNNING.partitionKey.name, '=', partition)} AND ${expression.compare(RUNNING.sortKey.name, '<', now)}`;
      return this.#table.query({ expression, where, index: RUNNING.name });
    });
    // The index is a moment late: the rows themselves decide.
    const keys = (await Promise.all(partitions)).flat().map(rowKeyOf);
    const rows = (await getAll(this.#table, keys)).map(parseExecution);
    for (const row of rows) await this.#leaveIndex(row);
    return rows.filter((row) => isOverdue(row, now));
  }

  async acquireRun(id: ExecutionId, run: number): Promise<Execution | 'superseded'> {
    // DynamoDB has no maximum, so the condition says which of the two lastRun is; it never becomes
    // less.
    let behind = false;
    for (;;) {
      const expression = new Expression();
      const notBehind = expression.compare('run', '<=', run);
      const written = await this.#table.update(executionKey(id), {
        expression,
        update: expression.set(behind ? { run } : { run, lastRun: run }),
        condition: `${notBehind} AND ${expression.compare('lastRun', behind ? '>' : '<=', run)}`,
      });
      if (written.done) return parseExecution(written.item);
      const row = parseExecution(found(id, written.found));
      if (row.run > run) return 'superseded';
      behind = row.lastRun > run;
    }
  }

  async commit(id: ExecutionId, condition: CommitCondition, commit: Commit): Promise<'committed' | 'lost'> {
    const expression = new Expression();
    const unchanged = Object.entries(condition).map(([field, value]) => expression.compare(field, '=', value));
    // Its wave is not projected yet: an ended execution is behind until `projected` says otherwise.
    // Ended is still to be projected: the watchdog has to look at once, whenever it is to be
    // deleted.
    const index = runningKeysAt(id, hasEnded(commit.status) ? 0 : (commit.deadlineAt ?? 0));
    const name = this.#table.calls.name();
    const written = await this.#table.update(executionKey(id), {
      expression,
      update: expression.set({ ...commit, ...index, [COMMITTED]: name }),
      condition: unchanged.join(' AND '),
    });
    const won = written.done || found(id, written.found)[COMMITTED]?.S === name; // or won, and the answer was lost
    return won ? 'committed' : 'lost';
  }

  async renewLease(id: ExecutionId, held: LeaseHeld, lease: Lease): Promise<'kept' | 'lost'> {
    const expression = new Expression();
    const { wave, run, status } = held;
    const unchanged = Object.entries({ wave, run, status }).map(([field, value]) =>
      expression.compare(field, '=', value),
    );
    const written = await this.#table.update(executionKey(id), {
      expression,
      update: expression.set({ ...lease, ...runningKeysAt(id, lease.deadlineAt) }),
      condition: unchanged.join(' AND '),
    });
    if (written.done) return 'kept';
    found(id, written.found);
    return 'lost';
  }

  async control(
    id: ExecutionId,
    allowed: readonly ExecutionStatus[],
    control: Control,
  ): Promise<{ done: true; row: Execution } | { done: false; row: Execution }> {
    const name = this.#table.calls.name();
    let item = await this.#item(id);
    for (let tried = 1; ; tried++) {
      const row = parseExecution(item);
      const controls = controlsOf(item);
      const lost = controls.find((control) => control.endsWith(`/${name}`)); // done, and its answer was lost
      if (lost !== undefined) return { done: true, row: { ...row, lastRun: Number.parseInt(lost, 10) } };
      if (!allowed.includes(row.status)) return { done: false, row };
      const expression = new Expression();
      const unchanged = (['run', 'lastRun', 'status'] as const).map((field) =>
        expression.compare(field, '=', row[field]),
      );
      const changed = { ...row, ...control, lastRun: unusedRun(row) };
      const { status, endedAt, reason, desired, deadlineAt, dueAt, limits, secondsBaseMs, uncommitted, projected } =
        control;
      const written = await this.#table.update(executionKey(id), {
        expression,
        update: expression.set({
          status,
          endedAt,
          reason,
          desired,
          deadlineAt,
          dueAt,
          limits,
          secondsBaseMs,
          uncommitted,
          projected,
          lastRun: changed.lastRun,
          [CONTROLS]: [...controls, `${changed.lastRun}/${name}`].slice(-REMEMBERED_CONTROLS),
          ...runningKeys(changed),
        }),
        condition: unchanged.join(' AND '),
      });
      if (written.done) return { done: true, row: parseExecution(written.item) };
      item = found(id, written.found);
      await this.#table.calls.backOff(Math.min(tried, 4)); // rivals take turns: each time one of them gets through
    }
  }

  async projected(id: ExecutionId, wave: number): Promise<void> {
    const expression = new Expression();
    const written = await this.#table.update(executionKey(id), {
      expression,
      update: expression.set({ projected: wave }),
      condition: expression.compare('projected', '<', wave),
    });
    await this.#leaveIndex(parseExecution(written.done ? written.item : found(id, written.found)));
  }

  addEvents(id: ExecutionId, events: readonly (Omit<ExecutionEvent, 'seq'> & { once: string })[]): Promise<void> {
    return this.#events.add(id, events);
  }

  events(id: ExecutionId, limit: number, after = 0): Promise<ExecutionEvent[]> {
    return this.#events.list(id, Math.min(limit, MAX_EVENTS), after);
  }

  #create(key: RowKey, row: object) {
    return this.#table.create(itemOf({ ...row, ...key }));
  }

  /** @throws SurfError EXECUTION_NOT_FOUND */
  async #item(id: ExecutionId): Promise<Item> {
    return found(id, await this.#table.get(executionKey(id)));
  }

  /**
   * Takes an execution that has ended, and is projected whole, out of the index of running ones, or
   * puts it where it is to be deleted.
   */
  async #leaveIndex(row: Execution): Promise<void> {
    if (isBehind(row) || (row.deadlineAt !== null && !hasEnded(row.status))) return;
    const expression = new Expression();
    const asRead = [expression.compare('wave', '=', row.wave), expression.compare('deadlineAt', '=', row.deadlineAt)];
    const { partitionKey, sortKey } = RUNNING;
    const { deadlineAt } = row;
    await this.#table.update(executionKey(row.id), {
      expression,
      update:
        deadlineAt === null
          ? expression.remove(partitionKey.name, sortKey.name)
          : expression.set({ [sortKey.name]: deadlineAt }),
      condition: [...asRead, expression.exists(partitionKey.name)].join(' AND '),
    });
  }
}

const parseExecution = (item: Item): Execution => storedRow('an execution', Execution, rowOf(item));

/** @throws SurfError EXECUTION_NOT_FOUND */
function found(id: ExecutionId, item: Item | null): Item {
  if (item !== null) return item;
  throw new SurfError('EXECUTION_NOT_FOUND', `there is no execution ${id}`, {
    remedy: 'list the executions; they belong to one deployment',
  });
}

const controlsOf = (item: Item): string[] => (item[CONTROLS]?.L ?? []).flatMap(({ S }) => (S === undefined ? [] : [S]));

/** Rows are equal when their items are: the order of fields does not count. */
const sameRow = (a: object, b: object): boolean => sorted(a) === sorted(b);
const sorted = (row: object): string =>
  JSON.stringify(attributeOf(row), (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
