import type { Catalog } from '#core/execution/catalog.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/model/ids.ts';

/** Executions looked at in one call, and calls: those before the newest 10,000 are not found. */
const PAGE = 1_000;
const MOST_PAGES = 10;

/**
 * The newest execution of the same name and owner that was made before another, and not after a
 * time.
 * @param at epoch ms
 * @returns null: there is none
 */
export async function executionBefore(
  catalog: Pick<Catalog, 'executions'>,
  { id, name, owner }: Pick<Execution, 'id' | 'name' | 'owner'>,
  at: number,
): Promise<ExecutionId | null> {
  let next: string | undefined;
  let isOlder = false;
  for (let read = 0; read < MOST_PAGES; read++) {
    const page = await catalog.executions(PAGE, next, owner);
    for (const row of page.rows) {
      if (isOlder && row.name === name && row.createdAt <= at) return row.id;
      isOlder ||= row.id === id;
    }
    if (page.next === null) break;
    next = page.next;
  }
  return null;
}
