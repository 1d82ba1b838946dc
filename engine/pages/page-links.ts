import type { LinkLine } from '#core/archive/chunk/chunk-lines.ts';
import type { ManifestChunk } from '#core/archive/manifest.ts';
import { gunzip } from '#core/bytes/gzip.ts';
import { MAX_LINES_BYTES } from '#core/bytes/json-lines.ts';
import { SurfError } from '#core/error.ts';
import type { ChunkCursor } from '#core/execution/chunk-cursor.ts';
import type { Execution } from '#core/execution/execution.ts';
import { KEYS_A_READ } from '#core/execution/task-index.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import { ChunkResponses, decodedBody } from '#engine/archive-reader/chunk-responses.ts';
import type { BodyPorts } from '#engine/archive-reader/export-ports.ts';
import { readListedChunk, readPart } from '#engine/archive-reader/listed-chunk.ts';
import { PageLinks } from '#engine/archive-reader/page-links.ts';
import { isItsLine } from '#engine/archive-reader/settled-tasks.ts';
import { rawLines } from '#engine/frontier/lines/line-files.ts';
import { SettledRows } from '#engine/list-tasks/settled-rows.ts';
import {
  type ChunkItems,
  type ChunkPageRequest,
  type PlacedItem,
  pageOfChunks,
} from '#engine/page-chunks/chunk-page.ts';
import { ChunkWalk } from '#engine/page-chunks/chunk-walk.ts';
import { ReadBudget } from '#engine/page-chunks/read-budget.ts';

/**
 * Reads after which no further chunk is begun: one takes four at most, but where pages are in other
 * executions.
 */
const MOST_READS = 30;
/** Pages whose rows are looked up together when their links are read again. */
const MOST_KEYS = KEYS_A_READ;

type Placed = PlacedItem<LinkLine> | { readonly stoppedAt: Pick<ChunkCursor, 'line' | 'item'> };

/**
 * A page of the link graph, in the order of the crawl: as the crawl kept it, or, where it kept none
 * (`output.links: none`), read again from the archived pages, as the export does. The number of
 * reads is bounded for any size of the crawl.
 *
 * @throws SurfError EXECUTION_NOT_FOUND; OUTPUT_NOT_KEPT when neither links nor WARC were kept;
 * REQUEST_INVALID for a cursor that is none; OBJECT_CORRUPT
 */
export async function pageLinks(
  ports: BodyPorts,
  id: ExecutionId,
  request: ChunkPageRequest,
): Promise<{ items: LinkLine[]; next: string | null }> {
  const row = await ports.catalog.execution(id);
  const { definition } = await ports.catalog.workflow(row.workflowId, row.workflowVersion);
  const budget = new ReadBudget(MOST_READS);
  const counted = { ...ports, archive: budget.archive(ports.archive), tasks: budget.tasks(ports.tasks) };
  const walk = new ChunkWalk(counted.archive, row);
  const itemsOf =
    definition.output.links === 'none' ? await rereadLinks(counted, { row, definition, budget }) : keptLinks(counted);
  return await pageOfChunks({ walk, budget, itemsOf }, request);
}

function keptLinks({ archive }: BodyPorts): ChunkItems<LinkLine> {
  return async function* (listed: ManifestChunk, from: ChunkCursor): AsyncGenerator<Placed> {
    const bytes = await readPart(archive, await readListedChunk(archive, listed), 'links');
    if (bytes === null) return;
    let line = 0;
    for (const text of rawLines(gunzip(bytes, MAX_LINES_BYTES))) {
      if (line++ < from.line) continue;
      yield { item: JSON.parse(text) as LinkLine, next: { line, item: 0 } };
    }
  };
}

async function rereadLinks(
  ports: BodyPorts,
  of: { readonly row: Execution; readonly definition: Workflow; readonly budget: ReadBudget },
): Promise<ChunkItems<LinkLine>> {
  const { row, definition, budget } = of;
  if (!definition.output.warc) throw nothingKept(row);
  const reader = await PageLinks.open(ports, row, definition);
  const settled = await SettledRows.open(ports, row);
  return async function* (listed: ManifestChunk, from: ChunkCursor): AsyncGenerator<Placed> {
    const chunk = await readListedChunk(ports.archive, listed);
    const responses = new ChunkResponses(ports.archive, chunk);
    for (let at = from.line; at < chunk.outcomes.length; at += MOST_KEYS) {
      if (at > from.line && budget.isSpent) return yield { stoppedAt: { line: at, item: 0 } };
      const lines = chunk.outcomes.slice(at, at + MOST_KEYS);
      const rows = await settled.get(lines.map(({ key }) => key));
      for (const [i, line] of lines.entries()) {
        const task = rows[i] ?? null;
        const place = at + i;
        if (line.outcome.type !== 'stored' && line.outcome.type !== 'notModified') continue;
        if (task?.archived == null || !isItsLine(task, line, chunk.base)) continue;
        if (place > from.line && budget.isSpent) return yield { stoppedAt: { line: place, item: 0 } };
        const answer = await responses.read(task.archived);
        const { links } = reader.read(task, answer, decodedBody(answer, ports.decodeBody));
        const first = place === from.line ? from.item : 0;
        for (const [n, item] of links.slice(first).entries()) {
          yield { item, next: { line: place, item: first + n + 1 } };
        }
      }
    }
  };
}

const nothingKept = ({ id }: Execution): SurfError =>
  new SurfError('OUTPUT_NOT_KEPT', `execution ${id} stored neither links nor WARC (output.links, output.warc)`, {
    remedy: 'crawl again with output.links targets or full, or output.warc true',
  });
