import { AwsCalls } from '#adapters/aws/aws-calls.ts';
import type { AwsClients } from '#adapters/aws/aws-clients.ts';
import { AwsSecrets } from '#adapters/aws/aws-secrets.ts';
import { CallLedger } from '#adapters/aws/call-ledger.ts';
import { DynamoAccountBook } from '#adapters/aws/dynamo-account-book.ts';
import { DynamoCatalog } from '#adapters/aws/dynamo-catalog.ts';
import { DynamoHostBook } from '#adapters/aws/dynamo-host-book.ts';
import { DynamoRequestBook } from '#adapters/aws/dynamo-request-book.ts';
import { DynamoTable } from '#adapters/aws/dynamo-table.ts';
import { DynamoTaskIndex } from '#adapters/aws/dynamo-task-index.ts';
import { DynamoUnitBook } from '#adapters/aws/dynamo-unit-book.ts';
import { DynamoWorkflowBook } from '#adapters/aws/dynamo-workflow-book.ts';
import type { AwsNames } from '#adapters/aws/names.env.ts';
import { S3Archive } from '#adapters/aws/s3-archive.ts';
import { S3Downloads } from '#adapters/aws/s3-downloads.ts';
import { SfnRunner } from '#adapters/aws/sfn-runner.ts';
import type { Archive } from '#core/archive/archive.ts';
import type { Downloads } from '#core/archive/downloads.ts';
import type { Meter } from '#core/cost/meter.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { RequestBook } from '#core/execution/request-book.ts';
import type { Runner } from '#core/execution/runner.ts';
import type { TaskIndex } from '#core/execution/task-index.ts';
import type { UnitBook } from '#core/execution/unit-book.ts';
import type { AccountBook } from '#core/identity/account-book.ts';
import type { Clock, RandomId } from '#core/model/clock.ts';
import type { HostBook } from '#core/politeness/host-book.ts';
import type { Secrets } from '#core/secrets/secrets.ts';
import type { WorkflowBook } from '#core/workflow/workflow-book.ts';

export interface AwsPortOptions {
  readonly clients: AwsClients;
  /** What a function was not given is empty; a port whose name is empty fails with its first call. */
  readonly names: AwsNames;
  /** Name of the deployment, under which its users' secrets are. */
  readonly stage: string;
  readonly clock: Clock;
  readonly random: RandomId;
  /** Uniform in [0, 1): spreads the tries of callers that failed together. */
  readonly jitter: () => number;
  /** Of the invocation: counts what its calls use. */
  readonly meter: Meter;
  /** Days that task rows are kept; null = for ever. @default null */
  readonly taskRetentionDays?: number | null;
}

/** All ports of one invocation. They meter themselves: do not wrap them in core/cost's metered ports. */
export interface AwsPorts {
  readonly catalog: Catalog;
  readonly workflows: WorkflowBook;
  readonly requests: RequestBook;
  readonly accounts: AccountBook;
  readonly tasks: TaskIndex;
  readonly units: UnitBook;
  readonly hosts: HostBook;
  readonly archive: Archive;
  readonly downloads: Downloads;
  readonly runner: Runner;
  readonly secrets: Secrets;
  /** What was called, by operation. */
  readonly ledger: CallLedger;
}

/** Cheap: make them again for each invocation, over clients that are made once. */
export function awsPorts(options: AwsPortOptions): AwsPorts {
  const { clients, names, stage, clock, random, jitter, meter, taskRetentionDays = null } = options;
  const { dynamo, s3, sfn, secrets, transferTimeoutMs } = clients;
  const ledger = new CallLedger(meter);
  const calls = new AwsCalls({ clock, random, jitter, ledger });
  const table = (name: string): DynamoTable => new DynamoTable({ client: dynamo, calls, name });
  return {
    catalog: new DynamoCatalog(table(names.workflows)),
    workflows: new DynamoWorkflowBook(table(names.workflows)),
    requests: new DynamoRequestBook(table(names.workflows)),
    accounts: new DynamoAccountBook(table(names.workflows)),
    tasks: new DynamoTaskIndex(table(names.tasks), taskRetentionDays),
    units: new DynamoUnitBook(table(names.units)),
    hosts: new DynamoHostBook(table(names.hosts)),
    archive: new S3Archive({ client: s3, calls, bucket: names.bucket, transferTimeoutMs }),
    downloads: new S3Downloads({ client: s3, bucket: names.bucket, clock }),
    runner: new SfnRunner({ client: sfn, calls, machineArn: names.machineArn }),
    secrets: new AwsSecrets({ client: secrets, calls, stage }),
    ledger,
  };
}
