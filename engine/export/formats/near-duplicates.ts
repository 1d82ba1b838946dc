import { duplicateReport } from '#engine/duplicates/duplicate-report.ts';
import { inParts, jsonLines } from '#engine/export/job/counted-text.ts';
import type { Chunks, ExportJob } from '#engine/export/job/export-job.ts';

/** A JSON line for each page of a group of near duplicates. */
export const duplicateLines = (job: ExportJob): Chunks => inParts(jsonLines(linesOf(job), job.tally), job.tally);

async function* linesOf(job: ExportJob): AsyncGenerator<object> {
  const { lines, close } = await duplicateReport(job, job.options.threshold);
  try {
    for await (const { type: _, ...line } of lines) yield line;
  } finally {
    await close();
  }
}
