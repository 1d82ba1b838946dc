import { gunzip } from '#core/bytes/gzip.ts';
import { MAX_LINES_BYTES } from '#core/bytes/json-lines.ts';
import { SurfError } from '#core/error.ts';
import type { ExecutionId } from '#core/execution/ids.ts';
import type { ExportPorts } from '#engine/export/export-ports.ts';
import { readListedChunk, readPart } from '#engine/export/listed-chunk.ts';
import { chunksInOrder } from '#engine/export/manifest-order.ts';

/**
 * The link graph of an execution as JSON lines (LinkLine), many lines at a time, in the order of the crawl.
 *
 * @throws SurfError EXECUTION_NOT_FOUND; OUTPUT_NOT_KEPT when the workflow did not ask for links; OBJECT_CORRUPT
 */
export async function* exportLinks(ports: ExportPorts, id: ExecutionId): AsyncGenerator<Uint8Array> {
  const row = await ports.catalog.execution(id);
  const { definition } = await ports.catalog.workflow(row.workflowId, row.workflowVersion);
  if (definition.output.links === 'none') {
    throw new SurfError('OUTPUT_NOT_KEPT', `execution ${id} kept no links: its workflow says output.links none`, {
      remedy: 'crawl again with output.links targets or full (--links full)',
    });
  }
  for await (const listed of chunksInOrder(ports.archive, row)) {
    const chunk = await readListedChunk(ports.archive, listed);
    const bytes = await readPart(ports.archive, chunk, 'links');
    if (bytes !== null) yield gunzip(bytes, MAX_LINES_BYTES);
  }
}
