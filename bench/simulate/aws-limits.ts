/** A quota or ceiling of AWS, and its source. */
export interface AwsLimit {
  readonly value: number;
  readonly unit: string;
  /** Page of docs.aws.amazon.com, and the date of the copy that was read. */
  readonly page: string;
  readonly read: string;
}

const STEP_FUNCTIONS = 'step-functions/latest/dg/service-quotas.html';
const DYNAMO = 'amazondynamodb/latest/developerguide/bp-partition-key-design.html';
const LAMBDA = 'lambda/latest/dg/gettingstarted-limits.html';

/** The limits that a crawl could reach; the only place where the simulation has them. */
export const AWS_LIMITS = {
  payloadBytes: { value: 262_144, unit: 'bytes', page: STEP_FUNCTIONS, read: '2026-08' },
  historyEvents: { value: 25_000, unit: 'events', page: STEP_FUNCTIONS, read: '2026-08' },
  partitionWrites: { value: 1_000, unit: 'write units/s', page: DYNAMO, read: '2026-04-13' },
  invocationSeconds: { value: 900, unit: 's', page: LAMBDA, read: '2026-08' },
  /** Memory is configurable up to 10,240 MB; `advance` has less (core/cost/lambda.ts). */
  functionMemoryMb: { value: 10_240, unit: 'MB', page: LAMBDA, read: '2026-08' },
  /** Children of a Distributed Map that are started, of type Standard. */
  childStarts: { value: 100, unit: '1/s', page: STEP_FUNCTIONS, read: '2026-08' },
} as const satisfies Record<string, AwsLimit>;
