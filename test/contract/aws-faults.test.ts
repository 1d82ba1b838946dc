import { archiveContract } from '#test/contract/archive.ts';
import { overFaults } from '#test/contract/aws.ts';
import { catalogContract } from '#test/contract/catalog.ts';
import { hostBookContract } from '#test/contract/host-book.ts';
import { requestBookContract } from '#test/contract/request-book.ts';
import { taskIndexContract } from '#test/contract/task-index.ts';
import { unitBookContract } from '#test/contract/unit-book.ts';
import { workflowBookContract } from '#test/contract/workflow-book.ts';
import { PYTHON } from '#test/emulator/ministack.ts';
import { whenPresent } from '#test/when-present.ts';

/** N11: every promise holds while about every eighth request fails, half of them after they were done: nothing is lost, nothing is done twice. */
whenPresent(PYTHON, () => {
  archiveContract(
    'S3Archive, with faults,',
    overFaults(1_000, ({ archive }) => archive),
  );
  catalogContract(
    'DynamoCatalog, with faults,',
    overFaults(2_000, ({ catalog }) => catalog),
  );
  taskIndexContract(
    'DynamoTaskIndex, with faults,',
    overFaults(3_000, ({ tasks }) => tasks),
  );
  unitBookContract(
    'DynamoUnitBook, with faults,',
    overFaults(4_000, ({ units }) => units),
  );
  hostBookContract(
    'DynamoHostBook, with faults,',
    overFaults(5_000, ({ hosts }) => hosts),
    { steps: 250 },
  );
  workflowBookContract(
    'DynamoWorkflowBook, with faults,',
    overFaults(6000, ({ workflows }) => workflows),
  );
  requestBookContract(
    'DynamoRequestBook, with faults,',
    overFaults(7000, ({ requests }) => requests),
  );
});
