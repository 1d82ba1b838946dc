import type { Archive } from '#core/archive/archive.ts';
import type { ChunkEnd, ChunkLine, OutcomeLine } from '#core/archive/chunk/chunk-lines.ts';
import { chunkMembers } from '#core/archive/chunk/chunk-members.ts';
import { CHUNK_SUFFIX } from '#core/archive/object-keys.ts';
import { costOf, LIST_PRICES } from '#core/cost/prices.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import { rawLines } from '#engine/frontier/lines/line-files.ts';

/** Evidence of a settled task in the log itself. */
export interface OutcomeEvidence {
  readonly wave: number;
  readonly unit: number;
  /** Null if the task's workers said nothing about it. */
  readonly line: OutcomeLine | null;
  /** An equal part of what the chunk cost at list price. */
  readonly costUsd: number;
}

/**
 * Reads the chunk that settled a task.
 * @returns null when no chunk did: its workers died, or a rule refused the target of a redirect
 */
export async function outcomeEvidence(archive: Archive, row: TaskRow): Promise<OutcomeEvidence | null> {
  const base = row.chunk ?? row.archived?.object.slice(0, -CHUNK_SUFFIX.warc.length);
  if (base === undefined) return null;
  const [wave, unit] = base.split('/').slice(-3).map(Number);
  let line: OutcomeLine | null = null;
  let end: ChunkEnd | null = null;
  for (const { holds, data } of chunkMembers(await archive.get(`${base}${CHUNK_SUFFIX.lines}`))) {
    if (holds === 'records') continue;
    for (const text of rawLines(data)) {
      if (text.startsWith('{"kind":"end"')) end = JSON.parse(text) as ChunkEnd;
      else if (text.includes(row.key)) line = settlingLine(JSON.parse(text) as ChunkLine, row) ?? line;
    }
  }
  const { outcomes = 0, usage } = end ?? {};
  const costUsd = usage === undefined || outcomes === 0 ? 0 : costOf(usage, LIST_PRICES).total / outcomes;
  return { wave: wave ?? 0, unit: unit ?? 0, line, costUsd };
}

const settlingLine = (line: ChunkLine, { key }: TaskRow): OutcomeLine | null =>
  line.kind === 'outcome' && line.key === key && line.outcome.type !== 'deferred' ? line : null;
