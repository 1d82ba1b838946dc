import type { LinkLine } from '#core/archive/chunk/chunk-lines.ts';
import { settledTasks } from '#engine/archive-reader/settled-tasks.ts';
import type { ExportJob } from '#engine/export/job/export-job.ts';
import { exportLinks } from '#engine/export/supply/link-lines.ts';
import { rawLines } from '#engine/frontier/lines/line-files.ts';
import { LinkImportance } from '#engine/importance/page-importance.ts';
import { SettledRows } from '#engine/list-tasks/settled-rows.ts';

/**
 * Importance of the pages of an execution, from the links that the crawl kept, or else from its
 * archived pages. Makes no request.
 * @throws SurfError EXECUTION_NOT_FOUND, OUTPUT_NOT_KEPT, OBJECT_CORRUPT
 */
export async function executionImportance({ supply, id, scratch }: ExportJob): Promise<LinkImportance> {
  const source = await supply.kept(id);
  const row = await source.catalog.execution(id);
  const { definition } = await source.catalog.workflow(row.workflowId, row.workflowVersion);
  const importance = new LinkImportance(scratch, definition.key);
  const settled = await SettledRows.open(source, row);
  for await (const { tasks } of settledTasks(source, { row, settled }, () => true)) {
    for (const task of tasks) if (task !== null) importance.addUrl(task.row);
  }
  for await (const bytes of exportLinks(source, id)) {
    for (const line of rawLines(bytes)) await importance.addLink(JSON.parse(line) as LinkLine);
  }
  await importance.count();
  return importance;
}
