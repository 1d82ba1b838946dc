import { SqliteSubscriptionStore } from '#adapters/embedded/notify/sqlite-subscription-store.ts';
import { SqliteScheduleStore } from '#adapters/embedded/schedules/sqlite-schedule-store.ts';
import { SqliteAccountStore } from '#adapters/embedded/sqlite/sqlite-account-store.ts';
import { SqliteCatalog } from '#adapters/embedded/sqlite/sqlite-catalog.ts';
import { SqliteHostStore } from '#adapters/embedded/sqlite/sqlite-host-store.ts';
import { SqliteIdempotencyStore } from '#adapters/embedded/sqlite/sqlite-idempotency-store.ts';
import { SqliteTaskIndex } from '#adapters/embedded/sqlite/sqlite-task-index.ts';
import { SqliteUnitStore } from '#adapters/embedded/sqlite/sqlite-unit-store.ts';
import { SqliteWorkflowStore } from '#adapters/embedded/sqlite/sqlite-workflow-store.ts';
import { PackedArchive } from '#core/archive/pack/packed-archive.ts';
import { overDatabase, overFolder, searchFetched, searchInFolder } from '#test/contract/embedded.ts';
import { subscriptionStoreContract } from '#test/contract/notify/subscription-store.ts';
import { scheduleStoreContract } from '#test/contract/schedules/schedule-store.ts';
import { searchIndexContract } from '#test/contract/search/search-index.ts';
import { accountStoreContract } from '#test/contract/suites/account-store.ts';
import { archiveContract } from '#test/contract/suites/archive.ts';
import { catalogContract } from '#test/contract/suites/catalog.ts';
import { hostStoreContract } from '#test/contract/suites/host-store.ts';
import { idempotencyStoreContract } from '#test/contract/suites/idempotency-store.ts';
import { inFolder, inMemory } from '#test/contract/suites/secret-places.ts';
import { secretsContract } from '#test/contract/suites/secrets.ts';
import { taskIndexContract } from '#test/contract/suites/task-index.ts';
import { unitStoreContract } from '#test/contract/suites/unit-store.ts';
import { workflowStoreContract } from '#test/contract/suites/workflow-store.ts';

archiveContract('FileArchive', overFolder());
archiveContract(
  'PackedArchive',
  overFolder((archive) => new PackedArchive(archive)),
);
searchIndexContract('FtsIndex over LocalSegments', searchInFolder);
searchIndexContract('FtsIndex over FetchedSegments', searchFetched);
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
subscriptionStoreContract(
  'SqliteSubscriptionStore',
  overDatabase((database) => new SqliteSubscriptionStore(database)),
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
