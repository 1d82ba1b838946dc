import type { Catalog } from '#core/execution/catalog.ts';
import { type Execution, isUnfinished } from '#core/execution/execution.ts';
import type { Runner } from '#core/execution/runner.ts';
import { type PlacePorts, takePlace } from '#engine/start/execution-places.ts';

export interface QueuePorts {
  readonly catalog: Pick<Catalog, 'overdue' | 'execution'>;
  readonly accounts: PlacePorts['accounts'];
  readonly clock: PlacePorts['clock'];
  readonly runner: Runner;
}

/** Every execution that has not ended has a deadline before this. */
const EVER = Number.MAX_SAFE_INTEGER;

/** Executions of everybody that have not ended, for the watchdog: reads one row each. */
export const goingExecutions = async ({ catalog }: Pick<QueuePorts, 'catalog'>): Promise<Execution[]> =>
  (await catalog.overdue(EVER)).filter(isUnfinished);

/**
 * Most executions of one owner that are looked at, the newest first, so that a start costs the same
 * however many there were.
 */
const NEWEST = 500;

/** Executions of one owner that have not ended. */
export async function activeExecutionsOf(
  { catalog }: { readonly catalog: Pick<Catalog, 'executions'> },
  owner: string,
): Promise<Execution[]> {
  const { rows } = await catalog.executions(NEWEST, undefined, owner);
  return rows.filter(isUnfinished);
}

/**
 * Does it wait until its owner has fewer running executions? First come, first served: every
 * reader gets the same answer.
 */
export function isHeld(row: Execution, going: readonly Execution[]): boolean {
  if (row.atOnce === undefined || row.status !== 'queued' || row.desired !== 'run') return false;
  const ahead = going.filter(
    (other) => other.owner === row.owner && other.id !== row.id && (other.status !== 'queued' || isBefore(other, row)),
  );
  return ahead.length >= row.atOnce;
}

/**
 * Starts the first run of executions that had to wait for others of their owner (S16). One that was
 * started before is not started again.
 * @returns all executions that had not ended
 */
export async function startWaiting(ports: QueuePorts): Promise<readonly Execution[]> {
  const going = await goingExecutions(ports);
  const waiting = going.filter(({ status, run, atOnce }) => status === 'queued' && run === 0 && atOnce !== undefined);
  for (const row of waiting)
    if (!isHeld(row, going) && (await takePlace(ports, row, row.atOnce ?? Number.MAX_SAFE_INTEGER)))
      await ports.runner.start(row.id, row.lastRun);
  return going;
}

const isBefore = (a: Execution, b: Execution): boolean =>
  a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.id < b.id);
