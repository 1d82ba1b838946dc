import type { Catalog } from '#core/execution/catalog.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { newestFirst } from '#engine/overview/newest-first.ts';

/** Executions that are searched: older ones are not found. */
const MOST_LISTED = 10_000;

/**
 * The newest execution of the same name and owner that was made before another, and not after a
 * time.
 * @param at epoch ms
 * @returns null: there is none
 */
export async function namesakeBefore(
  catalog: Pick<Catalog, 'executions'>,
  { id, name, owner }: Pick<Execution, 'id' | 'name' | 'owner'>,
  at: number,
): Promise<ExecutionId | null> {
  let isOlder = false;
  for await (const row of newestFirst(catalog, { owner, most: MOST_LISTED })) {
    if (isOlder && row.name === name && row.createdAt <= at) return row.id;
    isOlder ||= row.id === id;
  }
  return null;
}
