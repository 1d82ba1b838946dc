import type { Catalog } from '#core/execution/catalog.ts';
import { type Execution, isOver } from '#core/execution/execution.ts';

/** Executions among which the one before is looked for, the newest. */
const MOST_LISTED = 2_000;
const LISTED_AT_ONCE = 500;

/**
 * Its base, or the last one of its workflow that was over and had pages when this one was created;
 * null: there is none.
 */
export async function executionBefore(
  catalog: Pick<Catalog, 'executions' | 'execution'>,
  row: Execution,
): Promise<Execution | null> {
  if (row.base !== undefined) return await catalog.execution(row.base).catch(() => null);
  let next: string | undefined;
  for (let listed = 0; listed < MOST_LISTED; listed += LISTED_AT_ONCE) {
    const page = await catalog.executions(LISTED_AT_ONCE, next);
    const found = page.rows.find((one) => isBefore(one, row));
    if (found !== undefined) return found;
    if (page.next === null) return null;
    next = page.next;
  }
  return null;
}

const isBefore = (one: Execution, row: Execution): boolean =>
  one.workflowId === row.workflowId &&
  one.createdAt < row.createdAt &&
  isOver(one) &&
  one.counts.stored + one.counts.notModified > 0;
