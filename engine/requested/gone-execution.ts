import { codeOf } from '#core/error.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { ExecutionId } from '#core/model/ids.ts';

/** Whether an execution is deleted, or is being deleted. */
export async function isGone(catalog: Pick<Catalog, 'execution'>, id: ExecutionId): Promise<boolean> {
  try {
    return (await catalog.execution(id)).status === 'deleting';
  } catch (error) {
    if (codeOf(error) === 'EXECUTION_NOT_FOUND') return true;
    throw error;
  }
}
