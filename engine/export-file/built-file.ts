import { exportObject } from '#core/archive/reports/report-names.ts';
import { SurfError } from '#core/error.ts';
import type { ExportTools } from '#engine/export/export-execution.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';
import { exportFile } from '#engine/export-file/export-file.ts';
import { commandOf, fileNameOf, type RequestedFile } from '#engine/export-file/requested-file.ts';
import type { ListTasksPorts } from '#engine/list-tasks/list-tasks.ts';
import { isGone } from '#engine/requested/gone-execution.ts';

export interface FileBounds {
  /** The file is in memory, as an object is put at once. */
  readonly mostBytes: number;
  /** True once the time for the work is over. */
  readonly isTimeUp: () => boolean;
}

/**
 * Exports an ended execution into the archive, for `requestedFile`; not where it is deleted.
 * @throws SurfError as exportExecution, STATE_CONFLICT, ANSWER_TOO_LARGE
 */
export async function buildFile(
  source: ExportSource & ListTasksPorts,
  { tools, mostBytes, isTimeUp }: FileBounds & { readonly tools: ExportTools },
  request: Omit<RequestedFile, 'build'>,
): Promise<void> {
  const { archive, catalog } = source;
  const object = exportObject(await fileNameOf(catalog, request));
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of exportFile(source, tools, request)) {
    const next = typeof part === 'string' ? Buffer.from(part) : part;
    bytes += next.length;
    if (bytes > mostBytes) throw tooLarge(`it has more than ${mostBytes} bytes`, request);
    if (isTimeUp()) throw tooLarge('it takes longer than a function may run', request);
    parts.push(next);
  }
  await archive.put(object, parts);
  if (await isGone(catalog, request.id)) await archive.delete([object]);
}

const tooLarge = (what: string, request: Omit<RequestedFile, 'build'>): SurfError =>
  new SurfError('ANSWER_TOO_LARGE', what, {
    remedy: `run ${commandOf(request)}, which makes the file on your machine`,
  });
