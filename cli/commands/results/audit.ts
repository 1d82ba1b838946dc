import type { Call, Run } from '#cli/args/command.ts';
import { withExecution } from '#cli/backend/open-backend.ts';
import { type ExportTarget, exportTarget, writeDevice, writeFileWhole } from '#cli/export/export-target.ts';
import { withExport } from '#cli/export/write-export.ts';
import { EXIT, type ExitCode } from '#cli/terminal/exit-code.ts';
import { count, counted } from '#cli/terminal/format.ts';
import { auditPage } from '#core/audit/audit-page.ts';
import { auditTableHead, auditTableRow } from '#core/audit/audit-table.ts';
import { ISSUE_STATES, type IssueLine } from '#core/audit/issue.ts';
import { ISSUE_CODES, ISSUE_KINDS, type IssueCode, isAtLeast, SEVERITIES } from '#core/audit/issue-kinds.ts';
import { notJudgedWords } from '#core/audit/not-judged.ts';
import { SurfError } from '#core/error.ts';
import { didYouMean } from '#core/faults/nearest-name.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { printable, printableJson } from '#core/model/printable.ts';
import {
  type AuditReport,
  type AuditSummary,
  auditReport,
  type IssueFilter,
  matchesIssue,
} from '#engine/audit/audit-lines.ts';
import type { Chunks, ExportJob } from '#engine/export/job/export-job.ts';

const FORMATS = ['html', 'csv', 'jsonl'] as const;
type Format = (typeof FORMATS)[number];

/** Values of `--fail-on`: a severity, which includes graver ones, or a kind of issue. */
const FAIL_ON = [...SEVERITIES, ...ISSUE_CODES] as const;
type FailOn = (typeof FAIL_ON)[number];

interface Wanted {
  readonly format: Format | null;
  readonly target: ExportTarget | null;
  readonly filter: IssueFilter;
  readonly failOn: readonly FailOn[];
}

/** `surf audit ID` */
export const run: Run = async (call) => {
  const wanted = await wantedOf(call);
  return await withExecution(call, async (backend, id) => {
    const compare = call.flags.value('compare');
    const earlier = compare === undefined ? null : await backend.findExecution(compare);
    if (earlier === id) throw oneExecution(id);
    const { name } = await backend.describe(id);
    const beside = wanted.target?.kind === 'file' ? wanted.target.path : null;
    const place = { supply: (scratch: string) => backend.exports(scratch), beside };
    return await withExport(place, { id }, async (job) => {
      const tell = async (before: ExportJob | null) =>
        await write(call, { report: await auditReport(job, before), name, wanted });
      return earlier === null ? await tell(null) : await withExport(place, { id: earlier }, tell);
    });
  });
};

async function wantedOf({ flags }: Call): Promise<Wanted> {
  const out = flags.value('out');
  const format = choice(flags.value('format') ?? suffixOf(out), { flag: 'format', known: FORMATS });
  const failOn = flags.values('fail-on').flatMap((text) => choice(text, { flag: 'fail-on', known: FAIL_ON }) ?? []);
  const code = choice(flags.value('kind'), { flag: 'kind', known: ISSUE_CODES });
  const least = choice(flags.value('severity'), { flag: 'severity', known: SEVERITIES });
  const state = choice(flags.value('state'), { flag: 'state', known: ISSUE_STATES });
  if (state !== null && flags.value('compare') === undefined) {
    throw new SurfError('COMMAND_USAGE', '--state requires --compare', {
      remedy: 'give an earlier execution to --compare; surf ls lists them',
    });
  }
  if (out !== undefined && format === null) {
    throw new SurfError('COMMAND_USAGE', `${out.slice(0, 200)} does not say in which format to write`, {
      remedy: 'end it with .html, .csv or .jsonl, or give --format',
    });
  }
  const target = format === null ? null : await exportTarget(out ?? '-', { as: 'file', force: flags.has('force') });
  const filter = {
    ...(code !== null && { code }),
    ...(least !== null && { least }),
    ...(state !== null && { state }),
  };
  return { format, target, failOn, filter };
}

/** The format that the path's suffix names. */
const suffixOf = (out: string | undefined): string | undefined =>
  FORMATS.find((format) => out?.toLowerCase().endsWith(`.${format}`));

/** One of the known values, or null without the flag. */
function choice<T extends string>(
  text: string | undefined,
  { flag, known }: { readonly flag: string; readonly known: readonly T[] },
): T | null {
  if (text === undefined) return null;
  const value = known.find((one) => one === text);
  if (value !== undefined) return value;
  throw new SurfError('COMMAND_USAGE', `--${flag} ${JSON.stringify(text.slice(0, 100))} is unknown`, {
    remedy: `${didYouMean(text, known)}known are ${known.join(', ')}`,
  });
}

const oneExecution = (id: ExecutionId): SurfError =>
  new SurfError('COMMAND_USAGE', `both names are execution ${id}`, {
    remedy: 'give an earlier execution to --compare; surf ls lists them',
  });

interface Result {
  readonly report: AuditReport;
  /** Name of the execution. */
  readonly name: string;
  readonly wanted: Wanted;
}

/** Writes the audit. @returns the exit code that `--fail-on` asks for */
async function write(call: Call, { report, name, wanted }: Result): Promise<ExitCode> {
  const { summary } = report;
  const { filter, failOn, format, target } = wanted;
  let failures = 0;
  const issues = async function* (): AsyncGenerator<IssueLine> {
    for await (const issue of report.issues) {
      const isThere = issue.state === undefined || issue.state === 'new';
      if (isThere && failOn.some((bar) => isOver(issue, bar))) failures += 1;
      if (matchesIssue(issue, filter)) yield issue;
    }
  };
  if (format !== null && target !== null) {
    const chunks = chunksOf(format, { summary, name, issues: issues() });
    if (target.kind === 'file') await writeFileWhole(target.path, chunks);
    else if (target.kind === 'device') await writeDevice(target.path, chunks);
    else for await (const chunk of chunks) await call.terminal.bytes(chunk);
    if (target.kind === 'file') tellFile(call, summary, target.path);
  } else if (call.json || process.stdout.isTTY !== true) {
    for await (const chunk of chunksOf('jsonl', { summary, name, issues: issues() })) await call.terminal.bytes(chunk);
  } else await show(call, summary, issues());
  if (failures === 0) return EXIT.succeeded;
  call.terminal.fault(
    `${counted(failures, 'issue')} of --fail-on ${failOn.join(', ')}: the exit code is ${EXIT.difference}`,
  );
  return EXIT.difference;
}

/** Prints the totals of the file, and the number of links without a verdict, on stderr. */
function tellFile(call: Call, summary: AuditSummary, path: string): void {
  const [total = '', ...lacks] = summaryLines(summary);
  for (const line of [`${total}, written to ${path}`, ...lacks]) call.terminal.note(line);
}

const isOver = ({ code, severity }: IssueLine, bar: FailOn): boolean => {
  const least = SEVERITIES.find((known) => known === bar);
  return least === undefined ? code === bar : isAtLeast(severity, least);
};

interface SubscriptionOwner {
  readonly summary: AuditSummary;
  readonly name: string;
  readonly issues: AsyncIterable<IssueLine>;
}

async function* chunksOf(format: Format, { summary, name, issues }: SubscriptionOwner): Chunks {
  if (format === 'html') return yield* auditPage({ ...summary, name }, issues);
  yield format === 'csv' ? auditTableHead() : `${printableJson(summary)}\n`;
  for await (const issue of issues) yield format === 'csv' ? auditTableRow(issue) : `${printableJson(issue)}\n`;
}

/** Prints the counts, then each issue with the remedy for its kind. */
async function show(call: Call, summary: AuditSummary, issues: AsyncIterable<IssueLine>): Promise<void> {
  for (const line of summaryLines(summary)) await call.terminal.line(line);
  let code: IssueCode | null = null;
  for await (const issue of issues) {
    if (issue.code !== code) {
      code = issue.code;
      const { title, remedy } = ISSUE_KINDS[code];
      for (const line of ['', `${issue.severity}  ${title}  (${code})`, `  ${remedy}`]) await call.terminal.line(line);
    }
    await call.terminal.line(lineOf(issue));
  }
}

function summaryLines({ execution, complete, pages, severities, externalLinks, compared }: AuditSummary): string[] {
  const notJudged = notJudgedWords(execution, externalLinks);
  return [
    `${totalOf({ severities })} on ${counted(pages, 'page')}`,
    ...(complete ? [] : ['the execution did not read every page: the others are not judged']),
    ...(notJudged === null ? [] : [notJudged]),
    ...(compared === undefined
      ? []
      : [
          `  against ${compared.with}: ${count(compared.new)} new, ${count(compared.remaining)} remaining, ` +
            `${count(compared.mended)} mended, ${count(compared.unknown)} unknown`,
        ]),
  ];
}

const totalOf = ({ severities }: Pick<AuditSummary, 'severities'>): string =>
  SEVERITIES.map((severity) => counted(severities[severity], severity)).join(', ');

const lineOf = ({ url, detail, from, text, state }: IssueLine): string =>
  [
    `  ${state === undefined ? '' : `${state.padEnd(9)} `}${printable(url)}  ${printable(detail)}`,
    ...(from === null ? [] : [`from ${printable(from)}`]),
    ...(text === null || text === '' ? [] : [`“${printable(text)}”`]),
  ].join('  ');
