import * as z from 'zod';
import { USUAL_CHUNK_TOKENS } from '#core/export/text-chunks.ts';
import { ExecutionId } from '#core/model/ids.ts';
import type { ExportTools } from '#engine/export/export-execution.ts';
import { FORMAT_NAMES } from '#engine/export/formats.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';
import { buildFile, type FileBounds } from '#engine/export-file/built-file.ts';
import { fileNameOf, type RequestedFile } from '#engine/export-file/requested-file.ts';
import type { ListTasksPorts } from '#engine/list-tasks/list-tasks.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { BuildName } from './build-name.ts';
import { doRequested } from './requested-work.ts';

/** Event from the API's function. */
export const ExportTicket = z.object({
  type: z.literal('export'),
  id: ExecutionId,
  format: z.enum(FORMAT_NAMES),
  as: z.enum(['file', 'zip']).optional(),
  options: z.object({
    byTarget: z.boolean(),
    explicitPorts: z.boolean(),
    threshold: z.number(),
    columns: z.array(z.string()).nullable(),
    part: z.enum(['main', 'full']).default('main'), // a ticket of an earlier version has none
    fitTokens: z.number().nullable(),
    chunkTokens: z.number().default(USUAL_CHUNK_TOKENS), // a ticket of an earlier version has none
    skipsNear: z.boolean(),
  }),
  since: ExecutionId.optional(),
  build: BuildName,
});
export type ExportTicket = z.infer<typeof ExportTicket>;

/** Sends exports as tickets. */
export const exportBy =
  (hand: (ticket: ExportTicket) => Promise<void>) =>
  (request: RequestedFile): Promise<void> =>
    hand({ type: 'export', ...request, options: { ...request.options, columns: copied(request.options.columns) } });

const copied = (names: readonly string[] | null): string[] | null => names && [...names];

export interface ExportRunParts extends FileBounds {
  readonly source: ExportSource & ListTasksPorts;
  readonly tools: ExportTools;
  readonly telemetry: Telemetry;
}

/** Exports an execution, or records the failure. */
export function exportRun({ source, telemetry, ...parts }: ExportRunParts, ticket: ExportTicket): Promise<void> {
  const { type: _, ...request } = ticket;
  const fields = { execution: ticket.id, format: ticket.format };
  return doRequested(
    { source, telemetry },
    {
      id: ticket.id,
      attempt: ticket.build,
      unavailable: 'EXPORT_UNAVAILABLE',
      build: () => buildFile(source, parts, request),
      name: () => fileNameOf(source.catalog, request),
      log: { built: 'execution exported', not: 'execution not exported', fields },
    },
  );
}
