import { codeOf } from '#core/error.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import { type Execution, expiryOf, isBehind, isOverdue } from '#core/execution/execution.ts';
import type { Runner } from '#core/execution/runner.ts';
import type { Clock } from '#core/model/clock.ts';
import { GRACE_MS } from '#engine/advance/lease.ts';
import { deleteExecution } from '#engine/finish/delete-execution.ts';
import { type PlacePorts, takePlace } from '#engine/start/execution-places.ts';
import { goingExecutions, isHeld } from '#engine/start/start-waiting.ts';

export interface WatchdogPorts extends Pick<PlacePorts, 'accounts'> {
  readonly catalog: Pick<Catalog, 'overdue' | 'execution' | 'executions' | 'control' | 'acquireRun' | 'addEvents'>;
  readonly runner: Runner;
  readonly clock: Clock;
}

/** Findings and actions of the watchdog. */
export interface WatchdogReport {
  /** Executions whose next run was started. */
  readonly started: number;
  /** Executions among these whose retention is over: the run deletes them. */
  readonly deleted: number;
  /** Executions that were past their deadline, as they were before. */
  readonly late: readonly Execution[];
  /** Executions that could not be started, and why. */
  readonly failed: readonly { readonly execution: Execution['id']; readonly why: string }[];
}

/**
 * Starts the next run of every execution whose wave, wait or control call is past its deadline, and
 * of those that ended with task rows or events still to be written (design.md §3). The next run
 * finds the truth in the row, for any death of the previous run.
 */
export async function rescueStalled(ports: WatchdogPorts): Promise<WatchdogReport> {
  const now = ports.clock.now();
  const failed: { execution: Execution['id']; why: string }[] = [];
  let started = 0;
  let deleted = 0;
  const late: Execution[] = [];
  let known: Execution[] | null = null;
  const going = async (): Promise<Execution[]> => {
    known ??= await goingExecutions(ports);
    return known;
  };
  for (const found of await ports.catalog.overdue(now)) {
    try {
      // It was found in an index: what the row says now counts.
      const row = await ports.catalog.execution(found.id);
      if (isOutlived(row, now)) {
        deleted += await startDeletion(ports, row);
        continue;
      }
      if (!isOverdue(row, now) || !(await mayRun(ports, row, going))) continue;
      late.push(row);
      await startNext(ports, row);
      started += 1;
    } catch (error) {
      failed.push({ execution: found.id, why: error instanceof Error ? error.message : String(error) });
    }
  }
  return { started: started + deleted, deleted, late, failed };
}

/** True if it may run: one that waits for its first run needs a place; one that ran has it. */
async function mayRun(ports: WatchdogPorts, row: Execution, going: () => Promise<Execution[]>): Promise<boolean> {
  const { atOnce, status } = row;
  if (atOnce === undefined || status !== 'queued') return true;
  return !isHeld(row, await going()) && (row.desired !== 'run' || (await takePlace(ports, row, atOnce)));
}

const isPast = ({ deadlineAt }: Execution, now: number): boolean => deadlineAt !== null && deadlineAt < now;

/**
 * True once its time after its end is over. Nobody has opened it again since: that would have taken
 * the number of a run.
 */
function isOutlived(row: Execution, now: number): boolean {
  const over = expiryOf(row);
  return over !== null && over < now && !isBehind(row) && row.lastRun <= row.run;
}

/** @returns 1; 0 while another execution still uses it as its base */
async function startDeletion(ports: WatchdogPorts, row: Execution): Promise<number> {
  try {
    const { lastRun } = await deleteExecution(ports, row.id);
    await ports.runner.start(row.id, lastRun);
    return 1;
  } catch (error) {
    if (codeOf(error) === 'STATE_CONFLICT') return 0;
    throw error;
  }
}

async function startNext({ catalog, runner, clock }: WatchdogPorts, row: Execution): Promise<void> {
  const now = clock.now();
  const why = isPast(row, now) ? `${row.status} past its deadline` : 'not all is written that it settled';
  // An ended execution keeps no deadline but that of its deletion: it would never be out of date
  // again.
  const control = isPast(row, now) ? { deadlineAt: now + GRACE_MS } : {};
  const answer = await catalog.control(row.id, [row.status], control);
  if (!answer.done) return; // it has moved on meanwhile
  const { lastRun } = answer.row;
  const text = `watchdog: run ${lastRun} started, ${why}`;
  await catalog.addEvents(row.id, [{ once: `control-${lastRun}`, at: now, type: 'control', text }]);
  await runner.start(row.id, lastRun);
}
