import { nullOn } from '#core/error.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { ExecutionId } from '#core/model/ids.ts';

/** True if an execution is deleted, or is being deleted. */
export async function isGone(catalog: Pick<Catalog, 'execution'>, id: ExecutionId): Promise<boolean> {
  const row = await nullOn('EXECUTION_NOT_FOUND', catalog.execution(id));
  return row === null || row.status === 'deleting';
}
