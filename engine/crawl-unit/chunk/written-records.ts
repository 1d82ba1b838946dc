import type { ChunkEnd } from '#core/archive/chunk/chunk-lines.ts';
import { deflatedMember } from '#core/bytes/gzip.ts';
import type { ComparedRecord, RecordDigest } from '#core/selection/records/record-digest.ts';
import { faultsOf, type PageFaults } from '#core/selection/records/record-faults.ts';
import type { RecordError } from '#core/selection/records/record-lines.ts';
import type { PendingRecord } from '#engine/crawl-unit/chunk/record-writer.ts';

/** End of a record's line without errors: most lines are not parsed. */
const NO_ERRORS = '"errors":[]}';

/**
 * The records of a chunk when the last of them is there: the parts of their object, null when there
 * is none; the pages that have errors; and digests of all records.
 * @param digestOf null: nobody compares records
 * @throws what an extractor threw
 */
export async function writtenRecords(
  records: readonly PendingRecord[],
  digestOf: RecordDigest | null,
): Promise<{ lines: Uint8Array[] | null; faults: PageFaults[]; digests: NonNullable<ChunkEnd['recordDigests']> }> {
  if (records.length === 0) return { lines: null, faults: [], digests: [] };
  const lines = await Promise.all(records.map(({ line }) => line));
  const faults = lines.flatMap((line, n): PageFaults[] => {
    const { key } = records[n] as PendingRecord;
    return line.endsWith(NO_ERRORS) ? [] : [{ key, faults: faultsOf(errorsOf(line)) }];
  });
  return {
    lines: [deflatedMember([Buffer.from(`${lines.join('\n')}\n`)], 1)],
    faults: faults.filter((page) => page.faults.length > 0),
    digests:
      digestOf === null
        ? []
        : lines.map((line, n) => {
            const { key } = records[n] as PendingRecord;
            return { key, digest: digestOf(JSON.parse(line) as ComparedRecord) };
          }),
  };
}

const errorsOf = (line: string): RecordError[] => (JSON.parse(line) as { errors: RecordError[] }).errors;
