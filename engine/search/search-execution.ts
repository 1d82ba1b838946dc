import { searchName } from '#core/archive/object-keys.ts';
import { SurfError } from '#core/error.ts';
import { type Execution, hasEnded } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { OpenedIndex, SearchAnswer, SearchIndex, SearchRequest } from '#core/search/search-index.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';
import { distinctResults } from '#engine/search/distinct-results.ts';

/** An index that is wanted. */
export interface WantedIndex {
  readonly id: ExecutionId;
  /** The last wave that is committed. */
  readonly wave: number;
}

/** Builds an index of an ended execution, or has it built and throws INDEX_BUILDING. */
export type IndexBuild = (source: ExportSource, of: WantedIndex) => Promise<OpenedIndex>;

/** Tools that a search needs besides the execution. */
export interface SearchTools {
  readonly index: SearchIndex;
  readonly build: IndexBuild;
}

export interface ExecutionSearch extends Omit<SearchRequest, 'now'> {
  readonly id: ExecutionId;
  /** Leaves out results that are near copies of better ones. @default false */
  readonly skipsNear?: boolean;
}

/**
 * Searches the pages of an ended execution. The first search builds its index in the archive, which
 * reads every archived page; the next ones take milliseconds. Nothing is requested from any site.
 *
 * @throws SurfError EXECUTION_NOT_FOUND; STATE_CONFLICT when it has not ended; REQUEST_INVALID when
 * the query has changed: and the execution is not of a collection; OUTPUT_NOT_KEPT
 * without WARC; INDEX_BUILDING where another program builds; ANSWER_TOO_LARGE where an index has a
 * limit; SEARCH_UNAVAILABLE; OBJECT_CORRUPT
 */
export async function searchExecution(
  source: ExportSource,
  tools: SearchTools,
  { id, skipsNear = false, ...asked }: ExecutionSearch,
): Promise<SearchAnswer> {
  if (asked.query.filters.some(({ type }) => type === 'changed')) await checkHistory(source, id);
  const index = await openIndex(source, tools, id);
  try {
    const request = { ...asked, now: source.clock.now() };
    return skipsNear ? distinctResults(index, request) : index.search(request);
  } finally {
    index.close();
  }
}

/**
 * Opens the index of an ended execution, or builds it.
 * @throws SurfError as `searchExecution`
 */
export async function openIndex(
  source: ExportSource,
  { index, build }: SearchTools,
  id: ExecutionId,
): Promise<OpenedIndex> {
  const { status, wave } = await source.catalog.execution(id);
  if (!hasEnded(status)) throw stillRuns({ id, status });
  return (await index.open(searchName(id, wave))) ?? (await build(source, { id, wave }));
}

async function checkHistory({ catalog }: Pick<ExportSource, 'catalog'>, id: ExecutionId): Promise<void> {
  const { workflowId, workflowVersion } = await catalog.execution(id);
  const { definition } = await catalog.workflow(workflowId, workflowVersion);
  if (definition.revisit.policy === 'off') throw withoutHistory(id);
}

const withoutHistory = (id: ExecutionId): SurfError =>
  new SurfError('REQUEST_INVALID', `changed: finds no page of ${id}: a single crawl does not show when pages changed`, {
    remedy: 'search without changed:, or set revisit.policy in the workflow, so that its executions record changes',
  });

const stillRuns = ({ id, status }: Pick<Execution, 'id' | 'status'>): SurfError =>
  new SurfError('STATE_CONFLICT', `execution ${id} is ${status}: only ended executions are searched`, {
    remedy: `wait for its end, or end it: surf stop ${id}; if its process died, surf resume ${id} continues it`,
  });
