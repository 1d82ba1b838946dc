import { gzipSync } from 'node:zlib';
import { CandidateEncoder } from '#core/archive/chunk/candidate-record.ts';
import type { CandidateLine, ChunkEnd, ChunkHead, OutcomeLine } from '#core/archive/chunk/chunk-lines.ts';

/**
 * A chunk's lines object of version 2, without the engine: head and outcomes, link records, end.
 */
export function chunkBytes(chunk: {
  readonly head: ChunkHead;
  readonly outcomes: readonly OutcomeLine[];
  readonly candidates: readonly CandidateLine[];
  readonly end: ChunkEnd;
}): Uint8Array[] {
  const encoder = new CandidateEncoder();
  const records = chunk.candidates.map(({ kind: _, ...link }) => Buffer.from(encoder.encode(link)));
  return [
    packed([chunk.head, ...chunk.outcomes]),
    ...(records.length === 0 ? [] : [gzipSync(Buffer.concat(records), { level: 1 })]),
    packed([chunk.end]),
  ];
}

const packed = (lines: readonly object[]): Uint8Array =>
  gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join(''), { level: 1 });
