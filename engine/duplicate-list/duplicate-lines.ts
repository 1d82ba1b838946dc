import type { ExecutionId } from '#core/model/ids.ts';
import { printableJson } from '#core/model/printable.ts';
import { type DuplicateLine, type DuplicateSummary, duplicateReport } from '#engine/duplicates/duplicate-report.ts';
import { type ExportTools, exportJob } from '#engine/export/export-execution.ts';
import type { ExportJob } from '#engine/export/job/export-job.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';

export interface DuplicatesRequest {
  readonly id: ExecutionId;
  /** Share of runs of five words that two pages must have in common, 0.7 to 1. */
  readonly threshold: number;
  /** An earlier execution: only pages that it has not are compared, with its pages. */
  readonly against?: ExecutionId | undefined;
}

/**
 * Finds near duplicates on a server: the lines of `duplicateLines`, or an error that says when
 * there are some.
 */
export type FindDuplicates = (request: DuplicatesRequest) => AsyncGenerator<string>;

/**
 * The near duplicates of an execution of one place, a JSON object a line: a DuplicateSummary, then
 * DuplicateLines. The scratch is removed when the lines end, also when their reader leaves.
 * @throws SurfError EXECUTION_NOT_FOUND, OUTPUT_NOT_KEPT, OBJECT_CORRUPT
 */
export async function* duplicateLines(
  source: ExportSource,
  { openScratch, texts }: ExportTools,
  { id, threshold, against }: DuplicatesRequest,
): AsyncGenerator<string> {
  const { scratch, close } = await openScratch();
  try {
    const jobOf = (of: ExecutionId): ExportJob => exportJob(source, { id: of, scratch, texts });
    const earlier = against === undefined ? null : jobOf(against);
    const report = await duplicateReport(jobOf(id), threshold, { earlier });
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

const lineOf = (line: DuplicateSummary | DuplicateLine): string => `${printableJson(line)}\n`;
