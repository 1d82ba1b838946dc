import { SqliteScheduleStore } from '#adapters/embedded/schedules/sqlite-schedule-store.ts';
import { SqliteAccountStore } from '#adapters/embedded/sqlite-account-store.ts';
import { SqliteCatalog } from '#adapters/embedded/sqlite-catalog.ts';
import { SqliteHostStore } from '#adapters/embedded/sqlite-host-store.ts';
import { SqliteIdempotencyStore } from '#adapters/embedded/sqlite-idempotency-store.ts';
import { SqliteTaskIndex } from '#adapters/embedded/sqlite-task-index.ts';
import { SqliteUnitStore } from '#adapters/embedded/sqlite-unit-store.ts';
import { SqliteWorkflowStore } from '#adapters/embedded/sqlite-workflow-store.ts';
import { accountStoreContract } from '#test/contract/account-store.ts';
import { archiveContract } from '#test/contract/archive.ts';
import { catalogContract } from '#test/contract/catalog.ts';
import { overDatabase, overFolder, searchInFolder } from '#test/contract/embedded.ts';
import { hostStoreContract } from '#test/contract/host-store.ts';
import { idempotencyStoreContract } from '#test/contract/idempotency-store.ts';
import { scheduleStoreContract } from '#test/contract/schedules/schedule-store.ts';
import { searchIndexContract } from '#test/contract/search/search-index.ts';
import { inFolder, inMemory } from '#test/contract/secret-places.ts';
import { secretsContract } from '#test/contract/secrets.ts';
import { taskIndexContract } from '#test/contract/task-index.ts';
import { unitStoreContract } from '#test/contract/unit-store.ts';
import { workflowStoreContract } from '#test/contract/workflow-store.ts';

archiveContract('FileArchive', overFolder());
searchIndexContract('FtsIndex', searchInFolder);
catalogContract(
  'SqliteCatalog',
  overDatabase((database) => new SqliteCatalog(database)),
);
taskIndexContract(
  'SqliteTaskIndex',
  overDatabase((database) => new SqliteTaskIndex(database)),
);
unitStoreContract(
  'SqliteUnitStore',
  overDatabase((database) => new SqliteUnitStore(database)),
);
hostStoreContract(
  'SqliteHostStore',
  overDatabase((database) => new SqliteHostStore(database)),
);
workflowStoreContract(
  'SqliteWorkflowStore',
  overDatabase((database) => new SqliteWorkflowStore(database)),
);
scheduleStoreContract(
  'SqliteScheduleStore',
  overDatabase((database) => new SqliteScheduleStore(database)),
);
idempotencyStoreContract(
  'SqliteIdempotencyStore',
  overDatabase((database) => new SqliteIdempotencyStore(database)),
);
accountStoreContract(
  'SqliteAccountStore',
  overDatabase((database) => new SqliteAccountStore(database)),
);
secretsContract('LocalSecrets', inFolder());
secretsContract('MemorySecrets of tests', inMemory);
