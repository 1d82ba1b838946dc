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
import type { TopicsRequest } from '#core/topics/page-topics.ts';
import type { ExportTools } from '#engine/export/export-execution.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';
import { buildIndex } from '#engine/search/build-index.ts';
import { executionTopics, type TopicsAnswer } from '#engine/search/execution-topics.ts';
import { type SearchTools, searchExecution } from '#engine/search/search-execution.ts';

/** A search as the user wrote it. */
export interface TextSearch {
  readonly text: string;
  readonly limit: number;
  readonly offset: number;
  /** Omits results that are near copies of better ones. @default false */
  readonly skipsNear?: boolean;
}

/** Searches an execution of a data folder, where its index stays. */
export function searchFolder(
  source: ExportSource & { readonly data: string },
  id: ExecutionId,
  search: TextSearch,
): Promise<SearchAnswer> {
  return searchExecution(source, toolsOf(localSearch(source), source.archive), requestOf(id, search));
}

/** Searches an execution of a server without an index, in a temporary one. */
export const searchServer = (server: ApiServer, id: ExecutionId, search: TextSearch): Promise<SearchAnswer> =>
  withOwnIndex(server, id, (...index) => searchExecution(...index, requestOf(id, search)));

/** Topics of an execution of a data folder, where its index stays. */
export function topicsOfFolder(
  source: ExportSource & { readonly data: string },
  id: ExecutionId,
  request: TopicsRequest,
): Promise<TopicsAnswer> {
  return executionTopics(source, toolsOf(localSearch(source), source.archive), { id, ...request });
}

/** Topics of an execution of a server without an index, from a temporary one. */
export const topicsOfServer = (server: ApiServer, id: ExecutionId, request: TopicsRequest): Promise<TopicsAnswer> =>
  withOwnIndex(server, id, (...index) => executionTopics(...index, { id, ...request }));

function withOwnIndex<T>(
  server: ApiServer,
  id: ExecutionId,
  use: (source: ExportSource, tools: SearchTools) => Promise<T>,
): Promise<T> {
  return withScratchFolder(null, async (folder) => {
    const { source, close } = await openRemoteArchive(server, id, { folder: join(folder, 'kept'), bases: true });
    try {
      const data = join(folder, 'index');
      const archive = new FileArchive(data, systemRandomId);
      return await use(source, toolsOf(localSearch({ archive, data }), archive));
    } finally {
      close();
    }
  });
}

const requestOf = (id: ExecutionId, { text, limit, offset, skipsNear = false }: TextSearch) => ({
  id,
  limit,
  offset,
  skipsNear,
  query: parseSearchQuery(text),
});

const toolsOf = (index: SearchIndex, archive: Archive): SearchTools => ({
  index,
  build: buildIndex({ index, archive, exports: EXPORTS }),
});

/** Tools that build indexes. */
export const EXPORTS: ExportTools = {
  async openScratch() {
    const { folder, close } = await openScratchFolder(null);
    return { scratch: new FolderScratch(folder), close };
  },
  texts: () => new TextThreads({ entry: TEXT_THREAD }),
};
