import type { OutcomeLine } from '#core/archive/chunk/chunk-lines.ts';
import { recordDigestsOf } from '#core/archive/chunk/record-digests.ts';
import { CHUNK_SUFFIX } from '#core/archive/object-keys.ts';
import { valuesOf } from '#core/bytes/json-lines.ts';
import { codeOf } from '#core/error.ts';
import { type ComparedRecord, recordDigestOf } from '#core/selection/records/record-digest.ts';
import { MAX_RECORD_LINE_BYTES, RECORD_ERROR_CODES } from '#core/selection/records/record-lines.ts';
import type { Audit } from '#engine/verify/audit/audit.ts';
import type { ChunkContent } from '#engine/verify/objects/read-chunk.ts';
import type { PlannedUnit } from '#engine/verify/objects/read-plan.ts';

const PART_CODES = { missing: 'part-hash', hash: 'part-hash' } as const;

/**
 * Checks a chunk's records object: it is the one that the chunk was closed with, and has one record
 * of each page of the chunk to which a rule of the selection policy applies, in the order of the
 * outcomes, and no other. What a record says is not extracted again.
 */
export async function checkRecords(audit: Audit, chunk: ChunkContent, unit: PlannedUnit | undefined): Promise<void> {
  const { differences, objects } = audit;
  const key = `${chunk.base}${CHUNK_SUFFIX.records}`;
  const due = dueOf(audit, chunk, unit);
  const known = chunk.end.records;
  const bytes = known ? await objects.proven(key, known, PART_CODES) : null;
  const digestOf = recordDigestOf(audit.workflow);
  const digests = recordDigestsOf(chunk.end);
  const seen = new Set<string>();
  let last = -1;
  for (const found of bytes === null ? [] : recordsIn(audit, key, bytes)) {
    const where = `${key} task ${found.key}`;
    const place = due.get(found.key);
    if (seen.has(found.key)) differences.add('record-twice', where, { expected: 'one record', found: 'another' });
    else if (place === undefined) {
      differences.add('record-unproven', where, { expected: 'a page to which a rule applies', found: found.url });
    } else {
      differences.compare('record-url', where, { expected: place.url, found: found.url });
      if (place.order < last)
        differences.add('record-order', where, { expected: 'the order of outcomes', found: 'another' });
      last = Math.max(last, place.order);
    }
    const digest = { expected: digestOf?.(found) ?? 'none', found: digests.get(found.key) ?? 'none' };
    differences.compare('record-digest', where, digest);
    seen.add(found.key);
  }
  for (const [task, { url }] of due) {
    if (!seen.has(task))
      differences.add('record-missing', `${key} task ${task}`, { expected: url, found: 'no record' });
  }
}

/** Pages of the chunk that must have a record, with their addresses and order. */
function dueOf(
  { rules }: Audit,
  { outcomes }: ChunkContent,
  unit: PlannedUnit | undefined,
): Map<string, { readonly url: string; readonly order: number }> {
  const due = new Map<string, { readonly url: string; readonly order: number }>();
  if (rules === null) return due;
  for (const [order, line] of outcomes.entries()) {
    const task = unit?.tasks.get(line.key);
    if (task === undefined || task.sitemap !== null || !isPage(line)) continue; // nothing is extracted from a sitemap
    if (rules.applies(task.url, line.contentType ?? null)) due.set(line.key, { url: task.url, order });
  }
  return due;
}

const isPage = ({ outcome }: OutcomeLine): boolean => outcome.type === 'stored' || outcome.type === 'notModified';

interface FoundRecord extends ComparedRecord {
  readonly key: string;
  readonly url: string;
}

function* recordsIn({ differences }: Audit, object: string, bytes: Uint8Array): Generator<FoundRecord> {
  try {
    for (const value of valuesOf(bytes, { maxLineBytes: MAX_RECORD_LINE_BYTES })) {
      if (isRecord(value)) yield value;
      else differences.add('record-corrupt', object, { expected: 'a line of docs/reference/formats.md', found: value });
    }
  } catch (error) {
    if (codeOf(error) !== 'OBJECT_CORRUPT') throw error;
    differences.add('record-corrupt', object, { expected: 'JSON lines', found: (error as Error).message });
  }
}

/** The schema would look at every value of every record: this is what others count on. */
function isRecord(value: unknown): value is FoundRecord {
  if (!isMapping(value)) return false;
  const { key, url, record, errors } = value;
  if (typeof key !== 'string' || typeof url !== 'string' || !isMapping(record) || !Array.isArray(errors)) return false;
  return errors.every(
    (error: unknown) => isMapping(error) && CODES.has(error.code) && typeof error.message === 'string',
  );
}

const CODES: ReadonlySet<unknown> = new Set(RECORD_ERROR_CODES);

const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
