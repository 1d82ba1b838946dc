import { diffLines } from '#engine/diff/diff-lines.ts';
import { changesNameOf, type RequestedChanges, tooLong } from '#engine/diff/requested-changes.ts';
import type { ExportTools } from '#engine/export/export-execution.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';
import type { ListTasksPorts } from '#engine/list-tasks/list-tasks.ts';
import { putLines } from '#engine/requested/built-lines.ts';

/**
 * Compares two ended executions and puts the lines into the archive, for `requestedChanges`.
 * @throws SurfError EXECUTION_NOT_FOUND, STATE_CONFLICT, OBJECT_CORRUPT, ANSWER_TOO_LARGE
 */
export async function buildChanges(
  source: ExportSource & ListTasksPorts,
  tools: ExportTools,
  { before, after, by, links }: Omit<RequestedChanges, 'build'>,
): Promise<void> {
  const name = await changesNameOf(source.catalog, { before, after, by, links });
  const lines = diffLines(source, tools, { before, after, by, links });
  await putLines(source, { id: after, name, lines, tooLong: () => tooLong({ before, after }) });
}
