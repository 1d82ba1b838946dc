import type { Archive } from '#core/archive/archive.ts';
import { searchObject, searchPrefix } from '#core/archive/object-keys.ts';
import { codeOf, SurfError } from '#core/error.ts';
import { type Execution, hasEnded } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { SearchAnswer, SearchIndex, SearchRequest, SearchSegment } from '#core/search/search-index.ts';
import type { ExportTools } from '#engine/export/export-execution.ts';
import { archiveSupply } from '#engine/export/supply/archive-supply.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';
import { searchDocuments } from '#engine/search/search-documents.ts';

/** What a search needs besides the execution. */
export interface SearchTools {
  readonly index: SearchIndex;
  /** Has the objects of the index. */
  readonly archive: Pick<Archive, 'list' | 'delete'>;
  /** With what an index is built; null: this program builds none. */
  readonly build: ExportTools | null;
}

/**
 * Searches the pages of an ended execution. The first search builds its index in the archive, which
 * reads every archived page; the next ones take milliseconds. Nothing is requested from any site.
 *
 * @throws SurfError EXECUTION_NOT_FOUND; STATE_CONFLICT when it has not ended; OUTPUT_NOT_KEPT
 * without WARC; ANSWER_TOO_LARGE when there is no index and none is built here; SEARCH_UNAVAILABLE;
 * OBJECT_CORRUPT
 */
export async function searchExecution(
  source: ExportSource,
  tools: SearchTools,
  { id, ...request }: SearchRequest & { readonly id: ExecutionId },
): Promise<SearchAnswer> {
  const row = await source.catalog.execution(id);
  if (!hasEnded(row.status)) throw stillRuns(row);
  const object = searchObject(id, row.wave);
  const segment = (await tools.index.open(object)) ?? (await build(source, tools, { id, object }));
  try {
    return segment.search(request);
  } finally {
    segment.close();
  }
}

async function build(
  source: ExportSource,
  { index, archive, build: tools }: SearchTools,
  { id, object }: { readonly id: ExecutionId; readonly object: string },
): Promise<SearchSegment> {
  if (tools === null) throw builtElsewhere(id);
  const { scratch, close } = await tools.openScratch();
  try {
    const job = { supply: archiveSupply(source), id, texts: tools.texts, scratch };
    const segment = await index.build(object, searchDocuments(job));
    await removeOthers({ catalog: source.catalog, archive }, { id, object }).catch((error: unknown) => {
      segment.close();
      throw error;
    });
    return segment;
  } finally {
    await close();
  }
}

/**
 * Removes the indexes that were true before the execution was resumed; and this one, when the
 * execution has been deleted meanwhile: its deletion may have listed the objects already.
 */
async function removeOthers(
  { catalog, archive }: Pick<ExportSource, 'catalog'> & Pick<SearchTools, 'archive'>,
  { id, object }: { readonly id: ExecutionId; readonly object: string },
): Promise<void> {
  const status = await catalog.execution(id).then(
    (row) => row.status,
    (error: unknown) => {
      if (codeOf(error) === 'EXECUTION_NOT_FOUND') return 'deleting';
      throw error;
    },
  );
  if (status === 'deleting') {
    await archive.delete([object]);
    throw new SurfError('EXECUTION_NOT_FOUND', `execution ${id} was deleted while its index was built`);
  }
  for await (const { key } of archive.list(searchPrefix(id))) if (key !== object) await archive.delete([key]);
}

const stillRuns = ({ id, status }: Execution): SurfError =>
  new SurfError('STATE_CONFLICT', `execution ${id} is ${status}: only ended executions are searched`, {
    remedy: `wait for its end, or end it: surf stop ${id}`,
  });

const builtElsewhere = (id: ExecutionId): SurfError =>
  new SurfError('ANSWER_TOO_LARGE', 'this server builds no index of an execution', {
    remedy: `run surf search ${id} WORDS --api URL, which reads the archive from this server`,
  });
