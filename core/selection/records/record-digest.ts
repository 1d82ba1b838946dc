import { sha256Hex } from '#core/bytes/digest.ts';
import type { Selection } from '#core/selection/selection.ts';

const SELECTION_DIGITS = 8;
const RECORD_DIGITS = 32;

/** The part of a record that is compared. */
export interface ComparedRecord {
  readonly record: unknown;
  readonly errors: unknown;
}

/** The digest of a record. */
export type RecordDigest = (line: ComparedRecord) => string;

/** The fields of a workflow that say whether its records are compared. */
export interface RecordRules {
  readonly revisit: { readonly policy: string; readonly changesBy: string };
  readonly selection: Selection | null;
  readonly plugins: readonly string[];
}

/**
 * Digest that reveals a change of a page's record: eight digits of the selection and the plug-ins,
 * a point, and 32 of the record with its errors. Digests of two selections are not compared. Null:
 * the workflow compares no records.
 */
export function recordDigestOf({ revisit, selection, plugins }: RecordRules): RecordDigest | null {
  if (revisit.policy === 'off' || revisit.changesBy !== 'selection' || selection === null) return null;
  const rules = plugins.length === 0 ? selection : [selection, ...plugins];
  const own = digits(JSON.stringify(rules, inOrder), SELECTION_DIGITS);
  return ({ record, errors }) => `${own}.${digits(JSON.stringify([record, errors]), RECORD_DIGITS)}`;
}

const digits = (text: string, count: number): string => sha256Hex(Buffer.from(text)).slice(0, count);

/** Names of mappings in one order: tables do not keep it. */
const inOrder = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
