import type { LinkLine } from '#core/archive/chunk/chunk-lines.ts';
import type { Scratch } from '#core/export/scratch.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { settledTasks } from '#engine/archive-reader/settled-tasks.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';
import { exportLinks } from '#engine/export/supply/link-lines.ts';
import { rawLines } from '#engine/frontier/lines/line-files.ts';
import { LinkImportance } from '#engine/importance/page-importance.ts';

/**
 * Importance of the pages of an execution, from the links that the crawl kept, or else from its
 * archived pages. Makes no request.
 * @throws SurfError EXECUTION_NOT_FOUND, OUTPUT_NOT_KEPT, OBJECT_CORRUPT
 */
export async function executionImportance(
  source: ExportSource,
  { id, scratch }: { readonly id: ExecutionId; readonly scratch: Scratch },
): Promise<LinkImportance> {
  const row = await source.catalog.execution(id);
  const { definition } = await source.catalog.workflow(row.workflowId, row.workflowVersion);
  const importance = new LinkImportance(scratch, definition.key);
  for await (const { tasks } of settledTasks(source, row, () => true)) {
    for (const task of tasks) if (task !== null) importance.addUrl(task.row);
  }
  for await (const bytes of exportLinks(source, id)) {
    for (const line of rawLines(bytes)) await importance.addLink(JSON.parse(line) as LinkLine);
  }
  await importance.count();
  return importance;
}
