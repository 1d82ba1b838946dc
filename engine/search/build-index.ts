import type { Archive } from '#core/archive/archive.ts';
import { searchName, searchPrefix } from '#core/archive/object-keys.ts';
import { codeOf, SurfError } from '#core/error.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { SearchIndex } from '#core/search/search-index.ts';
import type { ExportTools } from '#engine/export/export-execution.ts';
import { archiveSupply } from '#engine/export/supply/archive-supply.ts';
import { searchDocuments } from '#engine/search/search-documents.ts';
import type { IndexBuild } from '#engine/search/search-execution.ts';

/** What building an index needs. */
export interface BuildTools {
  readonly index: SearchIndex;
  /** The archive that holds the index. */
  readonly archive: Pick<Archive, 'list' | 'delete'>;
  readonly exports: ExportTools;
}

/**
 * Builds indexes in this program, which takes as long as reading every archived page.
 * @returns the build; it throws SurfError EXECUTION_NOT_FOUND, OUTPUT_NOT_KEPT, OBJECT_CORRUPT, and
 * what the index's `build` throws
 */
export const buildIndex =
  ({ index, archive, exports }: BuildTools): IndexBuild =>
  async (source, { id, wave }) => {
    const name = searchName(id, wave);
    const { scratch, close } = await exports.openScratch();
    try {
      const job = { supply: archiveSupply(source), id, texts: exports.texts, scratch };
      const segment = await index.build(name, searchDocuments(job));
      await removeOthers({ catalog: source.catalog, archive }, { id, name }).catch((error: unknown) => {
        segment.close();
        throw error;
      });
      return segment;
    } finally {
      await close();
    }
  };

/**
 * Removes the indexes that were true before the execution was resumed; and this one, when the
 * execution has been deleted meanwhile: its deletion may have listed the objects already.
 */
async function removeOthers(
  { catalog, archive }: { readonly catalog: Pick<Catalog, 'execution'> } & Pick<BuildTools, 'archive'>,
  { id, name }: { readonly id: ExecutionId; readonly name: string },
): Promise<void> {
  const gone = await isGone(catalog, id);
  for await (const { key } of archive.list(searchPrefix(id)))
    if (gone || !key.startsWith(`${name}.`)) await archive.delete([key]);
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
