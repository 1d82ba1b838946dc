import { amount, firstOf } from '#test/campaign.ts';
import { LISTED, overDeployment } from '#test/contract/aws/aws.ts';
import { subscriptionStoreContract } from '#test/contract/notify/subscription-store.ts';
import { scheduleStoreContract } from '#test/contract/schedules/schedule-store.ts';
import { accountStoreContract } from '#test/contract/suites/account-store.ts';
import { archiveContract } from '#test/contract/suites/archive.ts';
import { catalogContract } from '#test/contract/suites/catalog.ts';
import { hostStoreContract } from '#test/contract/suites/host-store.ts';
import { idempotencyStoreContract } from '#test/contract/suites/idempotency-store.ts';
import { inSecretsManager } from '#test/contract/suites/secret-places.ts';
import { secretsContract } from '#test/contract/suites/secrets.ts';
import { taskIndexContract } from '#test/contract/suites/task-index.ts';
import { unitStoreContract } from '#test/contract/suites/unit-store.ts';
import { workflowStoreContract } from '#test/contract/suites/workflow-store.ts';
import { PYTHON } from '#test/emulator/ministack.ts';
import { whenPresent } from '#test/when-present.ts';

/** N15: the suites of the embedded adapters over those of AWS. */
whenPresent(PYTHON, () => {
  accountStoreContract(
    'DynamoAccountStore',
    overDeployment(({ accounts }) => accounts),
  );
  archiveContract(
    'S3Archive',
    overDeployment(({ archive }) => archive),
    { listed: LISTED },
  );
  catalogContract(
    'DynamoCatalog',
    overDeployment(({ catalog }) => catalog),
  );
  taskIndexContract(
    'DynamoTaskIndex',
    overDeployment(({ tasks }) => tasks),
  );
  unitStoreContract(
    'DynamoUnitStore',
    overDeployment(({ units }) => units),
    // Rows are deleted by 25; a campaign has 700.
    { many: amount({ gate: 130, campaign: 700 }) },
  );
  hostStoreContract(
    'DynamoHostStore',
    overDeployment(({ hosts }) => hosts),
    // A campaign runs four; in the first, owners crash.
    { steps: 500, seeds: firstOf([1, 2, 3, 4], { gate: 1 }) },
  );
  workflowStoreContract(
    'DynamoWorkflowStore',
    overDeployment(({ workflows }) => workflows),
  );
  idempotencyStoreContract(
    'DynamoIdempotencyStore',
    overDeployment(({ requests }) => requests),
  );
  subscriptionStoreContract(
    'DynamoSubscriptionStore',
    overDeployment(({ subscriptions }) => subscriptions),
  );
  scheduleStoreContract(
    'DynamoScheduleStore',
    overDeployment(({ schedules }) => schedules),
  );
  secretsContract('AwsSecrets', inSecretsManager);
});
