import { nullOn } from '#core/error.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import { type Execution, hasEnded } from '#core/execution/execution.ts';
import type { AccountStore } from '#core/identity/account-store.ts';
import type { Clock } from '#core/model/clock.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { LOCAL_USER } from '#core/model/local-user.ts';

export interface PlacePorts {
  readonly catalog: Pick<Catalog, 'execution'>;
  readonly accounts: Pick<AccountStore, 'takePlace' | 'releasePlace' | 'places'>;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * A place that was taken longer ago belongs to an execution that runs by now, or to nobody: its
 * release was lost.
 */
const SETTLED_MS = 60_000;

/**
 * Takes one of the places at which executions of one owner run at once, by one conditional write:
 * of rivals never more than `most` get one. An execution that has one keeps it. Places that ended
 * executions left behind are released on the way.
 *
 * @returns false: all are taken
 */
export async function takePlace(ports: PlacePorts, row: Execution, most: number): Promise<boolean> {
  const { accounts, clock } = ports;
  const owner = row.owner ?? LOCAL_USER;
  const place = { execution: row.id, most, now: clock.now() };
  if (await accounts.takePlace(owner, place)) return true;
  let released = 0;
  for (const { execution, takenAt } of await accounts.places(owner)) {
    if (clock.now() - takenAt < SETTLED_MS || !(await needsNone(ports, execution))) continue;
    await accounts.releasePlace(owner, execution);
    released += 1;
  }
  return released > 0 && (await accounts.takePlace(owner, place));
}

async function needsNone({ catalog }: PlacePorts, id: ExecutionId): Promise<boolean> {
  const row = await nullOn('EXECUTION_NOT_FOUND', catalog.execution(id));
  return row === null || hasEnded(row.status) || row.status === 'deleting';
}
