import { ApiArchive } from '#adapters/api/api-archive.ts';
import type { ApiServer } from '#adapters/api/api-server.ts';
import { CachedArchive } from '#adapters/api/cached-archive.ts';
import { FileArchive } from '#adapters/embedded/files/file-archive.ts';
import { SqliteCatalog } from '#adapters/embedded/sqlite/sqlite-catalog.ts';
import { SqliteDatabase } from '#adapters/embedded/sqlite/sqlite-database.ts';
import { SqliteTaskIndex } from '#adapters/embedded/sqlite/sqlite-task-index.ts';
import { SystemClock, systemRandomId } from '#adapters/embedded/system-clock.ts';
import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import { executedWorkflow, storedExecution } from '#cli/backend/executed-workflow.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { project } from '#engine/advance/project.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';

/** One execution of a server, opened for exports. */
export interface RemoteArchiveSource {
  readonly source: ExportSource;
  close(): void;
}

/**
 * Opens an execution of a server, as it is committed now, so that exports read it like one in a
 * data folder. Surf reads objects from the server on demand. It rebuilds the task rows in `folder`
 * from these objects, about 1 KB per URL, and caches WARC files there.
 *
 * @throws SurfError EXECUTION_NOT_FOUND, OBJECT_NOT_FOUND, FORMAT_UNKNOWN
 */
export async function openRemoteArchive(
  server: ApiServer,
  id: ExecutionId,
  folder: string,
): Promise<RemoteArchiveSource> {
  const database = new SqliteDatabase(folder);
  try {
    const ports = {
      catalog: new SqliteCatalog(database),
      tasks: new SqliteTaskIndex(database),
      archive: new CachedArchive({ remote: new ApiArchive(server), cache: new FileArchive(folder, systemRandomId) }),
      clock: new SystemClock(),
    };
    await ports.catalog.saveWorkflow(await executedWorkflow(server, id));
    await ports.catalog.createExecution({ ...(await storedExecution(server, id)), projected: 0 });
    await project(ports, id);
    return { source: { ...ports, decodeBody }, close: () => database.close() };
  } catch (error) {
    database.close();
    throw error;
  }
}
