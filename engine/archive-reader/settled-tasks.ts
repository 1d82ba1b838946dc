import type { OutcomeLine } from '#core/archive/chunk/chunk-lines.ts';
import { CHUNK_SUFFIX } from '#core/archive/object-keys.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import { ChunkResponses } from '#engine/archive-reader/chunk-responses.ts';
import type { PagePorts } from '#engine/archive-reader/export-ports.ts';
import type { ListedChunk } from '#engine/archive-reader/listed-chunk.ts';
import { listedChunks } from '#engine/archive-reader/listed-chunks.ts';
import { type SettledWave, settledWaves } from '#engine/archive-reader/waves/settled-waves.ts';

/** Tasks of a batch: their discoverers are looked up together. */
const MOST_TASKS = 500;

/** A task with the line that settled it. */
export interface SettledTask {
  readonly row: TaskRow;
  readonly line: OutcomeLine;
}

/** Settled tasks of one chunk, and where their answers are. */
export interface SettledBatch {
  readonly chunk: ListedChunk;
  /**
   * Every line of the chunk that was wanted, in its order; null for one that settled nothing, as
   * another outcome of the task counts.
   */
  readonly tasks: readonly (SettledTask | null)[];
  readonly lines: readonly OutcomeLine[];
  readonly responses: ChunkResponses;
}

/**
 * The tasks that workers settled, chunk by chunk in the order of the crawl, as what is committed
 * now says.
 * @param isWanted lines that are looked up
 */
export async function* settledTasks(
  ports: PagePorts,
  execution: Execution,
  isWanted: (line: OutcomeLine) => boolean,
): AsyncGenerator<SettledBatch> {
  for await (const { manifest, rows } of settledWaves(ports.archive, execution)) {
    for await (const chunk of listedChunks(ports.archive, manifest.chunks)) {
      const responses = new ChunkResponses(ports.archive, chunk);
      const wanted = chunk.outcomes.filter((line) => line.outcome.type !== 'deferred' && isWanted(line));
      for (let from = 0; from < wanted.length; from += MOST_TASKS) {
        const lines = wanted.slice(from, from + MOST_TASKS);
        yield { chunk, tasks: lines.map((line) => taskOf(rows, line, chunk.base)), lines, responses };
      }
    }
  }
}

function taskOf(rows: SettledWave['rows'], line: OutcomeLine, base: string): SettledTask | null {
  const row = rows.get(line.key);
  return row !== undefined && isItsLine(row, line, base) ? { row, line } : null;
}

/**
 * Was the row settled by this line? Of several outcomes of a task one counts; a page that has not
 * changed points to where it was archived before.
 */
export function isItsLine(row: TaskRow, line: OutcomeLine, base: string): boolean {
  if (row.endedAt !== (line.endedAt ?? null)) return false;
  if (row.chunk !== undefined) return row.chunk === base;
  if (row.archived === null || row.outcome.type === 'notModified') return true;
  return row.archived.object === `${base}${CHUNK_SUFFIX.warc}`;
}
