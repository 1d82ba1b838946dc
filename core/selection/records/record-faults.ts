import * as z from 'zod';
import { RECORD_ERROR_CODES, type RecordError } from '#core/selection/records/record-lines.ts';
import { UrlKey } from '#core/url/url-key.ts';

/** Most kinds to tell apart: a policy has at most 200 fields, and six codes. */
const MOST_KINDS = 1_200;

/** Fault of one field in a page's record. */
export const RecordFault = z.object({
  /** As in `RecordError`; null: the whole record. */
  field: z.string().max(400).nullable(),
  code: z.enum(RECORD_ERROR_CODES),
});
export type RecordFault = z.infer<typeof RecordFault>;

/** The faults of one page of a chunk. */
export const PageFaults = z.object({ key: UrlKey, faults: z.array(RecordFault).min(1) });
export type PageFaults = z.infer<typeof PageFaults>;

/** Records that have an error in a field, by field and code. */
export const FieldFaults = z.array(
  RecordFault.extend({
    records: z.int().positive(),
    /** URL of one of the pages. */
    url: z.string(),
  }),
);
export type FieldFaults = z.infer<typeof FieldFaults>;

/** Each kind of fault once. */
export function faultsOf(errors: readonly RecordError[]): RecordFault[] {
  const kinds = new Map(errors.map(({ field, code }) => [`${code} ${field}`, { field, code }]));
  return [...kinds.values()];
}

/** Counts the faults of records by kind. */
export class FaultCounts {
  readonly #kinds: Map<string, FieldFaults[number]>;

  constructor(before: FieldFaults) {
    this.#kinds = new Map(before.map((kind) => [`${kind.code} ${kind.field}`, { ...kind }]));
  }

  add(url: string, faults: readonly RecordFault[]): void {
    for (const { field, code } of faults) {
      const name = `${code} ${field}`;
      const kind = this.#kinds.get(name);
      if (kind !== undefined) kind.records += 1;
      else if (this.#kinds.size < MOST_KINDS) this.#kinds.set(name, { field, code, records: 1, url });
    }
  }

  /** The page turns out to be a copy of another: its record does not count. */
  remove(faults: readonly RecordFault[]): void {
    for (const { field, code } of faults) {
      const name = `${code} ${field}`;
      const kind = this.#kinds.get(name);
      if (kind === undefined) continue;
      kind.records -= 1;
      if (kind.records === 0) this.#kinds.delete(name);
    }
  }

  /** The most frequent first. */
  all(): FieldFaults {
    return [...this.#kinds.values()].sort(
      (a, b) => b.records - a.records || (`${a.field} ${a.code}` < `${b.field} ${b.code}` ? -1 : 1),
    );
  }
}
