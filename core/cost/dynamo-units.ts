/** Partition key, sort key, expiry, condition attributes and their names beside a row's JSON. */
const ITEM_OVERHEAD_BYTES = 100;

/** Bytes (UTF-8) of the item of a row; DynamoDB counts names and values. */
export const itemBytes = (row: object): number => ITEM_OVERHEAD_BYTES + Buffer.byteLength(JSON.stringify(row));

/**
 * Write request units of one put, update or delete: one per started KB of the item, also if its
 * condition fails.
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
 */
export const writeUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / 1_024));

/**
 * Read request units of one strongly consistent get or query: one per started 4 KB, at least one.
 * A query sums the bytes of its items first.
 */
export const readUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / 4_096));

/** Read request units of one eventually consistent get or query: half as many. */
export const eventualReadUnits = (bytes: number): number => readUnits(bytes) / 2;

/** Read request units of one query whose answer is `rows`. */
export const queryUnits = (rows: readonly object[]): number =>
  readUnits(rows.reduce((bytes: number, row) => bytes + itemBytes(row), 0));
