import type { Catalog } from '#core/execution/catalog.ts';
import { type Execution, isOver } from '#core/execution/execution.ts';
import type { ExecutionId, WorkflowId } from '#core/model/ids.ts';
import { seedUrls } from '#core/url/seed/seed.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import { newestFirst } from '#engine/overview/newest-first.ts';

/** The workflow of a collection, as it is started. */
export interface CollectionStart {
  readonly workflow: Workflow;
  /** @default it is not saved yet */
  readonly of?: { readonly id: WorkflowId };
  readonly owner?: string;
}

/**
 * The execution that a tick continues: the newest of the same workflow and owner that has ended and
 * has crawled something. A workflow from a file is saved again at each start: it is the same when
 * name and seeds are.
 * @returns undefined: this is the first
 */
export async function tickBefore(
  catalog: Pick<Catalog, 'executions' | 'workflow'>,
  start: CollectionStart,
): Promise<ExecutionId | undefined> {
  for await (const row of newestFirst(catalog, { owner: start.owner }))
    if (await isTickBefore(catalog, row, start)) return row.id;
  return undefined;
}

async function isTickBefore(
  catalog: Pick<Catalog, 'workflow'>,
  row: Execution,
  { workflow, of, owner }: CollectionStart,
): Promise<boolean> {
  if (!isOver(row) || row.frontier === null || row.owner !== owner) return false;
  const isOfIt = row.workflowId === of?.id;
  if (!isOfIt && row.name !== workflow.name) return false;
  const { definition } = await catalog.workflow(row.workflowId, row.workflowVersion);
  if (definition.revisit.policy === 'off') return false;
  return isOfIt || JSON.stringify(seedUrls(definition.seeds)) === JSON.stringify(seedUrls(workflow.seeds));
}
