import type { OutcomeLine } from '#core/archive/chunk/chunk-lines.ts';
import { CHUNK_SUFFIX } from '#core/archive/object-keys.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import type { Settled } from '#core/frontier/wave/settle-wave.ts';

/**
 * The row of a task by the line that settles it; the end of the wave may make a duplicate of it.
 */
export function taskRowOf({ task, line, chunk, outcome }: Settled): TaskRow {
  return {
    v: 1,
    key: task.key,
    url: task.url,
    level: task.level,
    rank: task.rank,
    via: task.via ?? null,
    outcome,
    status: line?.status ?? null,
    contentType: line?.contentType ?? null,
    bytes: line?.bytes ?? null,
    ...(line?.cut === true && { cut: true as const }),
    title: line?.title ?? null,
    ...(line?.titleCut === true && { titleCut: true as const }),
    attempts: line?.attempts ?? task.attempts ?? 0,
    startedAt: line?.startedAt ?? null,
    endedAt: line?.endedAt ?? null,
    errors: line?.errors ?? task.errors ?? [],
    archived: archivedAt(line, chunk),
    ...(line?.linksDropped !== undefined && { linksDropped: line.linksDropped }),
    ...((line?.warc === undefined || line.body !== undefined) && chunk !== null && { chunk }),
  };
}

/**
 * Location of its body. The body of a page that was not modified is in the archive of the base, or
 * where the base has it from.
 */
function archivedAt(line: OutcomeLine | null, chunk: string | null): TaskRow['archived'] {
  if (line?.body !== undefined) return line.body;
  if (line?.warc === undefined || chunk === null) return null;
  return { object: `${chunk}${CHUNK_SUFFIX.warc}`, offset: line.warc.offset, length: line.warc.length };
}
