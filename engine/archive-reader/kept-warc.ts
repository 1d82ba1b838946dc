import { SurfError } from '#core/error.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import type { ExportPorts } from '#engine/archive-reader/export-ports.ts';

/**
 * An execution whose answers are archived, and its workflow.
 * @throws SurfError EXECUTION_NOT_FOUND; OUTPUT_NOT_KEPT when the workflow wanted no WARC
 */
export async function withWarc(
  { catalog }: ExportPorts,
  id: ExecutionId,
): Promise<{ readonly row: Execution; readonly workflow: Workflow }> {
  const row = await catalog.execution(id);
  const { definition } = await catalog.workflow(row.workflowId, row.workflowVersion);
  checkWarcKept(id, definition);
  return { row, workflow: definition };
}

/** @throws SurfError OUTPUT_NOT_KEPT when the workflow wanted no WARC */
export function checkWarcKept(id: ExecutionId, { output }: Workflow): void {
  if (output.warc) return;
  throw new SurfError('OUTPUT_NOT_KEPT', `execution ${id} stored no WARC: its workflow has output.warc false`, {
    remedy: 'crawl again with output.warc true (the default); jsonl, csv and parquet do not need it',
  });
}
