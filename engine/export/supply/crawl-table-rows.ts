import type { OutcomeLine } from '#core/archive/chunk/chunk-lines.ts';
import { type CrawlTableRow, crawlTableRow } from '#core/export/tables/crawl-table-row.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { PagePorts } from '#engine/archive-reader/export-ports.ts';
import { isPage } from '#engine/archive-reader/exported-pages.ts';
import { withWarc } from '#engine/archive-reader/kept-warc.ts';
import { type SettledBatch, type SettledTask, settledTasks } from '#engine/archive-reader/settled-tasks.ts';
import { SettledRows } from '#engine/list-tasks/settled-rows.ts';

/**
 * One row for each URL that was requested, in the order of the crawl: pages, redirects, errors, and
 * answers that were not pages (H7). An exact copy has the address of the page that it is a copy of
 * instead of a page (H8).
 *
 * @throws SurfError EXECUTION_NOT_FOUND, OUTPUT_NOT_KEPT, OBJECT_CORRUPT
 */
export async function* exportCrawlTable(
  ports: PagePorts,
  id: ExecutionId,
  options: { readonly explicitPorts: boolean } = { explicitPorts: false },
): AsyncGenerator<CrawlTableRow> {
  const { row, workflow } = await withWarc(ports, id);
  const head = workflow.fetch.headFirst;
  const settled = await SettledRows.open(ports, row);
  for await (const batch of settledTasks(ports, row, wasAsked)) {
    const originals = await originalsOf(settled, batch);
    for (const task of batch.tasks) {
      if (task === null) continue;
      const page = await pageOf(task, batch);
      const canonicalURL = originals.get(task.row.key) ?? null;
      yield crawlTableRow({ ...factsOf(task, page), page, head, canonicalURL }, options);
    }
  }
}

/** Did a request go out, or at least try to? */
const wasAsked = ({ outcome, status, attempts }: OutcomeLine): boolean =>
  status !== undefined || (outcome.type === 'failed' && attempts > 0);

async function pageOf({ row }: SettledTask, { responses }: SettledBatch): Promise<Uint8Array | null> {
  if (row.archived === null || !isPage(row.outcome)) return null;
  return (await responses.read(row.archived)).wireBody;
}

/** Addresses of the pages that tasks of the batch are copies of, by the copies' keys. */
async function originalsOf(settled: SettledRows, { tasks }: SettledBatch): Promise<Map<string, string>> {
  const copies = tasks.flatMap((task) => (task?.row.outcome.type === 'duplicate' ? [task.row] : []));
  const keys = copies.flatMap(({ outcome }) => (outcome.type === 'duplicate' ? [outcome.of] : []));
  const rows = await settled.get(keys);
  return new Map(copies.flatMap(({ key }, i) => (rows[i] ? [[key as string, rows[i].url]] : [])));
}

function factsOf({ row, line }: SettledTask, page: Uint8Array | null) {
  const { url, status, contentType } = row;
  return { url, responseCode: status, contentType, length: page?.length ?? line.wireBytes ?? line.length ?? null };
}
