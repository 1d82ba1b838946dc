import { accountBookContract } from '#test/contract/account-book.ts';
import { archiveContract } from '#test/contract/archive.ts';
import { overDeployment } from '#test/contract/aws.ts';
import { catalogContract } from '#test/contract/catalog.ts';
import { hostBookContract } from '#test/contract/host-book.ts';
import { requestBookContract } from '#test/contract/request-book.ts';
import { inSecretsManager } from '#test/contract/secret-places.ts';
import { secretsContract } from '#test/contract/secrets.ts';
import { taskIndexContract } from '#test/contract/task-index.ts';
import { unitBookContract } from '#test/contract/unit-book.ts';
import { workflowBookContract } from '#test/contract/workflow-book.ts';
import { PYTHON } from '#test/emulator/ministack.ts';
import { whenPresent } from '#test/when-present.ts';

/** N15: the suites of the embedded adapters over those of AWS. */
whenPresent(PYTHON, () => {
  accountBookContract(
    'DynamoAccountBook',
    overDeployment(({ accounts }) => accounts),
  );
  archiveContract(
    'S3Archive',
    overDeployment(({ archive }) => archive),
  );
  catalogContract(
    'DynamoCatalog',
    overDeployment(({ catalog }) => catalog),
  );
  taskIndexContract(
    'DynamoTaskIndex',
    overDeployment(({ tasks }) => tasks),
  );
  unitBookContract(
    'DynamoUnitBook',
    overDeployment(({ units }) => units),
  );
  hostBookContract(
    'DynamoHostBook',
    overDeployment(({ hosts }) => hosts),
    { steps: 500 },
  );
  workflowBookContract(
    'DynamoWorkflowBook',
    overDeployment(({ workflows }) => workflows),
  );
  requestBookContract(
    'DynamoRequestBook',
    overDeployment(({ requests }) => requests),
  );
  secretsContract('AwsSecrets', inSecretsManager);
});
