import { auditLines } from '#engine/audit/audit-lines.ts';
import { auditNameOf, type RequestedAudit, tooManyIssues } from '#engine/audit/requested-audit.ts';
import type { ExportTools } from '#engine/export/export-execution.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';
import { putLines } from '#engine/requested/built-lines.ts';

/** Pages up to which a function compares texts: 20,000 take 160 s of CPU. */
const MOST_TEXTS = 20_000;

/**
 * Audits an ended execution and puts the lines into the archive, for `requestedAudit`.
 * @throws SurfError EXECUTION_NOT_FOUND, STATE_CONFLICT, OUTPUT_NOT_KEPT, OBJECT_CORRUPT,
 * ANSWER_TOO_LARGE
 */
export async function buildAudit(
  source: ExportSource,
  tools: ExportTools,
  { id, compare }: Omit<RequestedAudit, 'build'>,
): Promise<void> {
  const name = await auditNameOf(source.catalog, { id, compare });
  const lines = auditLines(source, tools, { id, mostTexts: MOST_TEXTS, ...(compare !== undefined && { compare }) });
  await putLines(source, { id, name, lines, tooLong: () => tooManyIssues(id) });
}
