import {
  type CandidateLine,
  CHUNK_VERSION,
  type ChunkEnd,
  type ChunkHead,
  type OutcomeLine,
} from '#core/archive/chunk/chunk-lines.ts';
import type { ManifestChunk } from '#core/archive/manifest.ts';
import { CHUNK_SUFFIX, chunkBase } from '#core/archive/object-keys.ts';
import type { Audit } from '#engine/verify/audit/audit.ts';
import { isCandidate, isOutcome } from '#engine/verify/audit/line-shape.ts';
import type { Line } from '#engine/verify/audit/object-reader.ts';

/**
 * A chunk's lines. Every counted field of a line has its shape (line-shape.ts); the rest is as it
 * was written.
 */
export interface ChunkContent {
  readonly base: string;
  readonly head: ChunkHead;
  readonly outcomes: readonly OutcomeLine[];
  readonly candidates: readonly CandidateLine[];
  readonly cdxj: readonly string[];
  readonly end: ChunkEnd;
}

interface Draft {
  head: ChunkHead | null;
  readonly outcomes: OutcomeLine[];
  readonly candidates: CandidateLine[];
  readonly cdxj: string[];
  end: ChunkEnd | null;
}

/** @returns null when nothing can be said of it */
export async function readChunk(audit: Audit, wave: number, listed: ManifestChunk): Promise<ChunkContent | null> {
  const { objects, differences } = audit;
  const key = `${listed.base}${CHUNK_SUFFIX.lines}`;
  const bytes = await objects.proven(key, listed, { missing: 'chunk-missing', hash: 'chunk-hash' });
  if (bytes === null) return null;
  const draft: Draft = { head: null, outcomes: [], candidates: [], cdxj: [], end: null };
  for (const line of objects.chunkLines(key, bytes, 'chunk-corrupt')) collect(audit, key, { draft, line });
  const { head, end } = draft;
  if (head === null || end === null) {
    const found = `${head === null ? 'no first' : 'a first'} line, ${end === null ? 'no last' : 'a last'} line`;
    differences.add('chunk-corrupt', key, { expected: 'a first and a last line', found });
    return null;
  }
  checkName(audit, wave, { listed, head });
  const found = { outcomes: draft.outcomes.length, candidates: draft.candidates.length };
  for (const said of [end, listed]) {
    if (said.outcomes === found.outcomes && said.candidates === found.candidates) continue;
    const expected = { outcomes: said.outcomes, candidates: said.candidates };
    differences.add('chunk-counts', `${key}${said === listed ? ' in the manifest' : ''}`, { expected, found });
  }
  audit.looked.chunks += 1;
  return { ...draft, base: listed.base, head, end };
}

function collect(audit: Audit, key: string, { draft, line }: { draft: Draft; line: Line }): void {
  const misplaced = line.kind === 'chunk' ? draft.head !== null : draft.head === null || draft.end !== null;
  if (misplaced) audit.differences.add('chunk-corrupt', key, { expected: 'lines between first and last', found: line });
  else if (line.kind === 'chunk') draft.head = line as ChunkHead;
  else if (line.kind === 'end') draft.end = line as ChunkEnd;
  else if (isCandidate(line)) draft.candidates.push(line);
  else if (line.kind === 'cdxj') draft.cdxj.push(String(line.line));
  else if (isOutcome(line)) draft.outcomes.push(line);
  else audit.differences.add('line-corrupt', key, { expected: 'a line of docs/reference/formats.md', found: line });
}

function checkName(audit: Audit, wave: number, chunk: { listed: ManifestChunk; head: ChunkHead }): void {
  const { listed, head } = chunk;
  const expected = { wave, unit: listed.unit, n: listed.n, base: listed.base };
  const base = chunkBase({ ...head, execution: audit.id });
  const found = { wave: head.wave, unit: head.unit, n: head.n, base };
  const same =
    head.v <= CHUNK_VERSION && head.execution === audit.id && JSON.stringify(expected) === JSON.stringify(found);
  if (!same) audit.differences.add('chunk-name', listed.base, { expected, found: { ...found, v: head.v } });
}
