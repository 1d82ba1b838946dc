import type { Issue, IssueState } from '#core/audit/issue.ts';
import { type IssueLine, issueLine, severityOf } from '#core/audit/issue.ts';
import { type IssueCode, isAtLeast, type Severity } from '#core/audit/issue-kinds.ts';
import type { NotJudged } from '#core/audit/not-judged.ts';
import type { Counts, Execution } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { printableJson } from '#core/model/printable.ts';
import { auditExecution } from '#engine/audit/audit-execution.ts';
import { comparedIssues, type StateCounts } from '#engine/audit/compared-issues.ts';
import type { CountedIssues } from '#engine/audit/issue-sorter.ts';
import { type ExportTools, exportJob } from '#engine/export/export-execution.ts';
import type { ExportJob } from '#engine/export/job/export-job.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';

/** Version of the lines: fields are added, and none is changed, while it is the same. */
const SCHEMA = 1;

/** The first line of an audit. */
export interface AuditSummary {
  readonly type: 'summary';
  readonly schema: typeof SCHEMA;
  readonly execution: ExecutionId;
  /** The crawl reached everything: false where a limit, a pause or a stop ended it. */
  readonly complete: boolean;
  /** HTML pages that were read. */
  readonly pages: number;
  /** Issues. */
  readonly severities: CountedIssues['severities'];
  readonly counts: CountedIssues['counts'];
  /** Kinds that the audit did not look for, as the crawl has too many pages. */
  readonly unchecked: readonly IssueCode[];
  readonly externalLinks: NotJudged;
  /** Earlier execution of a comparison, and issues by their state. */
  readonly compared?: { readonly with: ExecutionId } & StateCounts;
}

/** Machine-readable line of an audit, one object each: the summary comes first. */
export type AuditLine = AuditSummary | IssueLine;

/** An audit, or the comparison of two. */
export interface AuditReport {
  readonly summary: AuditSummary;
  /** Issues by kind, state if compared, URL and source. Can be read once. */
  readonly issues: AsyncIterable<IssueLine>;
}

export interface AuditRequest {
  readonly id: ExecutionId;
  /** An earlier execution: each issue gets its state. */
  readonly compare?: ExecutionId;
  /** Surf compares no texts of larger crawls. @default no limit */
  readonly mostTexts?: number;
}

/**
 * Audits an execution from its archive, without a request.
 * @throws SurfError EXECUTION_NOT_FOUND, OUTPUT_NOT_KEPT, OBJECT_CORRUPT
 */
export async function auditReport(
  job: ExportJob,
  earlier: ExportJob | null,
  mostTexts = Number.POSITIVE_INFINITY,
): Promise<AuditReport> {
  const { id, supply, scratch } = job;
  const { status, counts: settled } = await rowOf(job);
  const complete = status === 'succeeded' && settled.kept === undefined;
  const most = Math.max(textsOf(settled), earlier === null ? 0 : textsOf((await rowOf(earlier)).counts));
  const comparesTexts = most <= mostTexts;
  const after = await auditExecution(job, { comparesTexts, notesUnjudged: earlier !== null });
  const { pages, severities, counts } = after;
  const { external } = await supply.definition(id);
  const unchecked: readonly IssueCode[] = comparesTexts ? [] : ['near-duplicate'];
  const summary: AuditSummary = {
    type: 'summary',
    schema: SCHEMA,
    execution: id,
    complete,
    pages,
    severities,
    counts,
    unchecked,
    externalLinks: { notJudged: after.notJudged, isRegistered: external.keep, checks: external.checks },
  };
  if (earlier === null) return { summary, issues: linesOf(after.issues) };
  const before = await auditExecution(earlier, { comparesTexts });
  const { states, issues } = await comparedIssues({ before, after, isComplete: complete, scratch });
  return { summary: { ...summary, compared: { with: earlier.id, ...states } }, issues: linesOf(issues) };
}

const rowOf = async ({ id, supply }: ExportJob): Promise<Execution> => (await supply.kept(id)).catalog.execution(id);

const textsOf = ({ stored, notModified }: Counts): number => stored + notModified;

async function* linesOf(issues: AsyncIterable<Issue & { readonly state?: IssueState }>): AsyncGenerator<IssueLine> {
  for await (const issue of issues) yield issueLine(issue, issue.state);
}

/** Only issues that match every given field. */
export interface IssueFilter {
  readonly code?: IssueCode | undefined;
  /** This severity, and higher ones. */
  readonly least?: Severity | undefined;
  /** Only in this state of a comparison. */
  readonly state?: IssueState | undefined;
}

/**
 * Finds the faults of a site on a server: the lines of `auditLines`, or an error that says when
 * there are some.
 */
export type FindIssues = (request: Omit<AuditRequest, 'mostTexts'> & IssueFilter) => AsyncGenerator<string>;

export const matchesIssue = (issue: Pick<IssueLine, 'code' | 'state'>, { code, least, state }: IssueFilter): boolean =>
  (code === undefined || issue.code === code) &&
  (least === undefined || isAtLeast(severityOf(issue), least)) &&
  (state === undefined || issue.state === state);

/**
 * The audit of an execution of one place, a JSON object a line (AuditLine). The scratch is removed
 * when the lines end, also when their reader leaves.
 * @throws SurfError as auditReport
 */
export async function* auditLines(
  source: ExportSource,
  { openScratch, texts }: ExportTools,
  { id, compare, mostTexts, ...filter }: AuditRequest & IssueFilter,
): AsyncGenerator<string> {
  const { scratch, close } = await openScratch();
  try {
    const jobOf = (of: ExecutionId): ExportJob => exportJob(source, { id: of, scratch, texts });
    const { summary, issues } = await auditReport(jobOf(id), compare === undefined ? null : jobOf(compare), mostTexts);
    yield lineOf(summary);
    for await (const issue of issues) if (matchesIssue(issue, filter)) yield lineOf(issue);
  } finally {
    await close();
  }
}

const lineOf = (line: AuditLine): string => `${printableJson(line)}\n`;
