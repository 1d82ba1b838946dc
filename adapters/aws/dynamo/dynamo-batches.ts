import { BatchGetItemCommand, BatchWriteItemCommand, type WriteRequest } from '@aws-sdk/client-dynamodb';
import { MAX_TRIES } from '#adapters/aws/calls/aws-calls.ts';
import { inParallel } from '#adapters/aws/calls/in-parallel.ts';
import type { Item } from '#adapters/aws/dynamo/attributes.ts';
import { capacity, type DynamoTable, keyItem, unitsOf } from '#adapters/aws/dynamo/dynamo-table.ts';
import type { RowKey } from '#adapters/aws/dynamo/keys.ts';
import { SurfError } from '#core/error.ts';

/** Most rows that one call reads or writes. */
const KEYS_A_CALL = 100;
const WRITES_PER_CALL = 25;
/** Calls at once. */
const LANES = 8;

/**
 * Puts whole rows, in no order.
 * @param items all with different keys
 * @throws SurfError STORE_THROTTLED, retryable with the same arguments
 */
export const putAll = (table: DynamoTable, items: readonly Item[]): Promise<void> =>
  writeAll(
    table,
    items.map((Item) => ({ PutRequest: { Item } })),
  );

/** Deletes rows, and ignores missing ones. */
export const deleteAll = (table: DynamoTable, keys: readonly RowKey[]): Promise<void> =>
  writeAll(
    table,
    keys.map((key) => ({ DeleteRequest: { Key: keyItem(key) } })),
  );

/** Existing rows, in no order, read consistently. @param keys all different */
export async function getAll(table: DynamoTable, keys: readonly RowKey[]): Promise<Item[]> {
  const rows: Item[] = [];
  await inParallel(slices(keys.map(keyItem), KEYS_A_CALL), LANES, async (batch) => {
    await untilNothingIsLeft(table, batch, async (left) => {
      const { Responses, UnprocessedKeys } = await table.calls.send({
        operation: 'BatchGetItem',
        target: table.name,
        attempt: () =>
          table.client.send(
            new BatchGetItemCommand({
              RequestItems: { [table.name]: { Keys: [...left], ConsistentRead: true } },
              ReturnConsumedCapacity: 'TOTAL',
            }),
          ),
        // Emulators do not report it: our rows have less than 4 KB, which is one unit a key,
        // whether or not it is there.
        used: ({ ConsumedCapacity, UnprocessedKeys }) => ({
          readUnits:
            ConsumedCapacity === undefined
              ? left.length - (UnprocessedKeys?.[table.name]?.Keys?.length ?? 0)
              : capacity(...ConsumedCapacity),
        }),
        failed: ({ kind }) => (kind === 'broken' || kind === 'lost' ? { readUnits: left.length } : {}),
      });
      rows.push(...(Responses?.[table.name] ?? []));
      return UnprocessedKeys?.[table.name]?.Keys ?? [];
    });
  });
  return rows;
}

async function writeAll(table: DynamoTable, requests: readonly WriteRequest[]): Promise<void> {
  await inParallel(slices(requests, WRITES_PER_CALL), LANES, (batch) =>
    untilNothingIsLeft(table, batch, async (left) => {
      const { UnprocessedItems } = await table.calls.send({
        operation: 'BatchWriteItem',
        target: table.name,
        attempt: () =>
          table.client.send(
            new BatchWriteItemCommand({ RequestItems: { [table.name]: [...left] }, ReturnConsumedCapacity: 'TOTAL' }),
          ),
        used: ({ ConsumedCapacity = [] }) => ({ writeUnits: capacity(...ConsumedCapacity) }),
        failed: ({ kind }) => (kind === 'broken' || kind === 'lost' ? { writeUnits: unitsOfAll(left) } : {}),
      });
      return UnprocessedItems?.[table.name] ?? [];
    }),
  );
}

const unitsOfAll = (requests: readonly WriteRequest[]): number =>
  requests.reduce((units, { PutRequest }) => units + unitsOf(PutRequest?.Item ?? {}), 0);

/**
 * DynamoDB does a part of a batch when there is no room for all, and names the rest. The rest is
 * sent again after a wait that grows while nothing gets done.
 */
async function untilNothingIsLeft<T>(
  table: DynamoTable,
  batch: readonly T[],
  call: (left: readonly T[]) => Promise<readonly T[]>,
): Promise<void> {
  let left = batch;
  for (let fruitless = 0; ; ) {
    const rest = await call(left);
    if (rest.length === 0) return;
    fruitless = rest.length < left.length ? 1 : fruitless + 1;
    if (fruitless === MAX_TRIES) throw noRoom(table.name, rest.length);
    await table.calls.backOff(fruitless);
    left = rest;
  }
}

const noRoom = (table: string, rows: number): SurfError =>
  new SurfError('STORE_THROTTLED', `${table} has no room for ${rows} rows`, {
    remedy: 'try again; if it happens often, lower the parallelism or raise the limits of the table',
    retryable: true,
  });

function slices<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
}
