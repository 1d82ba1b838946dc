import type { Archive } from '#core/archive/archive.ts';
import { isSearchFormat, searchName, searchPrefix } from '#core/archive/object-keys.ts';
import { codeOf, SurfError } from '#core/error.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { Scratch } from '#core/export/scratch.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { OpenedIndex, SearchIndex } from '#core/search/search-index.ts';
import type { ExportTools } from '#engine/export/export-execution.ts';
import { archiveSupply } from '#engine/export/supply/archive-supply.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';
import { executionBefore, sourceAsOf } from '#engine/search/execution-before.ts';
import { searchDocuments } from '#engine/search/search-documents.ts';
import type { IndexBuild } from '#engine/search/search-execution.ts';
import { joinTick } from '#engine/search/tick-segments.ts';

/** What building an index needs. */
export interface BuildTools {
  readonly index: SearchIndex;
  /** The archive that holds the index. */
  readonly archive: Pick<Archive, 'list' | 'delete'>;
  readonly exports: ExportTools;
}

/**
 * Builds indexes in this program, which takes as long as reading every archived page. The index of
 * a tick has what it asked for, and the segments of the tick before, whose index is built first
 * where there is none.
 * @returns the build; it throws SurfError EXECUTION_NOT_FOUND, OUTPUT_NOT_KEPT, OBJECT_CORRUPT, and
 * what the index's `build` throws
 */
export const buildIndex =
  (tools: BuildTools): IndexBuild =>
  async (source, { id }) => {
    const { older, rows } = await missingIndexes(tools, source, id);
    let index = older;
    for (const row of rows.reverse()) index = await buildOne(tools, { source, row, older: index });
    if (index === null || index === 'gone') throw new Error(`the index of ${id} was not built`);
    return index;
  };

/** The index of the execution before; null: there is none to be; `gone`: it cannot be made. */
type OlderIndex = OpenedIndex | 'gone' | null;

/** The executions without an index from this one back, and the index before them. */
async function missingIndexes(
  { index }: BuildTools,
  source: ExportSource,
  id: ExecutionId,
): Promise<{ older: OlderIndex; rows: Execution[] }> {
  const rows = [await source.catalog.execution(id)];
  for (;;) {
    const before = await executionBefore(source, rows.at(-1) as Execution);
    if (before === null || before === 'gone') return { older: before, rows };
    const older = await index.open(searchName(before.id, before.wave));
    if (older !== null) return { older, rows };
    rows.push(before);
  }
}

interface BuiltIndex {
  readonly source: ExportSource;
  readonly row: Execution;
  readonly older: OlderIndex;
}

/** Builds the index of one execution, and closes the older one. */
async function buildOne(tools: BuildTools, { source, row, older }: BuiltIndex): Promise<OpenedIndex> {
  const { index, exports } = tools;
  const { scratch, close } = await exports.openScratch();
  try {
    const own = sourceAsOf(source, row);
    const documents = () => searchDocuments({ ...jobOf(own, tools, scratch), id: row.id });
    const built =
      older === null
        ? await index.build(searchName(row.id, row.wave), documents())
        : await joinTick({ index, source: own, scratch }, { row, older, documents });
    await removeOthers({ source, archive: tools.archive }, row).catch((error: unknown) => {
      built.close();
      throw error;
    });
    return built;
  } finally {
    if (older !== null && older !== 'gone') older.close();
    await close();
  }
}

const jobOf = (source: ExportSource, { exports }: BuildTools, scratch: Scratch) => ({
  ...{ supply: archiveSupply(source), texts: exports.texts, scratch },
});

/**
 * Removes the indexes that were true before the execution was resumed, but those of a collection,
 * which a later tick may name; and all of them, when the execution has been deleted meanwhile: its
 * deletion may have listed the objects already.
 */
async function removeOthers(
  { source, archive }: { readonly source: ExportSource; readonly archive: BuildTools['archive'] },
  { id, wave, workflowId, workflowVersion }: Execution,
): Promise<void> {
  const name = searchName(id, wave);
  const gone = await isGone(source.catalog, id);
  const { definition } = await source.catalog.workflow(workflowId, workflowVersion);
  const isNamed = (key: string): boolean => definition.revisit.policy !== 'off' && isSearchFormat(key);
  for await (const { key } of archive.list(searchPrefix(id)))
    if (gone || !(key.startsWith(`${name}.`) || isNamed(key))) await archive.delete([key]);
  if (gone) throw new SurfError('EXECUTION_NOT_FOUND', `execution ${id} was deleted while its index was built`);
}

/** Whether an execution is deleted, or is being deleted. */
export async function isGone(catalog: Pick<Catalog, 'execution'>, id: ExecutionId): Promise<boolean> {
  try {
    return (await catalog.execution(id)).status === 'deleting';
  } catch (error) {
    if (codeOf(error) === 'EXECUTION_NOT_FOUND') return true;
    throw error;
  }
}
