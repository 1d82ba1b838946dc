import { duplicateLines } from '#engine/duplicate-list/duplicate-lines.ts';
import {
  duplicatesNameOf,
  type RequestedDuplicates,
  tooManyDuplicates,
} from '#engine/duplicate-list/requested-duplicates.ts';
import type { ExportTools } from '#engine/export/export-execution.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';
import { putLines } from '#engine/requested/built-lines.ts';

/**
 * Finds the groups of an ended execution and puts the lines into the archive, for
 * `requestedDuplicates`.
 * @throws SurfError EXECUTION_NOT_FOUND, STATE_CONFLICT, OUTPUT_NOT_KEPT, OBJECT_CORRUPT,
 * ANSWER_TOO_LARGE
 */
export async function buildDuplicates(
  source: ExportSource,
  tools: ExportTools,
  request: Omit<RequestedDuplicates, 'build'>,
): Promise<void> {
  const { id, by, threshold, against } = request;
  const name = await duplicatesNameOf(source.catalog, request);
  const lines = duplicateLines(source, tools, { id, by, threshold, against });
  await putLines(source, { id, name, lines, tooLong: () => tooManyDuplicates(id) });
}
