import { AwsCalls } from '#adapters/aws/calls/aws-calls.ts';
import type { AwsClients } from '#adapters/aws/calls/aws-clients.ts';
import { CallLedger } from '#adapters/aws/calls/call-ledger.ts';
import { DynamoTable } from '#adapters/aws/dynamo/dynamo-table.ts';
import type { AwsNames, RunInput } from '#adapters/aws/environment/names.env.ts';
import { DynamoIncidentStore } from '#adapters/aws/notify/dynamo-incident-store.ts';
import { DynamoSubscriptionStore } from '#adapters/aws/notify/dynamo-subscription-store.ts';
import { S3Archive } from '#adapters/aws/s3/s3-archive.ts';
import { S3Downloads } from '#adapters/aws/s3/s3-downloads.ts';
import { AwsSecrets } from '#adapters/aws/secrets/aws-secrets.ts';
import { SfnRunner } from '#adapters/aws/sfn-runner.ts';
import { DynamoAccountStore } from '#adapters/aws/stores/dynamo-account-store.ts';
import { DynamoCatalog } from '#adapters/aws/stores/dynamo-catalog.ts';
import { DynamoHostStore } from '#adapters/aws/stores/dynamo-host-store.ts';
import { DynamoIdempotencyStore } from '#adapters/aws/stores/dynamo-idempotency-store.ts';
import { DynamoScheduleStore } from '#adapters/aws/stores/dynamo-schedule-store.ts';
import { DynamoTaskIndex } from '#adapters/aws/stores/dynamo-task-index.ts';
import { DynamoUnitStore } from '#adapters/aws/stores/dynamo-unit-store.ts';
import { DynamoWorkflowStore } from '#adapters/aws/stores/dynamo-workflow-store.ts';
import { firstKeyHash } from '#adapters/aws/stores/first-key-hash.ts';
import type { Archive } from '#core/archive/archive.ts';
import type { Downloads } from '#core/archive/downloads.ts';
import { PackedArchive } from '#core/archive/pack/packed-archive.ts';
import type { Meter } from '#core/cost/meter.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { IdempotencyStore } from '#core/execution/idempotency-store.ts';
import type { TaskIndex } from '#core/execution/task-index.ts';
import type { UnitStore } from '#core/execution/unit-store.ts';
import type { AccountStore } from '#core/identity/account-store.ts';
import type { IncidentStore } from '#core/incident/incident-state.ts';
import type { Clock, RandomId } from '#core/model/clock.ts';
import type { SubscriptionStore } from '#core/notify/subscription-store.ts';
import type { HostStore } from '#core/politeness/hosts/host-store.ts';
import type { ScheduleStore } from '#core/schedule/schedule-store.ts';
import type { Secrets } from '#core/secrets/secrets.ts';
import type { WorkflowStore } from '#core/workflow/workflow-store.ts';

export interface AwsPortOptions {
  readonly clients: AwsClients;
  /**
   * Names that a function was not given are empty; a port whose name is empty fails with its first
   * call.
   */
  readonly names: AwsNames;
  /** Name of the deployment, under which its users' secrets are. */
  readonly stage: string;
  readonly clock: Clock;
  readonly random: RandomId;
  /** Uniform in [0, 1): spreads the retries of callers that failed together. */
  readonly jitter: () => number;
  /** Meter of the invocation: counts the usage of its calls. */
  readonly meter: Meter;
  /**
   * Hands the first run of an execution over to its function.
   * @default the state machine runs it
   */
  readonly first?: (input: RunInput) => Promise<void>;
}

/**
 * All ports of one invocation. They meter themselves: do not wrap them in core/cost's metered
 * ports.
 */
export interface AwsPorts {
  readonly catalog: Catalog;
  readonly workflows: WorkflowStore;
  readonly requests: IdempotencyStore;
  readonly schedules: ScheduleStore;
  readonly subscriptions: SubscriptionStore;
  readonly incidents: IncidentStore;
  readonly accounts: AccountStore;
  /** SHA-256 of the first API key; null: there is none. */
  readonly firstKeyHash: () => Promise<string | null>;
  readonly tasks: TaskIndex;
  readonly units: UnitStore;
  readonly hosts: HostStore;
  readonly archive: Archive;
  readonly downloads: Downloads;
  readonly runner: SfnRunner;
  readonly secrets: Secrets;
  /** Calls by operation. */
  readonly ledger: CallLedger;
}

/** Cheap: make them again for each invocation, over clients that are made once. */
export function awsPorts(options: AwsPortOptions): AwsPorts {
  const { clients, names, stage, clock, random, jitter, meter, first } = options;
  const { dynamo, s3, sfn, secrets, transferTimeoutMs } = clients;
  const ledger = new CallLedger(meter);
  const calls = new AwsCalls({ clock, random, jitter, ledger });
  const table = (name: string): DynamoTable => new DynamoTable({ client: dynamo, calls, name });
  return {
    catalog: new DynamoCatalog(table(names.workflows)),
    workflows: new DynamoWorkflowStore(table(names.workflows)),
    requests: new DynamoIdempotencyStore(table(names.workflows)),
    schedules: new DynamoScheduleStore(table(names.workflows)),
    subscriptions: new DynamoSubscriptionStore(table(names.workflows)),
    incidents: new DynamoIncidentStore(table(names.workflows)),
    accounts: new DynamoAccountStore(table(names.workflows)),
    firstKeyHash: () => firstKeyHash(table(names.workflows)),
    tasks: new DynamoTaskIndex(table(names.tasks)),
    units: new DynamoUnitStore(table(names.units)),
    hosts: new DynamoHostStore(table(names.hosts)),
    archive: new PackedArchive(new S3Archive({ client: s3, calls, bucket: names.bucket, transferTimeoutMs })),
    downloads: new S3Downloads({ client: s3, bucket: names.bucket, clock }),
    runner: new SfnRunner({ client: sfn, calls, machineArn: names.machineArn, ...(first !== undefined && { first }) }),
    secrets: new AwsSecrets({ client: secrets, calls, stage }),
    ledger,
  };
}
