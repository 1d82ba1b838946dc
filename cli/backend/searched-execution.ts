import { join } from 'node:path';
import type { ApiServer } from '#adapters/api/api-server.ts';
import { FileArchive } from '#adapters/embedded/files/file-archive.ts';
import { systemRandomId } from '#adapters/embedded/system-clock.ts';
import { FolderScratch, openScratchFolder, withScratchFolder } from '#adapters/scratch/folder-scratch.ts';
import { TextThreads } from '#adapters/threads/text-threads.ts';
import { openRemoteArchive } from '#cli/backend/remote-archive-source.ts';
import { localSearch } from '#compose/local-search.ts';
import { TEXT_THREAD } from '#compose/thread-modules.ts';
import type { Archive } from '#core/archive/archive.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { SearchAnswer, SearchIndex } from '#core/search/search-index.ts';
import { parseSearchQuery } from '#core/search/search-query.ts';
import type { ExportTools } from '#engine/export/export-execution.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';
import { buildIndex } from '#engine/search/build-index.ts';
import { type SearchTools, searchExecution } from '#engine/search/search-execution.ts';

/** A search as the user wrote it. */
export interface TextSearch {
  readonly text: string;
  readonly limit: number;
  readonly offset: number;
}

/** Searches an execution of a data folder, where its index stays. */
export function searchFolder(
  source: ExportSource & { readonly data: string },
  id: ExecutionId,
  search: TextSearch,
): Promise<SearchAnswer> {
  return searchExecution(source, toolsOf(localSearch(source), source.archive), requestOf(id, search));
}

/** Searches an execution of a server that has no index, with one that is thrown away afterwards. */
export function searchServer(server: ApiServer, id: ExecutionId, search: TextSearch): Promise<SearchAnswer> {
  return withScratchFolder(null, async (folder) => {
    const { source, close } = await openRemoteArchive(server, id, join(folder, 'kept'));
    try {
      const data = join(folder, 'index');
      const archive = new FileArchive(data, systemRandomId);
      const tools = toolsOf(localSearch({ archive, data }), archive);
      return await searchExecution(source, tools, requestOf(id, search));
    } finally {
      close();
    }
  });
}

const requestOf = (id: ExecutionId, { text, limit, offset }: TextSearch) => ({
  ...{ id, limit, offset },
  query: parseSearchQuery(text),
});

const toolsOf = (index: SearchIndex, archive: Archive): SearchTools => ({
  index,
  build: buildIndex({ index, archive, exports: EXPORTS }),
});

const EXPORTS: ExportTools = {
  async openScratch() {
    const { folder, close } = await openScratchFolder(null);
    return { scratch: new FolderScratch(folder), close };
  },
  texts: () => new TextThreads({ entry: TEXT_THREAD }),
};
