import type { ExecutionId } from '#core/model/ids.ts';
import { pagesChanged } from '#engine/diff/open-comparison.ts';
import { type ExportRequest, type ExportTools, exportExecution } from '#engine/export/export-execution.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';
import type { ListTasksPorts } from '#engine/list-tasks/list-tasks.ts';

/** A file that a caller requests from a server. */
export interface ExportFileRequest extends ExportRequest {
  /** An earlier execution: only pages that are new or changed since. @default all pages */
  readonly since?: ExecutionId | undefined;
}

/** The file: its bytes, made while they are read, or the object of the archive that has them. */
export type FoundFile =
  | { readonly parts: AsyncGenerator<Uint8Array | string> }
  | { readonly object: string; readonly bytes: number };

export type FindFile = (request: ExportFileRequest) => Promise<FoundFile>;

/**
 * Makes the file while it is read.
 * @throws SurfError as exportExecution
 */
export async function* exportFile(
  source: ExportSource & ListTasksPorts,
  tools: ExportTools,
  { since, ...request }: ExportFileRequest,
): AsyncGenerator<Uint8Array | string> {
  if (since === undefined) return yield* exportExecution(source, tools, request);
  const only = await pagesChanged(source, tools, { before: since, after: request.id });
  yield* exportExecution(source, tools, { ...request, options: { ...request.options, only } });
}
