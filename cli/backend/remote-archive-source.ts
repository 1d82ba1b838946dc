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
import { PackedArchive } from '#core/archive/pack/packed-archive.ts';
import { nullOn } from '#core/error.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { Execution } from '#core/execution/execution.ts';
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
 * @param bases also the executions that it is based on, as far back as the server has them
 * @throws SurfError EXECUTION_NOT_FOUND, OBJECT_NOT_FOUND, FORMAT_UNKNOWN
 */
export async function openRemoteArchive(
  server: ApiServer,
  id: ExecutionId,
  { folder, bases }: { readonly folder: string; readonly bases: boolean },
): Promise<RemoteArchiveSource> {
  const database = new SqliteDatabase(folder);
  try {
    const ports = {
      catalog: new SqliteCatalog(database),
      tasks: new SqliteTaskIndex(database),
      archive: new CachedArchive({
        remote: new PackedArchive(new ApiArchive(server)),
        cache: new FileArchive(folder, systemRandomId),
      }),
      clock: new SystemClock(),
    };
    for (let next: Execution | null = await storedExecution(server, id); next !== null; ) {
      await take(ports, server, next);
      next = bases ? await baseOf(server, next) : null;
    }
    const catalog = withOthers(ports, server);
    return { source: { ...ports, catalog, decodeBody }, close: () => database.close() };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Ports that hold an execution's rows on this machine. */
type Projected = Parameters<typeof project>[0] & { readonly catalog: Catalog };

/** Fetches further executions from the server on first use. */
const withOthers = (ports: Projected, server: ApiServer): ExportSource['catalog'] => ({
  workflow: (id, version) => ports.catalog.workflow(id, version),
  async execution(id) {
    const row = await nullOn('EXECUTION_NOT_FOUND', ports.catalog.execution(id));
    if (row !== null) return row;
    await take(ports, server, await storedExecution(server, id));
    return await ports.catalog.execution(id);
  },
});

async function take(ports: Projected, server: ApiServer, row: Execution): Promise<void> {
  await ports.catalog.saveWorkflow(await executedWorkflow(server, row.id));
  await ports.catalog.createExecution({ ...row, projected: 0 });
  await project(ports, row.id);
}

/** @returns null without a base, or if the server no longer has it */
async function baseOf(server: ApiServer, { base }: Execution): Promise<Execution | null> {
  if (base === undefined) return null;
  return await nullOn('EXECUTION_NOT_FOUND', storedExecution(server, base));
}
