/**
 * Names that the stack (infra/) and the adapters share. Imports nothing, so that both sides can
 * have it. The stack gives each function the variables that it needs; `lambdas/` alone reads them.
 */

/** Environment variables: names of the four tables and of the bucket, ARN of the state machine. */
export const ENVIRONMENT = {
  workflows: 'SURF_WORKFLOWS_TABLE',
  tasks: 'SURF_TASKS_TABLE',
  units: 'SURF_UNITS_TABLE',
  hosts: 'SURF_HOSTS_TABLE',
  bucket: 'SURF_ARCHIVE_BUCKET',
  machineArn: 'SURF_MACHINE_ARN',
} as const;

/** Values of the variables. A function gets only those of the ports that it uses. */
export type AwsNames = Readonly<Record<keyof typeof ENVIRONMENT, string>>;

/** All tables: partition key and sort key, both strings (design.md §5). */
export const PARTITION_KEY = 'pk';
export const SORT_KEY = 'sk';

/**
 * Epoch seconds after which DynamoDB may delete the row (TTL). In `workflows` only idempotency keys
 * have it.
 */
export const PURGE_AT = 'purgeAt';

/** A sparse index: only rows that have both keys are in it. It holds keys only. */
export interface IndexShape {
  readonly name: string;
  readonly partitionKey: { readonly name: string; readonly type: 'S' };
  readonly sortKey: { readonly name: string; readonly type: 'S' | 'N' };
}

/**
 * Executions of an owner by the time they were made, and their saved workflows by the time they
 * were changed.
 */
export const BY_OWNER: IndexShape = {
  name: 'byOwner',
  partitionKey: { name: 'ownerKey', type: 'S' },
  sortKey: { name: 'listSort', type: 'S' },
};

/** Rows of all owners together, for administrators. */
export const EVERYONE: IndexShape = {
  name: 'everyone',
  partitionKey: { name: 'everyoneKey', type: 'S' },
  sortKey: { name: 'listSort', type: 'S' },
};

/**
 * Executions that the watchdog has to check once `runningDue` (epoch ms) has passed, in
 * `RUNNING_SHARDS` partitions.
 */
export const RUNNING: IndexShape = {
  name: 'running',
  partitionKey: { name: 'runningKey', type: 'S' },
  sortKey: { name: 'runningDue', type: 'N' },
};

export const RUNNING_SHARDS = 8;

export interface TableShape {
  readonly indexes: readonly IndexShape[];
  /** Has `PURGE_AT` as its TTL attribute; rows without the attribute stay. */
  readonly purged: boolean;
  /** Control data: point-in-time recovery. */
  readonly control: boolean;
}

/** Settings in which the tables differ. All are on demand, without a local secondary index. */
export const TABLES: Readonly<Record<'workflows' | 'tasks' | 'units' | 'hosts', TableShape>> = {
  workflows: { indexes: [BY_OWNER, EVERYONE, RUNNING], purged: true, control: true },
  tasks: { indexes: [], purged: true, control: false },
  units: { indexes: [], purged: true, control: false },
  hosts: { indexes: [], purged: true, control: false },
};

/**
 * Prefixes of the bucket. Multipart uploads that were never completed are left to a lifecycle rule
 * (one day).
 */
export const ARCHIVE_PREFIXES = ['executions/', 'robots/'] as const;

/** Input of a run of the state machine. */
export interface RunInput {
  readonly execution: string;
  readonly run: number;
}

/** Name of a run: Step Functions starts it at most once. */
export const runName = ({ execution, run }: RunInput): string => `${execution}-${run}`;
