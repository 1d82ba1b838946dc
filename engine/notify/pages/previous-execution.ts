import type { Catalog } from '#core/execution/catalog.ts';
import { type Execution, isOver } from '#core/execution/execution.ts';
import { newestFirst } from '#engine/overview/newest-first.ts';

/** Newest executions that are searched for the previous one. */
const MOST_LISTED = 2_000;

/**
 * Its base, or the last one of its workflow that was over and had pages when this one was created;
 * null: there is none.
 */
export async function previousExecution(
  catalog: Pick<Catalog, 'executions' | 'execution'>,
  row: Execution,
): Promise<Execution | null> {
  if (row.base !== undefined) return await catalog.execution(row.base).catch(() => null);
  for await (const one of newestFirst(catalog, { most: MOST_LISTED })) if (isBefore(one, row)) return one;
  return null;
}

const isBefore = (one: Execution, row: Execution): boolean =>
  one.workflowId === row.workflowId &&
  one.createdAt < row.createdAt &&
  isOver(one) &&
  one.counts.stored + one.counts.notModified > 0;
