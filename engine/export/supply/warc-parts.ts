import { CHUNK_SUFFIX } from '#core/archive/object-keys.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { ExportPorts } from '#engine/archive-reader/export-ports.ts';
import { withWarc } from '#engine/archive-reader/kept-warc.ts';
import { readListedChunk, readPart } from '#engine/archive-reader/listed-chunk.ts';
import { chunksInOrder } from '#engine/archive-reader/manifest-order.ts';

/** One WARC file of an execution, as a worker wrote it. */
export interface WarcPart {
  /** File name, the one that `cdxj` names. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Index lines of its responses, without LF, in the order of the records. */
  readonly cdxj: readonly string[];
}

/**
 * The WARC files of an execution, in the order of the crawl; one of them (about 16 MB) in memory at
 * a time. Of an execution that continues: what is committed now. Each file is checked against its
 * digest. Put one behind the other they are one WARC file (a gzip member a record).
 *
 * @throws SurfError EXECUTION_NOT_FOUND; OUTPUT_NOT_KEPT when the workflow wanted no WARC;
 * OBJECT_CORRUPT
 */
export async function* exportWarc(ports: ExportPorts, id: ExecutionId): AsyncGenerator<WarcPart> {
  const { row } = await withWarc(ports, id);
  for await (const listed of chunksInOrder(ports.archive, row)) {
    const chunk = await readListedChunk(ports.archive, listed);
    const bytes = await readPart(ports.archive, chunk, 'warc');
    if (bytes === null) continue;
    const name = `${chunk.base.slice(chunk.base.lastIndexOf('/') + 1)}${CHUNK_SUFFIX.warc}`;
    yield { name, bytes, cdxj: chunk.cdxj };
  }
}
