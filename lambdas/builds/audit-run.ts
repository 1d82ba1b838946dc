import * as z from 'zod';
import { ExecutionId } from '#core/model/ids.ts';
import { buildAudit } from '#engine/audit/built-audit.ts';
import { auditNameOf, type RequestedAudit } from '#engine/audit/requested-audit.ts';
import type { ExportTools } from '#engine/export/export-execution.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { BuildName } from './build-name.ts';
import { doRequested } from './requested-work.ts';

/** Event from the API's function. */
export const AuditTicket = z.object({
  type: z.literal('audit'),
  id: ExecutionId,
  compare: ExecutionId.optional(),
  build: BuildName,
});
export type AuditTicket = z.infer<typeof AuditTicket>;

/** Sends audits as tickets. */
export const auditBy =
  (hand: (ticket: AuditTicket) => Promise<void>) =>
  (request: RequestedAudit): Promise<void> =>
    hand({ type: 'audit', ...request });

export interface AuditRunParts {
  readonly source: ExportSource;
  readonly tools: ExportTools;
  readonly telemetry: Telemetry;
}

/** Audits an execution, or records the failure. */
export const auditRun = ({ source, tools, telemetry }: AuditRunParts, ticket: AuditTicket): Promise<void> =>
  doRequested(
    { source, telemetry },
    {
      id: ticket.id,
      attempt: ticket.build,
      unavailable: 'AUDIT_UNAVAILABLE',
      build: () => buildAudit(source, tools, ticket),
      name: () => auditNameOf(source.catalog, ticket),
      log: {
        built: 'execution audited',
        not: 'execution not audited',
        fields: { execution: ticket.id, compare: ticket.compare ?? null },
      },
    },
  );
