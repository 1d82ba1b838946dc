import type { GroupBy } from '#core/audit/group-by.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { printableJson } from '#core/model/printable.ts';
import { groupReport } from '#engine/duplicate-list/group-report.ts';
import { type ExportTools, exportJob } from '#engine/export/export-execution.ts';
import type { ExportJob } from '#engine/export/job/export-job.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';

export interface DuplicatesRequest {
  readonly id: ExecutionId;
  /** What pages of a group have in common. */
  readonly by: GroupBy;
  /** By text: share of runs of five words that two pages must have in common, 0.7 to 1. */
  readonly threshold: number;
  /** By text: an earlier execution; only pages that it has not are compared, with its pages. */
  readonly against?: ExecutionId | undefined;
}

/**
 * Finds groups of pages on a server: the lines of `duplicateLines`, or an error that says when
 * there are some.
 */
export type FindDuplicates = (request: DuplicatesRequest) => AsyncGenerator<string>;

/**
 * The groups of an execution of one place, a JSON object a line: the summary, then the pages. The
 * scratch is removed when the lines end, also when their reader leaves.
 * @throws SurfError EXECUTION_NOT_FOUND, OUTPUT_NOT_KEPT, OBJECT_CORRUPT
 */
export async function* duplicateLines(
  source: ExportSource,
  { openScratch, texts }: ExportTools,
  { id, by, threshold, against }: DuplicatesRequest,
): AsyncGenerator<string> {
  const { scratch, close } = await openScratch();
  try {
    const jobOf = (of: ExecutionId): ExportJob => exportJob(source, { id: of, scratch, texts });
    const earlier = against === undefined ? null : jobOf(against);
    const report = await groupReport(jobOf(id), { by, threshold, earlier });
    try {
      yield lineOf(report.summary);
      for await (const line of report.lines) yield lineOf(line);
    } finally {
      await report.close();
    }
  } finally {
    await close();
  }
}

const lineOf = (line: object): string => `${printableJson(line)}\n`;
