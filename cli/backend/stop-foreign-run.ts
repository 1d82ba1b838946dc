import { setTimeout } from 'node:timers/promises';
import type { Embedded } from '#compose/compose-local.ts';
import { type Execution, hasReachedDesiredState, plannedUnits } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { controlExecution } from '#engine/control/control-execution.ts';

const POLL_MS = 250;
/**
 * Silence after which Surf takes a run over from its process; a unit writes a heartbeat every 5 s.
 */
const DEAD_MS = 20_000;

/**
 * Pauses or stops an execution that another process runs, and waits for its end. Takes the run over
 * if that process has died.
 */
export async function stopForeignRun(surf: Embedded, id: ExecutionId, type: 'pause' | 'stop'): Promise<Execution> {
  const { row, changed } = await controlExecution(surf, id, { type });
  return changed ? await ending(surf, id, row.lastRun) : row;
}

/** Waits for the end; acquires the run if no other process works on it. */
async function ending(surf: Embedded, id: ExecutionId, run: number): Promise<Execution> {
  let sign = '';
  let signAt = surf.clock.monotonic();
  for (;;) {
    const row = await surf.catalog.execution(id);
    if (hasReachedDesiredState(row)) return row;
    const now = surf.clock.monotonic();
    const seen = await signOfLife(surf, row);
    if (seen !== sign) {
      sign = seen;
      signAt = now;
    }
    if (surf.driverElsewhere(id) === null || now - signAt > DEAD_MS)
      return await surf.drive(id, Math.max(run, row.lastRun));
    await setTimeout(POLL_MS);
  }
}

/** A text that changes while a process works on the execution. */
async function signOfLife(surf: Embedded, row: Execution): Promise<string> {
  const units = await surf.units.rows(row.id, row.wave, plannedUnits(row));
  const beat = units.reduce((latest, { beatAt }) => Math.max(latest, beatAt), 0);
  return `${row.run} ${row.wave} ${row.status} ${beat} ${units.filter(({ ended }) => ended).length}`;
}
