import type { Catalog } from '#core/execution/catalog.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/model/ids.ts';

const ROWS = 1_000;

/**
 * The newest execution that is based on this one, and keeps it: pages that were not modified have
 * their bodies in the base. Executions are listed newest first; older ones than the base cannot
 * need it.
 *
 * @returns null if nobody needs it
 */
export async function basedOn(
  catalog: Pick<Catalog, 'executions'>,
  { id, createdAt }: Pick<Execution, 'id' | 'createdAt'>,
): Promise<ExecutionId | null> {
  for (let next: string | undefined; ; ) {
    const page = await catalog.executions(ROWS, next);
    const above = page.rows.find(({ base, status }) => base === id && status !== 'deleting');
    if (above !== undefined) return above.id;
    if (page.next === null || (page.rows.at(-1)?.createdAt ?? 0) < createdAt) return null;
    next = page.next;
  }
}
