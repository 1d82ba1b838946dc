import type { Archive } from '#core/archive/archive.ts';
import { isSearchFormat, olderSearchName, searchName, searchPrefix } from '#core/archive/object-keys.ts';
import { codeOf, SurfError } from '#core/error.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { Scratch } from '#core/export/scratch.ts';
import type { AccountStore } from '#core/identity/account-store.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { OpenedIndex, SearchIndex } from '#core/search/search-index.ts';
import type { ExportTools } from '#engine/export/export-execution.ts';
import { archiveSupply } from '#engine/export/supply/archive-supply.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';
import { isGone } from '#engine/requested/gone-execution.ts';
import { keepFileSizes } from '#engine/requested/keep-file-sizes.ts';
import { searchDocuments } from '#engine/search/search-documents.ts';
import type { IndexBuild } from '#engine/search/search-execution.ts';
import { sourceAsOf, tickBase } from '#engine/search/tick-base.ts';
import { joinTick } from '#engine/search/tick-segments.ts';

/** Tools to build an index. */
export interface BuildTools {
  readonly index: SearchIndex;
  /** The archive that holds the index. */
  readonly archive: Pick<Archive, 'list' | 'delete'>;
  /** @default Surf does not count what executions keep */
  readonly accounts?: Pick<AccountStore, 'keepStored'>;
  readonly exports: ExportTools;
}

/**
 * Builds indexes in this program, which takes as long as reading every archived page. The index of
 * a tick has what it requested, and the segments of the previous tick, whose index is built first
 * where there is none.
 * @returns the build; it throws SurfError EXECUTION_NOT_FOUND, OUTPUT_NOT_KEPT, OBJECT_CORRUPT, and
 * what the index's `build` throws
 */
export const buildIndex =
  (tools: BuildTools): IndexBuild =>
  async (source, { id }) => {
    const { older, rows } = await missingIndexes(tools, source, id);
    let index = older;
    for (const [built, row] of rows.reverse().entries()) {
      index = await buildOne(tools, { source, row, older: index }).catch((error: unknown) => {
        throw built > 0 && codeOf(error) === 'ANSWER_TOO_LARGE' ? unfinished(built, rows.length, error) : error;
      });
    }
    if (index === null || index === 'gone') throw new Error(`the index of ${id} was not built`);
    return index;
  };

/** The next build begins with the indexes that this one has finished. */
const unfinished = (built: number, of: number, cause: unknown): SurfError =>
  new SurfError('SEARCH_UNAVAILABLE', `${built} of ${of} indexes of the collection are built, the next took too long`, {
    remedy: 'the next build continues there',
    cause,
  });

/** The index of the previous execution; null: there is none to be; `gone`: it cannot be made. */
type OlderIndex = OpenedIndex | 'gone' | null;

/** The executions without an index from this one back, and the index before them. */
async function missingIndexes(
  { index }: BuildTools,
  source: ExportSource,
  id: ExecutionId,
): Promise<{ older: OlderIndex; rows: Execution[] }> {
  const rows = [await source.catalog.execution(id)];
  for (;;) {
    const before = await tickBase(source, rows.at(-1) as Execution);
    if (before === null || before === 'gone') return { older: before, rows };
    const { id: base, wave } = before;
    const older = (await index.open(searchName(base, wave))) ?? (await index.open(olderSearchName(base, wave)));
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
  try {
    return await withScratch(tools.exports, (scratch) => builtWith(tools, scratch, { source, row, older }));
  } finally {
    if (older !== null && older !== 'gone') older.close();
  }
}

async function builtWith(
  tools: BuildTools,
  scratch: Scratch,
  { source, row, older }: BuiltIndex,
): Promise<OpenedIndex> {
  const { index, exports, archive } = tools;
  const own = sourceAsOf(source, row);
  const job = { supply: archiveSupply(own), id: row.id, texts: exports.texts, scratch };
  const documents = () => searchDocuments(job);
  const built =
    older === null
      ? await index.build(searchName(row.id, row.wave), documents())
      : await joinTick({ index, source: own, scratch }, { row, older, documents });
  await removeOthers({ source, archive }, row).catch((error: unknown) => {
    built.close();
    throw error;
  });
  await keepFileSizes(tools, row);
  return built;
}

async function withScratch<T>(exports: ExportTools, use: (scratch: Scratch) => Promise<T>): Promise<T> {
  const { scratch, close } = await exports.openScratch();
  try {
    return await use(scratch);
  } finally {
    await close();
  }
}

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
  const isOfCollection =
    !gone && (await source.catalog.workflow(workflowId, workflowVersion)).definition.revisit.policy !== 'off';
  const isNamed = (key: string): boolean => isOfCollection && isSearchFormat(key);
  for await (const { key } of archive.list(searchPrefix(id)))
    if (gone || !(key.startsWith(`${name}.`) || isNamed(key))) await archive.delete([key]);
  if (gone) throw new SurfError('EXECUTION_NOT_FOUND', `execution ${id} was deleted while its index was built`);
}
