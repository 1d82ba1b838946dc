import type { Archive } from '#core/archive/archive.ts';
import type { ManifestChunk } from '#core/archive/manifest.ts';
import { CHUNK_SUFFIX, downloadsPrefix } from '#core/archive/object-keys.ts';
import { SurfError } from '#core/error.ts';
import type { ChunkCursor } from '#core/execution/chunk-cursor.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { ExportPorts } from '#engine/archive-reader/export-ports.ts';
import { readListedChunk } from '#engine/archive-reader/listed-chunk.ts';
import { chunksInOrder } from '#engine/archive-reader/manifest-order.ts';
import { type ChunkPageRequest, type PlacedItem, pageOfChunks } from '#engine/page-chunks/chunk-page.ts';
import { ChunkWalk } from '#engine/page-chunks/chunk-walk.ts';
import { ReadBudget } from '#engine/page-chunks/read-budget.ts';
import { type FileSizePorts, keepFileSizes } from '#engine/requested/keep-file-sizes.ts';

/** Formats of downloads, file by file; each file is gzip, and so are several in a row. */
export const DOWNLOAD_FORMATS = ['warc', 'records', 'links'] as const;
export type DownloadFormat = (typeof DOWNLOAD_FORMATS)[number];

/** One object of an execution. */
export interface DownloadPart {
  readonly format: DownloadFormat;
  /** Key of the object. */
  readonly object: string;
  readonly bytes: number;
  /** SHA-256, hex. */
  readonly sha256: string;
}

/**
 * Executions below have one file a format besides; decoded bytes of their pages, and bytes of the
 * file.
 */
export const MOST_WHOLE_BYTES = 100 * 1024 * 1024;
/** Most reads: one a chunk, besides those that find it. */
const MOST_READS = 35;

/**
 * A page of the list of an execution's files, in the order of the crawl. The number of reads is
 * bounded for any size.
 * @throws SurfError EXECUTION_NOT_FOUND; REQUEST_INVALID for a cursor that is none; OBJECT_CORRUPT
 */
export async function pageDownloads(
  ports: ExportPorts,
  id: ExecutionId,
  request: ChunkPageRequest,
): Promise<{ items: DownloadPart[]; next: string | null }> {
  const row = await ports.catalog.execution(id);
  const budget = new ReadBudget(MOST_READS);
  const archive = budget.archive(ports.archive);
  const itemsOf = (chunk: ManifestChunk, from: ChunkCursor) => partsOf(archive, chunk, from.line);
  return await pageOfChunks({ walk: new ChunkWalk(archive, row), budget, itemsOf }, request);
}

/** @param from place of the first format that is wanted */
async function* partsOf(
  archive: Archive,
  listed: ManifestChunk,
  from: number,
): AsyncGenerator<PlacedItem<DownloadPart>> {
  const { base, end } = await readListedChunk(archive, listed);
  for (const [place, format] of DOWNLOAD_FORMATS.entries()) {
    const stored = end[format];
    if (stored === null || place < from) continue;
    const item = { format, object: `${base}${CHUNK_SUFFIX[format]}`, bytes: stored.bytes, sha256: stored.sha256 };
    yield { item, next: { line: place + 1, item: 0 } };
  }
}

/** Is it small enough for one file a format? */
export const hasWhole = ({ bytes }: Execution): boolean => bytes <= MOST_WHOLE_BYTES;

/**
 * All files of a format one behind the other, which is a file of that format; one of them in memory
 * at a time.
 * @throws SurfError EXECUTION_NOT_FOUND; ANSWER_TOO_LARGE; OBJECT_NOT_FOUND, OBJECT_CORRUPT
 */
export async function* wholeFile(
  ports: ExportPorts,
  row: Execution,
  format: DownloadFormat,
): AsyncGenerator<Uint8Array> {
  if (!hasWhole(row)) throw tooLarge(row);
  for await (const listed of chunksInOrder(ports.archive, row)) {
    for await (const { item } of partsOf(ports.archive, listed, 0)) {
      if (item.format === format) yield await ports.archive.get(item.object);
    }
  }
}

/** Makes the file an object at its first request, for a server that cannot send it itself. Named by
 * what is committed, so that it is true for ever.
 * @returns its key; null when the file has nothing in it
 * @throws SurfError as wholeFile
 */
export async function wholeObject(
  ports: ExportPorts & FileSizePorts,
  row: Execution,
  format: DownloadFormat,
): Promise<string | null> {
  const object = `${downloadsPrefix(row.id)}${row.wave}${CHUNK_SUFFIX[format]}`;
  for await (const { key } of ports.archive.list(downloadsPrefix(row.id))) {
    if (key === object) return object;
  }
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of wholeFile(ports, row, format)) {
    parts.push(part);
    bytes += part.length;
    if (bytes > MOST_WHOLE_BYTES) throw tooLarge(row);
  }
  if (bytes === 0) return null;
  await ports.archive.put(object, parts);
  await keepFileSizes(ports, row);
  return object;
}

const tooLarge = ({ id }: Execution): SurfError =>
  new SurfError('ANSWER_TOO_LARGE', `execution ${id} has more than 100 MB: Surf does not make one file of it`, {
    remedy: 'fetch its parts, which the list of downloads names',
  });
