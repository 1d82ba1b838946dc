import type { Archive } from '#core/archive/archive.ts';
import {
  CandidateEncoder,
  cashAt,
  type FoundLink,
  keyHighAt,
  keyLowAt,
  levelAt,
  positionAt,
  rankAt,
} from '#core/archive/chunk/candidate-record.ts';
import type { Candidate } from '#core/archive/chunk/chunk-lines.ts';
import type { RecordBytes } from '#core/archive/warc/record-blocks.ts';
import type { KeyOf } from '#engine/external-sort/external-sort.ts';
import { readRecords } from '#engine/external-sort/record-file.ts';
import { streamLines } from '#engine/frontier/lines/line-files.ts';

/**
 * Orders link records by URL key. 96 of its 128 bits: what else decides between two of one sort key
 * is `compareKeysAt`.
 */
export const byUrlKey: KeyOf = ({ bytes, at }) => ({ a: 0, b: keyHighAt(bytes, at), c: keyLowAt(bytes, at) });

/**
 * Orders link records by the level and rank of their pages, then by their positions there: the
 * order in which links get their ranks.
 */
export const byPlace: KeyOf = ({ bytes, at }) => ({
  a: levelAt(bytes, at),
  b: rankAt(bytes, at),
  c: positionAt(bytes, at),
});

/** Positions below a million differ; a page of 10 MiB has no more links. */
const POSITIONS = 2 ** 20;

/**
 * Orders link records by the level of their pages, then the most cash first, then by rank and
 * position: the order of ranks with `order: importance`.
 */
export const byCash: KeyOf = ({ bytes, at }) => ({
  a: levelAt(bytes, at),
  b: Number.MAX_SAFE_INTEGER - cashAt(bytes, at),
  c: rankAt(bytes, at) * POSITIONS + Math.min(positionAt(bytes, at), POSITIONS - 1),
});

/** The record of a link, valid until the encoder writes another. */
export function recordOf(encoder: CandidateEncoder, link: FoundLink): RecordBytes {
  const bytes = encoder.encode(link);
  return { bytes, at: 0, end: bytes.length };
}

/**
 * The link records of an object of the frontier. Version 1 wrote them as JSON lines, in objects
 * whose names end with `.jsonl`.
 * @param partBytes read at once @throws SurfError OBJECT_NOT_FOUND, OBJECT_CORRUPT
 */
export function readCandidates(archive: Archive, object: string, partBytes?: number): AsyncGenerator<RecordBytes[]> {
  return object.endsWith('.jsonl')
    ? recordsOfLines(archive, object, partBytes)
    : readRecords(archive, object, partBytes);
}

async function* recordsOfLines(archive: Archive, object: string, partBytes?: number): AsyncGenerator<RecordBytes[]> {
  const encoder = new CandidateEncoder();
  for await (const lines of streamLines(archive, object, partBytes)) {
    yield lines.map((line) => {
      const bytes = Buffer.from(encoder.encode(JSON.parse(line) as Candidate));
      return { bytes, at: 0, end: bytes.length };
    });
  }
}
