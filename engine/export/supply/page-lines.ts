import type { Execution } from '#core/execution/execution.ts';
import { encodeRunningCursor } from '#core/execution/running-cursor.ts';
import type { PageLine } from '#core/export/tables/page-line.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { PagePorts } from '#engine/archive-reader/export-ports.ts';
import { exportedPages } from '#engine/archive-reader/exported-pages.ts';
import type { ExportedExecution } from '#engine/export/supply/export-supply.ts';
import { pageRecords } from '#engine/page-chunks/page-records.ts';

const AT_ONCE = 500;

/**
 * A line per page of an execution, in the order of the crawl.
 *
 * @param options.running also those of the wave that runs, as far as its chunks are durable, last
 * and marked as provisional
 * @default false
 * @see exportedPages for what a page is
 * @throws SurfError EXECUTION_NOT_FOUND, OBJECT_CORRUPT
 */
export async function* exportPages(
  ports: PagePorts,
  id: ExecutionId,
  { running = false, origins = true }: Omit<ExportedExecution, 'id'> = {},
): AsyncGenerator<PageLine> {
  const row = await ports.catalog.execution(id);
  for await (const { page } of exportedPages(ports, id, { origins })) yield page;
  if (running) yield* runningPages(ports, row);
}

/** Pages from the wave on that ran at the start: what was settled since then comes settled. */
async function* runningPages(ports: PagePorts, { id, plan, wave }: Execution): AsyncGenerator<PageLine> {
  if (plan === null) return;
  for (let next: string | null = encodeRunningCursor({ wave, part: 0, chunk: 0, line: 0 }); next !== null; ) {
    const page: Awaited<ReturnType<typeof pageRecords>> = await pageRecords(ports, id, { limit: AT_ONCE, next });
    for (const { key: _, provisional, ...item } of page.items) yield provisional ? { ...item, provisional } : item;
    next = page.next;
  }
}
