import { auditName } from '#core/archive/reports/report-names.ts';
import { SurfError } from '#core/error.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { type AuditLine, type FindIssues, matchesIssue } from '#engine/audit/audit-lines.ts';
import type { BuildWords } from '#engine/requested/build-problem.ts';
import { endedExecution } from '#engine/requested/ended-execution.ts';
import { type RequestedLinesPorts, requestedLines } from '#engine/requested/requested-lines.ts';

/** An audit that another program makes. */
export interface RequestedAudit {
  readonly id: ExecutionId;
  /** An earlier execution: each issue gets its state. */
  readonly compare?: ExecutionId | undefined;
  /** Names this attempt. */
  readonly build: string;
}

export interface RequestedAuditPorts extends RequestedLinesPorts {
  readonly catalog: Pick<Catalog, 'execution'>;
  /** Hands the request over, and does not wait for its end. */
  readonly start: (request: RequestedAudit) => Promise<void>;
}

const WORDS: BuildWords = { running: 'AUDIT_RUNNING', what: 'the audit' };

/**
 * Has another program audit an ended execution, and reads what it left in the archive.
 * @returns lines; reading them throws SurfError AUDIT_RUNNING, the reason why an audit failed,
 * STATE_CONFLICT for an execution that has not ended, ANSWER_TOO_LARGE
 */
export const requestedAudit = (ports: RequestedAuditPorts): FindIssues =>
  async function* lines({ id, compare, ...filter }) {
    yield* requestedLines(ports, {
      name: await auditNameOf(ports.catalog, { id, compare }),
      unavailable: 'AUDIT_UNAVAILABLE',
      start: (build) => ports.start({ id, build, ...(compare !== undefined && { compare }) }),
      words: WORDS,
      isWanted: (line) => {
        const parsed = JSON.parse(line) as AuditLine;
        return parsed.type === 'summary' || matchesIssue(parsed, filter);
      },
      tooLong: () => tooManyIssues(id),
    });
  };

/**
 * The name of the lines in the archive.
 * @throws SurfError STATE_CONFLICT for an execution that has not ended, EXECUTION_NOT_FOUND
 */
export async function auditNameOf(
  catalog: Pick<Catalog, 'execution'>,
  { id, compare }: Omit<RequestedAudit, 'build'>,
): Promise<string> {
  const words = { does: 'audits', instead: localAudit(id) } as const;
  const row = await endedExecution(catalog, id, words);
  return auditName(row, compare === undefined ? null : await endedExecution(catalog, compare, words));
}

const localAudit = (id: ExecutionId): string => `surf audit ${id} --api URL, which reads the archive from your machine`;

/** Error for a site with too many faults. */
export const tooManyIssues = (id: ExecutionId): SurfError =>
  new SurfError('ANSWER_TOO_LARGE', 'the site has more issues than a deployment returns in one answer', {
    remedy: `request one kind or one severity, or run ${localAudit(id)}`,
  });
