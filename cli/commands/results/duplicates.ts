import type { Call, Run } from '#cli/args/command.ts';
import { choiceOf } from '#cli/args/flag.ts';
import { withExecution } from '#cli/backend/open-backend.ts';
import { thresholdFlag } from '#cli/export/threshold-flag.ts';
import { withExport } from '#cli/export/write-export.ts';
import { namedTotal } from '#cli/progress/totals/named-total.ts';
import { EXIT } from '#cli/terminal/exit-code.ts';
import { counted } from '#cli/terminal/format.ts';
import { GROUP_BY, type GroupBy } from '#core/audit/group-by.ts';
import { similarityText } from '#core/content/near/threshold.ts';
import { SurfError } from '#core/error.ts';
import { printable } from '#core/model/printable.ts';
import { type GroupReport, groupReport, type NamedGroups } from '#engine/duplicate-list/group-report.ts';
import type { DuplicateLine, DuplicateReport, DuplicateSummary } from '#engine/duplicates/duplicate-report.ts';
import type { ExportJob } from '#engine/export/job/export-job.ts';
import type { NamedLine } from '#engine/named-groups/named-group.ts';

/** `surf duplicates ID`: groups of pages. */
export const run: Run = async (call) => {
  const threshold = thresholdFlag(call);
  const by = byFlag(call);
  return await withExecution(call, async (backend, id) => {
    const against = call.flags.value('against');
    const earlier = against === undefined ? null : await backend.findExecution(against);
    if (earlier === id) {
      throw new SurfError('COMMAND_USAGE', `both names are execution ${id}`, {
        remedy: 'give an earlier execution to --against; surf ls lists them',
      });
    }
    const place = { supply: (scratch: string) => backend.exports(scratch), beside: null };
    const isPlain = call.json || process.stdout.isTTY !== true;
    const tell = async (job: ExportJob, before: ExportJob | null) => {
      const report = await groupReport(job, { by, threshold, earlier: before });
      try {
        if (isPlain) {
          await call.terminal.json(report.summary);
          for await (const line of report.lines) await call.terminal.json(line);
        } else for await (const line of shown(report)) await call.terminal.line(line);
      } finally {
        await report.close();
      }
      return EXIT.succeeded;
    };
    return await withExport(place, { id }, async (job) =>
      earlier === null
        ? await tell(job, null)
        : await withExport(place, { id: earlier }, async (before) => await tell(job, before)),
    );
  });
};

function byFlag({ flags }: Call): GroupBy {
  const by = choiceOf('by', flags.value('by') ?? 'text', GROUP_BY);
  const other = ['threshold', 'against'].find((name) => flags.value(name) !== undefined);
  if (by === 'text' || other === undefined) return by;
  throw new SurfError('COMMAND_USAGE', `--${other} requires --by text`, { remedy: 'leave one of the two out' });
}

const isNamed = (report: GroupReport): report is NamedGroups => 'by' in report.summary;

const shown = (report: GroupReport): AsyncGenerator<string> => (isNamed(report) ? named(report) : near(report));

async function* near({ summary, lines }: DuplicateReport): AsyncGenerator<string> {
  yield totalOf(summary);
  for await (const line of lines) {
    if (line.of === null) yield '';
    yield lineOf(line);
  }
}

function totalOf({ groups, duplicates, pages, threshold, complete, against }: DuplicateSummary): string {
  const part = complete ? counted(pages, 'page') : `the first ${counted(pages, 'page')}`;
  const from = against === undefined ? '' : ` that ${against} does not have`;
  return `${counted(duplicates, 'near duplicate')} in ${counted(groups, 'group')} of ${part}${from}, threshold ${threshold}`;
}

const lineOf = ({ url, of, similarity }: DuplicateLine): string =>
  of === null ? `  ${printable(url)}` : `  ${similarityText(similarity).padStart(7)}  ${printable(url)}`;

async function* named({ summary, lines }: NamedGroups): AsyncGenerator<string> {
  yield namedTotal(summary);
  for await (const line of lines) {
    if (line.of === null) yield '';
    yield* namedLines(line);
  }
}

function* namedLines({ url, of, crawled, language, issues }: NamedLine): Generator<string> {
  const mark = language === undefined ? (of === null ? '' : '  ') : (language ?? '-').padEnd(10);
  yield `  ${printable(mark)}${printable(url)}${crawled ? '' : '  (not crawled)'}`;
  for (const { code, detail, from } of issues) {
    yield `      ${code}: ${printable(detail)}${from === null ? '' : ` (named by ${printable(from)})`}`;
  }
}
