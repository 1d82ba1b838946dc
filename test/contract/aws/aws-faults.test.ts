import { amount, firstOf } from '#test/campaign.ts';
import { LISTED, overFaults } from '#test/contract/aws/aws.ts';
import { subscriptionStoreContract } from '#test/contract/notify/subscription-store.ts';
import { scheduleStoreContract } from '#test/contract/schedules/schedule-store.ts';
import { archiveContract } from '#test/contract/suites/archive.ts';
import { catalogContract } from '#test/contract/suites/catalog.ts';
import { hostStoreContract } from '#test/contract/suites/host-store.ts';
import { idempotencyStoreContract } from '#test/contract/suites/idempotency-store.ts';
import { taskIndexContract } from '#test/contract/suites/task-index.ts';
import { unitStoreContract } from '#test/contract/suites/unit-store.ts';
import { workflowStoreContract } from '#test/contract/suites/workflow-store.ts';
import { PYTHON } from '#test/emulator/ministack.ts';
import { whenPresent } from '#test/when-present.ts';

/**
 * N11: every promise holds while about every eighth request fails, half of them after they were
 * done: nothing is lost, nothing is done twice.
 */
whenPresent(PYTHON, () => {
  archiveContract(
    'S3Archive, with faults,',
    overFaults(1_000, ({ archive }) => archive),
    { listed: LISTED },
  );
  catalogContract(
    'DynamoCatalog, with faults,',
    overFaults(2_000, ({ catalog }) => catalog),
  );
  taskIndexContract(
    'DynamoTaskIndex, with faults,',
    overFaults(3_000, ({ tasks }) => tasks),
  );
  unitStoreContract(
    'DynamoUnitStore, with faults,',
    overFaults(4_000, ({ units }) => units),
    // Rows are deleted by 25; a campaign has 700.
    { many: amount({ gate: 130, campaign: 700 }) },
  );
  hostStoreContract(
    'DynamoHostStore, with faults,',
    overFaults(5_000, ({ hosts }) => hosts),
    // A campaign runs four; in the first, an owner crashes.
    { steps: 250, seeds: firstOf([1, 2, 3, 4], { gate: 1 }) },
  );
  workflowStoreContract(
    'DynamoWorkflowStore, with faults,',
    overFaults(6000, ({ workflows }) => workflows),
  );
  idempotencyStoreContract(
    'DynamoIdempotencyStore, with faults,',
    overFaults(7000, ({ requests }) => requests),
  );
  subscriptionStoreContract(
    'DynamoSubscriptionStore, with faults,',
    overFaults(8000, ({ subscriptions }) => subscriptions),
  );
  scheduleStoreContract(
    'DynamoScheduleStore, with faults,',
    overFaults(7000, ({ schedules }) => schedules),
  );
});
