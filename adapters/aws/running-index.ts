import { runningPartition } from '#adapters/aws/keys.ts';
import { RUNNING } from '#adapters/aws/names.env.ts';
import { type Execution, hasEnded } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/execution/ids.ts';

/** Ended, but not all of its waves are projected: its advance died after the commit. A running one has a deadline anyway. */
export const isBehind = (row: Execution): boolean => hasEnded(row.status) && row.projected < row.wave;

/** Does the watchdog have to look at it? */
export const isOverdue = (row: Execution, now: number): boolean =>
  isBehind(row) || (row.deadlineAt !== null && row.deadlineAt < now);

/** Keys in the index of running executions. @param dueAt epoch ms; 0 = at once */
export const runningKeysAt = (id: ExecutionId, dueAt: number): Readonly<Record<string, string | number>> => ({
  [RUNNING.partitionKey.name]: runningPartition(id),
  [RUNNING.sortKey.name]: dueAt,
});

/** The same for a row as it is; none when nothing is left to look after. */
export function runningKeys(row: Execution): Readonly<Record<string, string | number>> {
  const dueAt = isBehind(row) ? 0 : row.deadlineAt;
  return dueAt === null ? {} : runningKeysAt(row.id, dueAt);
}
