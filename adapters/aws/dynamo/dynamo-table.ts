import {
  type ConsumedCapacity,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  type PutItemCommandInput,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import type { AwsCalls, Failure } from '#adapters/aws/calls/aws-calls.ts';
import type { CallUse } from '#adapters/aws/calls/call-ledger.ts';
import { failureKind } from '#adapters/aws/calls/failure.ts';
import { billedBytes, type Item } from '#adapters/aws/dynamo/attributes.ts';
import { Expression } from '#adapters/aws/dynamo/expression.ts';
import type { RowKey } from '#adapters/aws/dynamo/keys.ts';
import { PARTITION_KEY } from '#adapters/aws/environment/names.env.ts';
import { writeUnits } from '#core/cost/dynamo-units.ts';

export interface DynamoTableParts {
  readonly client: DynamoDBClient;
  readonly calls: AwsCalls;
  /** Name of the table. */
  readonly name: string;
}

/** Result of a conditional write: done, or the row that is there instead (null: none). */
export type Written =
  | { readonly done: true; readonly item: Item }
  | { readonly done: false; readonly found: Item | null };

/** A row with the condition of its write. */
export interface ConditionalPut {
  readonly item: Item;
  readonly expression: Expression;
  readonly condition: string;
}

/** A write that succeeds only if the row does not exist. */
export function newRow(item: Item): ConditionalPut {
  const expression = new Expression();
  return { item, expression, condition: expression.absent(PARTITION_KEY) };
}

/** A change of one row: the expressions share the placeholders of `expression`. */
export interface RowChange {
  readonly expression: Expression;
  readonly update: string;
  /** @default every row */
  readonly condition?: string;
}

export interface RowQuery {
  readonly expression: Expression;
  readonly where: string;
  /** A sparse index: eventually consistent, keys only. @default the table, consistent */
  readonly index?: string;
  /** @default all rows */
  readonly limit?: number;
  readonly descending?: boolean;
  /** Only these attributes. @default all */
  readonly only?: readonly string[];
}

/** Most that an unanswered update can have used: a row of 3 KB, moved within an index. */
const UNANSWERED_UPDATE_UNITS = 5;
/** Most that an unanswered read can have used: 16 KB. */
const UNANSWERED_READ_UNITS = 4;
const TRANSACTION_FACTOR = 2;

/**
 * The calls of one table that act on single rows and partitions. Every one is metered with what
 * DynamoDB reports.
 */
export class DynamoTable {
  readonly client: DynamoDBClient;
  readonly calls: AwsCalls;
  readonly name: string;

  constructor({ client, calls, name }: DynamoTableParts) {
    this.client = client;
    this.calls = calls;
    this.name = name;
  }

  /** Writes a row that does not exist yet. */
  create(item: Item): Promise<Written> {
    return this.putIf(newRow(item));
  }

  /** Writes a whole row if its condition holds. */
  putIf({ item, expression, condition }: ConditionalPut): Promise<Written> {
    return this.#put(item, { ConditionExpression: condition, ...expression.parts() });
  }

  /** Writes a whole row, and replaces an existing one. */
  async put(item: Item): Promise<void> {
    await this.#put(item, {});
  }

  async update(key: RowKey, { expression, update, condition }: RowChange): Promise<Written> {
    const command = () =>
      new UpdateItemCommand({
        ...this.#written(),
        Key: keyItem(key),
        UpdateExpression: update,
        ...(condition !== undefined && { ConditionExpression: condition }),
        ReturnValues: 'ALL_NEW',
        ...expression.parts(),
      });
    const attempt = () => this.client.send(command()).then((answer) => ({ ...answer, item: answer.Attributes ?? {} }));
    return this.#write('UpdateItem', attempt, { writeUnits: UNANSWERED_UPDATE_UNITS });
  }

  /**
   * Writes rows together, or none of them.
   * @returns done, or a reason for each: `None`, `ConditionalCheckFailed`, …
   */
  async putTogether(puts: readonly ConditionalPut[]): Promise<'done' | string[]> {
    const token = this.calls.name();
    const command = () =>
      new TransactWriteItemsCommand({
        ClientRequestToken: token, // the same transaction sent again is done once
        ReturnConsumedCapacity: 'TOTAL',
        TransactItems: puts.map(({ item, expression, condition }) => ({
          Put: { TableName: this.name, Item: item, ConditionExpression: condition, ...expression.parts() },
        })),
      });
    const most = { writeUnits: puts.reduce((units, { item }) => units + unitsOf(item) * TRANSACTION_FACTOR, 0) };
    try {
      await this.calls.send({
        operation: 'TransactWriteItems',
        target: this.name,
        attempt: () => this.client.send(command()),
        used: ({ ConsumedCapacity = [] }) => ({ writeUnits: capacity(...ConsumedCapacity) }),
        // A transaction that is cancelled has used what it would have written.
        failed: ({ kind, error }) => (kind === 'throttled' || isInvalid(error) ? {} : most),
      });
      return 'done';
    } catch (error) {
      const reasons = cancellationReasons(error);
      if (reasons === null) throw error;
      return reasons;
    }
  }

  /** Reads one row, consistently; null if it does not exist. */
  async get(key: RowKey): Promise<Item | null> {
    const answer = await this.calls.send({
      operation: 'GetItem',
      target: this.name,
      attempt: () =>
        this.client.send(
          new GetItemCommand({
            TableName: this.name,
            Key: keyItem(key),
            ConsistentRead: true,
            ReturnConsumedCapacity: 'TOTAL',
          }),
        ),
      used: ({ ConsumedCapacity }) => ({ readUnits: capacity(ConsumedCapacity) }),
      failed: unansweredRead,
    });
    return answer.Item ?? null;
  }

  /** Reads rows in the order of their sort keys, page after page until `limit` or the end. */
  async query(query: RowQuery): Promise<Item[]> {
    const { limit = Number.POSITIVE_INFINITY } = query;
    const rows: Item[] = [];
    let from: Item | undefined;
    do {
      const command = this.#query(query, { left: limit - rows.length, from });
      const page = await this.calls.send({
        operation: 'Query',
        target: this.name,
        attempt: () => this.client.send(command()),
        used: ({ ConsumedCapacity }) => ({ readUnits: capacity(ConsumedCapacity) }),
        failed: unansweredRead,
      });
      rows.push(...(page.Items ?? []));
      from = page.LastEvaluatedKey;
    } while (from !== undefined && rows.length < limit);
    return rows;
  }

  #put(item: Item, condition: Partial<PutItemCommandInput>): Promise<Written> {
    const input = { ...this.#written(), Item: item, ...condition };
    const attempt = () => this.client.send(new PutItemCommand(input)).then((answer) => ({ ...answer, item }));
    return this.#write('PutItem', attempt, { writeUnits: unitsOf(item) });
  }

  #query(query: RowQuery, page: { left: number; from: Item | undefined }): () => QueryCommand {
    const { expression, where, index, descending = false, only } = query;
    const projection = only?.map((attribute) => expression.name(attribute)).join(', ');
    return () =>
      new QueryCommand({
        TableName: this.name,
        KeyConditionExpression: where,
        ...expression.parts(),
        ...(index === undefined ? { ConsistentRead: true } : { IndexName: index }),
        ...(projection !== undefined && { ProjectionExpression: projection }),
        ScanIndexForward: !descending,
        ...(Number.isFinite(page.left) && { Limit: page.left }),
        ...(page.from !== undefined && { ExclusiveStartKey: page.from }),
        ReturnConsumedCapacity: 'TOTAL',
      });
  }

  #written() {
    return {
      TableName: this.name,
      ReturnConsumedCapacity: 'TOTAL',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    } as const;
  }

  async #write(
    operation: string,
    attempt: () => Promise<{ item: Item; ConsumedCapacity?: ConsumedCapacity | undefined }>,
    unanswered: CallUse,
  ): Promise<Written> {
    try {
      const { item } = await this.calls.send({
        operation,
        target: this.name,
        attempt,
        used: ({ ConsumedCapacity }) => ({ writeUnits: capacity(ConsumedCapacity) }),
        failed: (failure) => useOfRefusal(failure, unanswered),
      });
      return { done: true, item };
    } catch (error) {
      const found = conditionFailure(error);
      if (found === undefined) throw error;
      return { done: false, found };
    }
  }
}

export const keyItem = (key: RowKey): Item =>
  Object.fromEntries(Object.entries(key).map(([name, value]) => [name, { S: value as string }]));

/** Units that DynamoDB reports. */
export const capacity = (...reports: readonly (ConsumedCapacity | undefined)[]): number =>
  reports.reduce((units, report) => units + (report?.CapacityUnits ?? 0), 0);

/** Write units of a whole row, without index entries. */
export const unitsOf = (item: Item): number => writeUnits(billedBytes(item));

/** Row found when a condition failed (null: none); undefined for another error. */
function conditionFailure(error: unknown): Item | null | undefined {
  if (!(error instanceof Error) || error.name !== 'ConditionalCheckFailedException') return undefined;
  return (error as Error & { readonly Item?: Item }).Item ?? null;
}

/** Refused before DynamoDB looked at any row. */
const isInvalid = (error: unknown): boolean => failureKind(error) === 'refused' && cancellationReasons(error) === null;

/** Reasons of a transaction whose conditions failed; null for another error. */
function cancellationReasons(error: unknown): string[] | null {
  if (!(error instanceof Error) || error.name !== 'TransactionCanceledException') return null;
  const { CancellationReasons = [] } = error as Error & { readonly CancellationReasons?: readonly { Code?: string }[] };
  const codes = CancellationReasons.map(({ Code = 'None' }) => Code);
  return codes.includes('ConditionalCheckFailed') ? codes : null;
}

/**
 * A failed condition uses the write units of the row that is there, at least one, and the answer
 * does not give their number.
 * @see
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/WorkingWithItems.html#WorkingWithItems.ConditionalUpdate
 */
function useOfRefusal({ kind, error }: Failure, unanswered: CallUse): CallUse {
  if (kind === 'broken' || kind === 'lost') return unanswered;
  const found = conditionFailure(error);
  return found === undefined ? {} : { writeUnits: unitsOf(found ?? {}) };
}

const unansweredRead = ({ kind }: Failure): CallUse =>
  kind === 'broken' || kind === 'lost' ? { readUnits: UNANSWERED_READ_UNITS } : {};
