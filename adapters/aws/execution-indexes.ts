import { runningPartition } from '#adapters/aws/keys.ts';
import { RUNNING } from '#adapters/aws/names.env.ts';
import { SurfError } from '#core/error.ts';
import { type Execution, hasEnded } from '#core/execution/execution.ts';

/** Ended, but not all of its waves are projected: its advance died after the commit. A running one has a deadline anyway. */
export const isBehind = (row: Execution): boolean => hasEnded(row.status) && row.projected < row.wave;

/** Does the watchdog have to look at it? */
export const isOverdue = (row: Execution, now: number): boolean =>
  isBehind(row) || (row.deadlineAt !== null && row.deadlineAt < now);

/** Keys that an execution has in the index of running ones; none when nothing is left to look after. */
export function indexKeys(row: Execution): { readonly set: Readonly<Record<string, string | number>> } {
  const dueAt = isBehind(row) ? 0 : row.deadlineAt;
  if (dueAt === null) return { set: {} };
  return { set: { [RUNNING.partitionKey.name]: runningPartition(row.id), [RUNNING.sortKey.name]: dueAt } };
}

const CURSOR = /^\d{15}#x[0-9a-z]{8,40}$/;

/** `next` of the page before. @throws SurfError FIELD_INVALID */
export function parseCursor(next: string): string {
  if (CURSOR.test(next)) return next;
  throw new SurfError('FIELD_INVALID', `no page starts at ${JSON.stringify(next.slice(0, 100))}`, {
    remedy: 'give the value of `next` from the page before, unchanged',
  });
}
