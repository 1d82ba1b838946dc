import * as z from 'zod';
import { ExecutionId } from '#core/model/ids.ts';
import { buildDuplicates } from '#engine/duplicate-list/built-duplicates.ts';
import { duplicatesNameOf, type RequestedDuplicates } from '#engine/duplicate-list/requested-duplicates.ts';
import type { AuditRunParts } from './audit-run.ts';
import { BuildName } from './build-name.ts';
import { doRequested } from './requested-work.ts';

/** Event from the API's function. */
export const DuplicatesTicket = z.object({
  type: z.literal('duplicates'),
  id: ExecutionId,
  threshold: z.number(),
  against: ExecutionId.optional(),
  build: BuildName,
});
export type DuplicatesTicket = z.infer<typeof DuplicatesTicket>;

/** Sends searches for near duplicates as tickets. */
export const duplicatesBy =
  (hand: (ticket: DuplicatesTicket) => Promise<void>) =>
  (request: RequestedDuplicates): Promise<void> =>
    hand({ type: 'duplicates', ...request });

/** Compares the texts of an execution, or records the failure. */
export const duplicatesRun = (
  { source, tools, telemetry }: AuditRunParts,
  { type: _, ...ticket }: DuplicatesTicket,
): Promise<void> =>
  doRequested(
    { source, telemetry },
    {
      id: ticket.id,
      attempt: ticket.build,
      unavailable: 'DUPLICATES_UNAVAILABLE',
      build: () => buildDuplicates(source, tools, ticket),
      name: () => duplicatesNameOf(source.catalog, ticket),
      log: {
        built: 'near duplicates found',
        not: 'near duplicates not found',
        fields: { execution: ticket.id, threshold: ticket.threshold, against: ticket.against ?? null },
      },
    },
  );
