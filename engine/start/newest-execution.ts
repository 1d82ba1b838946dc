import type { Catalog } from '#core/execution/catalog.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { WorkflowId } from '#core/model/ids.ts';
import { LOCAL_USER } from '#core/model/local-user.ts';
import { newestFirst } from '#engine/overview/newest-first.ts';

const MOST_LISTED = 5_000;

/** The newest execution of the workflows that a user started, among the user's newest 5,000. */
export async function newestExecution(
  catalog: Pick<Catalog, 'executions'>,
  { workflows, owner }: { readonly workflows: readonly WorkflowId[]; readonly owner: string },
): Promise<Execution | null> {
  const named = owner === LOCAL_USER ? undefined : owner; // executions of the command line have no owner
  for await (const row of newestFirst(catalog, { owner: named, most: MOST_LISTED }))
    if (workflows.includes(row.workflowId) && (row.owner ?? LOCAL_USER) === owner) return row;
  return null;
}
