import { gzipLines } from '#core/bytes/json-lines.ts';
import { changesObject } from '#core/diff/comparison-names.ts';
import { diffLines } from '#engine/diff/diff-lines.ts';
import { changesNameOf, MOST_BUILT_BYTES, type RequestedChanges, tooLong } from '#engine/diff/requested-changes.ts';
import type { ExportTools } from '#engine/export/export-execution.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';
import type { ListTasksPorts } from '#engine/list-tasks/list-tasks.ts';
import { isGone } from '#engine/requested/gone-execution.ts';

/**
 * Compares two ended executions and puts the lines into the archive, for `requestedChanges`.
 * @throws SurfError EXECUTION_NOT_FOUND, STATE_CONFLICT, OBJECT_CORRUPT, ANSWER_TOO_LARGE
 */
export async function buildChanges(
  source: ExportSource & ListTasksPorts,
  tools: ExportTools,
  { before, after, by }: Omit<RequestedChanges, 'build'>,
): Promise<void> {
  const object = changesObject(await changesNameOf(source.catalog, { before, after, by }));
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const line of diffLines(source, tools, { before, after, by })) {
    const part = Buffer.from(line);
    bytes += part.length;
    if (bytes > MOST_BUILT_BYTES) throw tooLong({ before, after });
    parts.push(part);
  }
  await source.archive.put(object, [gzipLines(parts)]);
  if (await isGone(source.catalog, after)) await source.archive.delete([object]);
}
