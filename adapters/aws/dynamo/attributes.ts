import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { SurfError } from '#core/error.ts';

/**
 * A row as DynamoDB has it: each field of ours is an attribute of the same name, so a new field
 * needs no change here.
 */
export type Item = Record<string, AttributeValue>;

/**
 * Fields that are undefined are left out.
 * @throws SurfError FORMAT_UNKNOWN for values that JSON does not have either
 */
export function itemOf(row: object): Item {
  const fields = Object.entries(row).filter(([, value]) => value !== undefined);
  return Object.fromEntries(fields.map(([name, value]) => [name, attributeOf(value)]));
}

/** The row, with its keys and any other attributes: a schema picks those that it knows. */
export function rowOf(item: Item): Record<string, unknown> {
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, plainOf(value)]));
}

export function attributeOf(value: unknown): AttributeValue {
  if (value === null || value === undefined) return { NULL: true };
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'boolean') return { BOOL: value };
  if (typeof value === 'number' && Number.isFinite(value)) return { N: String(value) };
  if (Array.isArray(value)) return { L: value.map(attributeOf) };
  if (typeof value === 'object') return { M: itemOf(value) };
  throw new SurfError('FORMAT_UNKNOWN', `a row cannot hold ${String(value)}`, {
    remedy: 'this is a bug in Surf: please report it with the command that caused it',
  });
}

export function plainOf(attribute: AttributeValue): unknown {
  if (attribute.S !== undefined) return attribute.S;
  if (attribute.N !== undefined) return Number(attribute.N);
  if (attribute.BOOL !== undefined) return attribute.BOOL;
  if (attribute.NULL !== undefined) return null;
  if (attribute.L !== undefined) return attribute.L.map(plainOf);
  if (attribute.M !== undefined) return rowOf(attribute.M);
  throw new SurfError('FORMAT_UNKNOWN', `a row has an attribute of type ${Object.keys(attribute).join()}`, {
    remedy: 'something other than Surf wrote it: restore the table, or remove the row',
  });
}

/**
 * Bytes that DynamoDB bills for: names and values, numbers by their digits, 3 for a list or map and
 * 1 for each of its elements.
 * @see
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
 */
export function billedBytes(item: Item): number {
  let bytes = 0;
  for (const [name, value] of Object.entries(item)) bytes += Buffer.byteLength(name) + valueBytes(value);
  return bytes;
}

function valueBytes(value: AttributeValue): number {
  if (value.S !== undefined) return Buffer.byteLength(value.S);
  if (value.N !== undefined) return numberBytes(value.N);
  if (value.B !== undefined) return value.B.length;
  if (value.L !== undefined) return value.L.reduce((bytes, element) => bytes + valueBytes(element) + 1, 3);
  if (value.M !== undefined) return 3 + billedBytes(value.M) + Object.keys(value.M).length;
  return 1;
}

/** About one byte for two significant digits, one more, and one for the sign. */
function numberBytes(text: string): number {
  const digits = text
    .replace(/e.*$/i, '')
    .replace(/[-+.]/g, '')
    .replace(/^0+|0+$/g, '');
  return Math.ceil(digits.length / 2) + 1 + (text.startsWith('-') ? 1 : 0);
}

const DAY_MS = 86_400_000;

/** Epoch seconds for the TTL attribute. @param at epoch ms */
export const secondsAfter = (at: number, days: number): number => Math.ceil((at + days * DAY_MS) / 1_000);
