import type { DifferenceCode } from '#engine/verify/audit/difference.ts';
import type { Json } from '#test/verify/history.ts';

/** Something that can go wrong with the records of a chunk, and the code that has to say so. */
export interface RecordCorruption {
  /** Continues after "a record". */
  readonly name: string;
  readonly code: DifferenceCode;
  readonly change: (lines: Json[]) => Json[];
}

const changeFirst = (change: (line: Json) => Json) => (lines: Json[]) =>
  lines.map((line, i) => (i === 0 ? change(line) : line));

export const RECORD_CORRUPTIONS: readonly RecordCorruption[] = [
  { name: 'that is gone', code: 'record-missing', change: (lines) => lines.slice(1) },
  {
    name: 'of a task outside its chunk',
    code: 'record-unproven',
    change: changeFirst((line) => ({ ...line, key: 'f'.repeat(32) })),
  },
  { name: 'that is there twice', code: 'record-twice', change: (lines) => [...lines, ...lines.slice(-1)] },
  {
    name: 'with another address',
    code: 'record-url',
    change: changeFirst((line) => ({ ...line, url: 'http://a.example/other' })),
  },
  { name: 'out of order', code: 'record-order', change: (lines) => lines.toReversed() },
  { name: 'without record', code: 'record-corrupt', change: changeFirst(({ record: _, ...line }) => line) },
  {
    name: 'with an unknown error',
    code: 'record-corrupt',
    change: changeFirst((line) => ({ ...line, errors: [{ code: 'odd', message: '' }] })),
  },
];
