import type { Catalog } from '#core/execution/catalog.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { WorkflowId } from '#core/model/ids.ts';
import { LOCAL_USER } from '#core/model/local-user.ts';

/** Executions that are looked at, at most, and in one call. */
const MOST_LISTED = 5_000;
const LISTED_AT_ONCE = 500;

/** The newest execution of the workflows that a user started, among the user's newest 5,000. */
export async function newestExecution(
  catalog: Pick<Catalog, 'executions'>,
  { workflows, owner }: { readonly workflows: readonly WorkflowId[]; readonly owner: string },
): Promise<Execution | null> {
  const isOfIt = (row: Execution) => workflows.includes(row.workflowId) && (row.owner ?? LOCAL_USER) === owner;
  let next: string | undefined;
  for (let listed = 0; listed < MOST_LISTED; listed += LISTED_AT_ONCE) {
    // executions of the command line have no owner
    const page = await catalog.executions(LISTED_AT_ONCE, next, owner === LOCAL_USER ? undefined : owner);
    const found = page.rows.find(isOfIt);
    if (found !== undefined) return found;
    if (page.next === null) return null;
    next = page.next;
  }
  return null;
}
