import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileArchive } from '#adapters/embedded/file-archive.ts';
import { SqliteCatalog } from '#adapters/embedded/sqlite-catalog.ts';
import { SqliteDatabase } from '#adapters/embedded/sqlite-database.ts';
import { SqliteHostBook } from '#adapters/embedded/sqlite-host-book.ts';
import { SqliteTaskIndex } from '#adapters/embedded/sqlite-task-index.ts';
import { SqliteUnitBook } from '#adapters/embedded/sqlite-unit-book.ts';
import { systemRandomId } from '#adapters/embedded/system-clock.ts';
import { archiveContract } from '#test/contract/archive.ts';
import { catalogContract } from '#test/contract/catalog.ts';
import type { CreateFixture } from '#test/contract/fixture.ts';
import { hostBookContract } from '#test/contract/host-book.ts';
import { taskIndexContract } from '#test/contract/task-index.ts';
import { unitBookContract } from '#test/contract/unit-book.ts';

const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'surf-contract-'));

/** Each instance has a connection of its own, as threads and processes have. */
function overDatabase<Port>(adapter: (database: SqliteDatabase) => Port): CreateFixture<Port> {
  return async () => {
    const folder = temporaryFolder();
    const open: SqliteDatabase[] = [];
    const rival = (): Port => {
      const database = new SqliteDatabase(folder);
      open.push(database);
      return adapter(database);
    };
    const cleanup = async () => {
      for (const database of open) database.close();
      await rm(folder, { recursive: true });
    };
    return { port: rival(), rival, cleanup };
  };
}

archiveContract('FileArchive', async () => {
  const folder = temporaryFolder();
  const rival = () => new FileArchive(folder, systemRandomId);
  return { port: rival(), rival, cleanup: () => rm(folder, { recursive: true }) };
});
catalogContract(
  'SqliteCatalog',
  overDatabase((database) => new SqliteCatalog(database)),
);
taskIndexContract(
  'SqliteTaskIndex',
  overDatabase((database) => new SqliteTaskIndex(database)),
);
unitBookContract(
  'SqliteUnitBook',
  overDatabase((database) => new SqliteUnitBook(database)),
);
hostBookContract(
  'SqliteHostBook',
  overDatabase((database) => new SqliteHostBook(database)),
);
