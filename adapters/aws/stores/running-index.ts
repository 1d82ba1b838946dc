import { runningPartition } from '#adapters/aws/dynamo/keys.ts';
import { RUNNING } from '#adapters/aws/environment/names.env.ts';
import { type Execution, isBehind } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/model/ids.ts';

/** Keys in the index of running executions. @param dueAt epoch ms; 0 = at once */
export const runningKeysAt = (id: ExecutionId, dueAt: number): Readonly<Record<string, string | number>> => ({
  [RUNNING.partitionKey.name]: runningPartition(id),
  [RUNNING.sortKey.name]: dueAt,
});

/** The index attributes of an unchanged row; none when nothing is left to look after. */
export function runningKeys(row: Execution): Readonly<Record<string, string | number>> {
  const dueAt = isBehind(row) ? 0 : row.deadlineAt;
  return dueAt === null ? {} : runningKeysAt(row.id, dueAt);
}
