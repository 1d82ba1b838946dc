import { asksAlike } from '#core/fetch/headers/validators.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import { importBase } from '#engine/advance/import-base.ts';
import type { AdvancePorts } from '#engine/advance/ports.ts';
import { continuesCollection, openCollection } from '#engine/collection/open-collection.ts';
import type { Base } from '#engine/frontier/base.ts';
import type { CrawlState } from '#engine/frontier/crawl-state.ts';
import { reduce } from '#engine/frontier/next-state.ts';

/**
 * The crawl before its first wave, with its base: a tick continues the collection, another
 * execution copies the validators.
 */
export async function withBase(
  { catalog, decodeBody }: Pick<AdvancePorts, 'catalog' | 'decodeBody'>,
  state: CrawlState,
  workflow: Workflow,
): Promise<CrawlState> {
  const { base: id } = state.execution;
  if (id === undefined) return state;
  const row = await catalog.execution(id);
  const { definition } = await catalog.workflow(row.workflowId, row.workflowVersion);
  const base: Base = { row, workflow: definition, alike: asksAlike(workflow, definition) };
  const isTick = continuesCollection(workflow, definition);
  return reduce(
    state,
    isTick ? await openCollection(state, { workflow, base, decodeBody }) : await importBase(state, base),
  );
}
