import type { ExecutionId } from '#core/execution/ids.ts';
import type { PageLine } from '#core/export/page-line.ts';
import type { PagePorts } from '#engine/export/export-ports.ts';
import { exportedPages } from '#engine/export/exported-pages.ts';

/**
 * A line per page of an execution, in the order of the crawl.
 *
 * @see exportedPages for what a page is
 * @throws SurfError EXECUTION_NOT_FOUND, OBJECT_CORRUPT
 */
export async function* exportPages(ports: PagePorts, id: ExecutionId): AsyncGenerator<PageLine> {
  for await (const { page } of exportedPages(ports, id)) yield page;
}
