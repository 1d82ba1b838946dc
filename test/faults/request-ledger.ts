import type { AwsRequest } from '#test/faults/aws-request.ts';
import type { Answer } from '#test/faults/fault-answers.ts';
import type { Fault } from '#test/faults/fault-plan.ts';

/** What passed the proxy, of one operation. */
export interface OperationCount {
  requests: number;
  /**
   * Consumed capacity: as DynamoDB reports it, and of failed conditions, for which it is used and
   * not reported.
   */
  units: number;
  faults: number;
}

interface Reported {
  readonly ConsumedCapacity?: Capacity | readonly Capacity[];
  readonly __type?: string;
  readonly Item?: unknown;
  readonly CancellationReasons?: readonly unknown[];
}
interface Capacity {
  readonly CapacityUnits: number;
}

/** Counts by operation, from the wire alone: knows nothing of the adapters. */
export class RequestLedger {
  readonly operations: Record<string, OperationCount> = {};
  readonly faults: Partial<Record<Fault, number>> = {};

  /** A request came. */
  request({ operation }: AwsRequest, fault: Fault | null): void {
    const count = this.#of(operation);
    count.requests += 1;
    if (fault === null) return;
    count.faults += 1;
    this.faults[fault] = (this.faults[fault] ?? 0) + 1;
  }

  /** The service answered, whether or not the client will see it. */
  answer(request: AwsRequest, answer: Answer): void {
    if (!request.isS3 && request.operation !== 'StartExecution') {
      this.#of(request.operation).units += consumed(JSON.parse(answer.body.toString()) as Reported, request);
    }
  }

  #of(operation: string): OperationCount {
    this.operations[operation] ??= { requests: 0, units: 0, faults: 0 };
    return this.operations[operation];
  }
}

function consumed({ ConsumedCapacity, __type = '', Item }: Reported, request: AwsRequest): number {
  if (__type.endsWith('ConditionalCheckFailedException')) return Math.max(1, Math.ceil(sizeOf(Item ?? {}) / 1_024));
  if (__type.endsWith('TransactionCanceledException')) {
    const { TransactItems } = JSON.parse(request.body.toString()) as { TransactItems: { Put: { Item: unknown } }[] };
    return TransactItems.reduce((units, { Put }) => units + 2 * Math.max(1, Math.ceil(sizeOf(Put.Item) / 1_024)), 0);
  }
  if (ConsumedCapacity === undefined) return request.operation === 'BatchGetItem' ? keysOf(request) : 0;
  const reports = 'CapacityUnits' in ConsumedCapacity ? [ConsumedCapacity] : ConsumedCapacity;
  return reports.reduce((units, { CapacityUnits }) => units + CapacityUnits, 0);
}

/** MiniStack reports nothing for this one: a unit a key, for rows below 4 KB. */
function keysOf(request: AwsRequest): number {
  const { RequestItems } = JSON.parse(request.body.toString()) as { RequestItems: Record<string, { Keys: unknown[] }> };
  return Object.values(RequestItems).reduce((keys, { Keys }) => keys + Keys.length, 0);
}

/**
 * Bytes of an item on the wire's own form: names and values; every number 10, which is near enough
 * where only started kilobytes count.
 */
function sizeOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.entries(value).reduce(
    (bytes, [name, attribute]) => bytes + Buffer.byteLength(name) + attributeSize(attribute),
    0,
  );
}

function attributeSize(attribute: unknown): number {
  const [[type, value] = []] = Object.entries(attribute as object);
  if (type === 'S') return Buffer.byteLength(value as string);
  if (type === 'N') return Math.ceil((value as string).replace(/\D/g, '').length / 2) + 1;
  if (type === 'M') return 3 + sizeOf(value) + Object.keys(value as object).length;
  if (type === 'L') return (value as unknown[]).reduce<number>((bytes, one) => bytes + attributeSize(one) + 1, 3);
  return 1;
}
