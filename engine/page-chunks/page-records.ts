import type { ManifestChunk } from '#core/archive/manifest.ts';
import { type ChunkCursor, encodeChunkCursor, FIRST_CHUNK } from '#core/execution/chunk-cursor.ts';
import { decodeRunningCursor } from '#core/execution/running-cursor.ts';
import { recordFields } from '#core/export/tables/record-fields.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { PagePorts } from '#engine/archive-reader/export-ports.ts';
import { SettledRows } from '#engine/list-tasks/settled-rows.ts';
import { SitemapNames } from '#engine/list-tasks/sitemap-names.ts';
import { type ChunkPageRequest, pageOfChunks } from '#engine/page-chunks/chunk-page.ts';
import { ChunkWalk } from '#engine/page-chunks/chunk-walk.ts';
import type { PageRecord } from '#engine/page-chunks/page-record.ts';
import { ReadBudget } from '#engine/page-chunks/read-budget.ts';
import { RecordPages } from '#engine/page-chunks/record-pages.ts';
import { runningRecords } from '#engine/page-chunks/running-records.ts';
import { RunningWave } from '#engine/running/running-wave.ts';

/**
 * Reads after which no further chunk is begun: one takes ten at most, but for redirect chains and
 * sitemaps.
 */
const MOST_READS = 25;
/**
 * A page of the list of an execution's pages, with the records that the selection policy took, in
 * the order of the crawl; as the export has them. Behind them those of the wave that runs, unit by
 * unit, as far as its chunks are durable. A cursor among those continues behind what was given;
 * when the wave has been settled meanwhile, at that wave's beginning: a page can come again,
 * settled, and none is left out. The number of reads is bounded for any size of the crawl.
 *
 * @throws SurfError EXECUTION_NOT_FOUND; REQUEST_INVALID for a cursor that is none; OBJECT_CORRUPT
 */
export async function pageRecords(
  ports: PagePorts,
  id: ExecutionId,
  request: ChunkPageRequest & { readonly errorsOnly?: boolean },
): Promise<Page> {
  const row = await ports.catalog.execution(id);
  const { definition } = await ports.catalog.workflow(row.workflowId, row.workflowVersion);
  const budget = new ReadBudget(MOST_READS);
  const archive = budget.archive(ports.archive);
  const tasks = budget.tasks(ports.tasks);
  const settled = await SettledRows.open({ archive, tasks }, row);
  const sitemaps = new SitemapNames(archive, row);
  const extracts = recordFields(definition) !== null;
  const reader = new RecordPages({
    archive,
    settled,
    sitemaps,
    budget,
    extracts,
    errorsOnly: request.errorsOnly ?? false,
  });
  const given = request.next === undefined ? null : decodeRunningCursor(request.next);
  const isRunning = given !== null && given.wave === row.wave;
  const walk = new ChunkWalk(archive, row);
  const itemsOf = (chunk: ManifestChunk, from: ChunkCursor, room: number) => reader.pagesOf(chunk, from, room);
  const settledRequest = given === null ? request : { ...request, next: waveStart(given.wave) };
  const page: Page = isRunning
    ? { items: [], next: null }
    : await pageOfChunks({ walk, budget, itemsOf }, settledRequest);
  if (page.next !== null || row.plan === null) return page;
  const from = isRunning ? given : { wave: row.wave, part: 0, chunk: 0, line: 0 };
  const running = new RunningWave(archive, row);
  const room = request.limit - page.items.length;
  const rest = await runningRecords({ running, reader, budget }, from, room);
  return { items: [...page.items, ...rest.items], next: rest.next };
}

interface Page {
  readonly items: PageRecord[];
  readonly next: string | null;
}

/** Cursor to the start of a wave, for a walk through settled chunks. */
const waveStart = (wave: number): string => encodeChunkCursor({ ...FIRST_CHUNK, wave: Math.max(1, wave) });
