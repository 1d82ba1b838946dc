/** Partition key, sort key, expiry, condition attributes and their names beside a row's JSON. */
const ITEM_OVERHEAD_BYTES = 100;

/** Size of the item that a row becomes, in bytes (UTF-8); DynamoDB counts names and values. */
export const itemBytes = (row: object): number => ITEM_OVERHEAD_BYTES + Buffer.byteLength(JSON.stringify(row));

/**
 * Write request units of one put, update or delete: one per started KB of the item, refused
 * conditions too.
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
 */
export const writeUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / 1_024));

/**
 * Read request units of one get or query, strongly consistent: one per started 4 KB, at least one;
 * a query adds its items up before.
 */
export const readUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / 4_096));

/** The same, eventually consistent: half. */
export const eventualReadUnits = (bytes: number): number => readUnits(bytes) / 2;

/** One query that answers with `rows`. */
export const queryUnits = (rows: readonly object[]): number =>
  readUnits(rows.reduce((bytes: number, row) => bytes + itemBytes(row), 0));
