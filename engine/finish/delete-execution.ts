import type { Archive } from '#core/archive/archive.ts';
import { executionPrefix } from '#core/archive/object-keys.ts';
import { SurfError } from '#core/error.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { Execution, ExecutionStatus } from '#core/execution/execution.ts';
import type { TaskIndex } from '#core/execution/task-index.ts';
import type { UnitStore } from '#core/execution/unit-store.ts';
import type { AccountStore } from '#core/identity/account-store.ts';
import type { Clock } from '#core/model/clock.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { GRACE_MS } from '#engine/advance/lease.ts';
import { basedOn } from '#engine/overview/based-on.ts';

export interface DeletePorts {
  readonly catalog: Pick<Catalog, 'execution' | 'executions' | 'control' | 'acquireRun'>;
  readonly clock: Clock;
}

export interface RemovePorts {
  readonly catalog: Pick<Catalog, 'deleteExecution'>;
  readonly archive: Archive;
  readonly tasks: Pick<TaskIndex, 'clear'>;
  readonly units: Pick<UnitStore, 'clear'>;
  /** @default owners are not known: nobody counts what executions keep */
  readonly owners?: Pick<AccountStore, 'dropStored'>;
}

/** A paused one continues: it is stopped first. */
const DELETABLE: readonly ExecutionStatus[] = ['succeeded', 'limited', 'stopped', 'failed'];
const BATCH = 1_000;

/**
 * Marks an ended execution as `deleting`, with a deadline and the number of the run that deletes
 * it; the caller starts that run. When it dies, the watchdog starts the next, until nothing is
 * left. From here on no earlier run can commit. Once more is not an error.
 *
 * @returns the row; its `lastRun` is the run to be started
 * @throws SurfError EXECUTION_NOT_FOUND; STATE_CONFLICT naming the state, or the execution that is
 * based on this one
 */
export async function deleteExecution(ports: DeletePorts, id: ExecutionId): Promise<Execution> {
  const { catalog, clock } = ports;
  const before = await catalog.execution(id);
  if (before.status === 'deleting') return before;
  if (!DELETABLE.includes(before.status)) throw notEnded(before);
  await refuseBase(ports, before);
  const deadlineAt = clock.now() + GRACE_MS;
  const answer = await catalog.control(id, DELETABLE, { status: 'deleting', desired: 'stop', deadlineAt });
  if (answer.row.status !== 'deleting') throw notEnded(answer.row);
  const row = await catalog.acquireRun(id, answer.row.lastRun);
  return row === 'superseded' ? answer.row : row;
}

async function refuseBase({ catalog }: DeletePorts, row: Execution): Promise<void> {
  const above = await basedOn(catalog, row);
  if (above === null) return;
  throw new SurfError(
    'STATE_CONFLICT',
    `execution ${above} is based on ${row.id}: its pages need the archive of ${row.id}`,
    {
      remedy: `delete ${above} first`,
    },
  );
}

/**
 * Deletes everything of an execution: objects, units, task rows, and at last its events and its
 * row. May end anywhere and be called again. robots.txt files are shared and stay.
 */
export async function removeExecution(ports: RemovePorts, { id, wave, owner }: Execution): Promise<void> {
  const { catalog, archive, tasks, units, owners } = ports;
  await removeObjects(archive, id);
  await units.clear(id, wave);
  await tasks.clear(id);
  await removeObjects(archive, id); // of a worker that was given up, and lived
  if (owner !== undefined) await owners?.dropStored({ user: owner, execution: id });
  await catalog.deleteExecution(id);
}

async function removeObjects(archive: Archive, id: ExecutionId): Promise<void> {
  let batch: string[] = [];
  for await (const { key } of archive.list(executionPrefix(id))) {
    if (batch.push(key) < BATCH) continue;
    await archive.delete(batch);
    batch = [];
  }
  if (batch.length > 0) await archive.delete(batch);
}

const notEnded = ({ id, status }: Execution): SurfError =>
  new SurfError('STATE_CONFLICT', `execution ${id} is ${status}: it cannot be deleted`, {
    remedy: 'stop it first: only ended executions can be deleted',
  });
