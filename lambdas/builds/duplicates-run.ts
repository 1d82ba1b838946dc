import * as z from 'zod';
import { GROUP_BY } from '#core/audit/group-by.ts';
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
  by: z.enum(GROUP_BY),
  threshold: z.number(),
  against: ExecutionId.optional(),
  build: BuildName,
});
export type DuplicatesTicket = z.infer<typeof DuplicatesTicket>;

/** Sends searches for groups as tickets. */
export const duplicatesBy =
  (hand: (ticket: DuplicatesTicket) => Promise<void>) =>
  (request: RequestedDuplicates): Promise<void> =>
    hand({ type: 'duplicates', ...request });

/** Finds the groups of an execution, or records the failure. */
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
        built: 'groups found',
        not: 'groups not found',
        fields: { execution: ticket.id, by: ticket.by, threshold: ticket.threshold, against: ticket.against ?? null },
      },
    },
  );
