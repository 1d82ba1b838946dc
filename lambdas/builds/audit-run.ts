import * as z from 'zod';
import { failureKey } from '#core/archive/reports/build-failure.ts';
import { codeOf } from '#core/error.ts';
import { ExecutionId } from '#core/model/ids.ts';
import { buildAudit } from '#engine/audit/built-audit.ts';
import { auditNameOf, type RequestedAudit } from '#engine/audit/requested-audit.ts';
import type { ExportTools } from '#engine/export/export-execution.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';
import { failureOf, recordFailure } from '#engine/requested/requested-build.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { BuildName } from './build-name.ts';

/** What the API's function hands over. */
export const AuditTicket = z.object({
  type: z.literal('audit'),
  id: ExecutionId,
  compare: ExecutionId.optional(),
  build: BuildName,
});
export type AuditTicket = z.infer<typeof AuditTicket>;

/** Hands audits over as tickets. */
export const auditBy =
  (hand: (ticket: AuditTicket) => Promise<void>) =>
  (request: RequestedAudit): Promise<void> =>
    hand({ type: 'audit', ...request });

export interface AuditRunParts {
  readonly source: ExportSource;
  readonly tools: ExportTools;
  readonly telemetry: Telemetry;
}

/** Audits an execution, or writes down why not. */
export async function auditRun({ source, tools, telemetry }: AuditRunParts, ticket: AuditTicket): Promise<void> {
  const { id, compare } = ticket;
  try {
    await buildAudit(source, tools, ticket);
    telemetry.line('execution audited', { execution: id, compare: compare ?? null });
  } catch (error) {
    telemetry.problem('execution not audited', { execution: id, code: codeOf(error) ?? null }, error);
    const key = failureKey(await auditNameOf(source.catalog, ticket), ticket.build);
    const failure = failureOf(error, { at: source.clock.now(), unavailable: 'AUDIT_UNAVAILABLE' });
    await recordFailure(source, { id, key, failure });
  }
}
