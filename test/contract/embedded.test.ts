import { SqliteAccountBook } from '#adapters/embedded/sqlite-account-book.ts';
import { SqliteCatalog } from '#adapters/embedded/sqlite-catalog.ts';
import { SqliteHostBook } from '#adapters/embedded/sqlite-host-book.ts';
import { SqliteRequestBook } from '#adapters/embedded/sqlite-request-book.ts';
import { SqliteTaskIndex } from '#adapters/embedded/sqlite-task-index.ts';
import { SqliteUnitBook } from '#adapters/embedded/sqlite-unit-book.ts';
import { SqliteWorkflowBook } from '#adapters/embedded/sqlite-workflow-book.ts';
import { accountBookContract } from '#test/contract/account-book.ts';
import { archiveContract } from '#test/contract/archive.ts';
import { catalogContract } from '#test/contract/catalog.ts';
import { overDatabase, overFolder } from '#test/contract/embedded.ts';
import { hostBookContract } from '#test/contract/host-book.ts';
import { requestBookContract } from '#test/contract/request-book.ts';
import { inFolder, inMemory } from '#test/contract/secret-places.ts';
import { secretsContract } from '#test/contract/secrets.ts';
import { taskIndexContract } from '#test/contract/task-index.ts';
import { unitBookContract } from '#test/contract/unit-book.ts';
import { workflowBookContract } from '#test/contract/workflow-book.ts';

archiveContract('FileArchive', overFolder());
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
workflowBookContract(
  'SqliteWorkflowBook',
  overDatabase((database) => new SqliteWorkflowBook(database)),
);
requestBookContract(
  'SqliteRequestBook',
  overDatabase((database) => new SqliteRequestBook(database)),
);
accountBookContract(
  'SqliteAccountBook',
  overDatabase((database) => new SqliteAccountBook(database)),
);
secretsContract('LocalSecrets', inFolder());
secretsContract('MemorySecrets of tests', inMemory);
