import { openEmbedded } from '#compose/compose-local.ts';
import { checkDays, checkDocument } from '#core/external/check-document.ts';
import type { ExternalFilter, ExternalView } from '#core/external/external-view.ts';
import { checkWorkflow } from '#core/workflow/parsing/parse-workflow.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import { dueLinks } from '#engine/external/due-links.ts';
import { listExternal } from '#engine/external/list-external.ts';
import { namedExecution } from '#library/data-folder.ts';
import { type DataOptions, DEFAULT_DATA } from '#library/data-options.ts';

/** Links per read. */
const LIMIT = 1_000;

/** @throws SurfError EXECUTION_NOT_FOUND, OUTPUT_NOT_KEPT */
export async function* localExternal(
  execution: string,
  { data = DEFAULT_DATA, ...filter }: ExternalFilter & Pick<DataOptions, 'data'> = {},
): AsyncGenerator<ExternalView, void, undefined> {
  const surf = openEmbedded({ data });
  try {
    const row = await namedExecution(surf, execution);
    for (let next: string | null = null; ; ) {
      const page = await listExternal(surf, row, { ...filter, limit: LIMIT, ...(next !== null && { next }) });
      yield* page.items;
      if (page.next === null) return;
      ({ next } = page);
    }
  } finally {
    await surf.close();
  }
}

/** The workflow of a check; null if no link is due. */
export async function dueCheck(
  execution: string,
  { data = DEFAULT_DATA, days }: { readonly data: string | undefined; readonly days: number | undefined },
): Promise<Workflow | null> {
  const surf = openEmbedded({ data });
  try {
    const row = await namedExecution(surf, execution);
    const { register, seeds } = await dueLinks(surf, row, { days: checkDays(days) });
    if (seeds.length === 0) return null;
    const { definition } = await surf.catalog.workflow(row.workflowId, row.workflowVersion);
    return checkWorkflow(
      checkDocument(register, seeds, { userAgent: definition.politeness.userAgent, proxy: definition.fetch.proxy }),
    );
  } finally {
    await surf.close();
  }
}
