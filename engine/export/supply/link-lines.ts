import type { LinkLine } from '#core/archive/chunk/chunk-lines.ts';
import { gunzip } from '#core/bytes/gzip.ts';
import { MAX_LINES_BYTES } from '#core/bytes/json-lines.ts';
import { SurfError } from '#core/error.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { decodedBody } from '#engine/archive-reader/chunk-responses.ts';
import type { BodyPorts } from '#engine/archive-reader/export-ports.ts';
import { readListedChunk, readPart } from '#engine/archive-reader/listed-chunk.ts';
import { chunksInOrder } from '#engine/archive-reader/manifest-order.ts';
import { PageLinks } from '#engine/archive-reader/page-links.ts';
import { settledTasks } from '#engine/archive-reader/settled-tasks.ts';
import { linesOf, rawLines } from '#engine/frontier/lines/line-files.ts';

/**
 * The link graph of an execution as JSON lines (LinkLine), many lines at a time, in the order of
 * the crawl: as the crawl kept it, or, where it kept none (`output.links: none`), read again from
 * the archived pages, with the scope that the execution has by now and the texts of links. No
 * request is made.
 *
 * @throws SurfError EXECUTION_NOT_FOUND; OUTPUT_NOT_KEPT when neither links nor WARC were kept;
 * OBJECT_CORRUPT
 */
export async function* exportLinks(ports: BodyPorts, id: ExecutionId): AsyncGenerator<Uint8Array> {
  const row = await ports.catalog.execution(id);
  const { definition } = await ports.catalog.workflow(row.workflowId, row.workflowVersion);
  if (definition.output.links === 'none') {
    for await (const links of rereadLinks(ports, id)) yield* linesOf(links);
    return;
  }
  for await (const listed of chunksInOrder(ports.archive, row)) {
    const chunk = await readListedChunk(ports.archive, listed);
    const bytes = await readPart(ports.archive, chunk, 'links');
    if (bytes !== null) yield gunzip(bytes, MAX_LINES_BYTES);
  }
}

/**
 * Links with their texts, a page's or more at a time: as the crawl kept them
 * (`output.links: full`), else read again.
 * @throws SurfError as exportLinks
 */
export async function* linksWithText(ports: BodyPorts, id: ExecutionId): AsyncGenerator<readonly LinkLine[]> {
  const row = await ports.catalog.execution(id);
  const { definition } = await ports.catalog.workflow(row.workflowId, row.workflowVersion);
  if (definition.output.links !== 'full') {
    yield* rereadLinks(ports, id);
    return;
  }
  for await (const bytes of exportLinks(ports, id)) {
    for (const line of rawLines(bytes)) yield [JSON.parse(line) as LinkLine];
  }
}

/**
 * Links of everything that was read as a page, of exact copies too, as the crawl would have kept
 * them.
 */
async function* rereadLinks(ports: BodyPorts, id: ExecutionId): AsyncGenerator<readonly LinkLine[]> {
  const row = await ports.catalog.execution(id);
  const { definition } = await ports.catalog.workflow(row.workflowId, row.workflowVersion);
  if (!definition.output.warc) {
    throw new SurfError(
      'OUTPUT_NOT_KEPT',
      `execution ${id} stored neither links nor WARC (output.links, output.warc)`,
      {
        remedy: 'crawl again with output.links targets or full (--links full), or output.warc true',
      },
    );
  }
  const reader = await PageLinks.open(ports, row, definition);
  const types = new Set(['stored', 'notModified']);
  for await (const { tasks, responses } of settledTasks(ports, row, ({ outcome }) => types.has(outcome.type))) {
    for (const task of tasks) {
      if (task === null || task.row.archived === null) continue;
      const answer = await responses.read(task.row.archived);
      yield reader.read(task.row, answer, decodedBody(answer, ports.decodeBody)).links;
    }
  }
}
