import { csvLine } from '#core/export/tables/csv-line.ts';
import { inParts } from '#engine/export/job/counted-text.ts';
import type { Chunks, ExportJob } from '#engine/export/job/export-job.ts';
import { columnsOf, pagesFor } from '#engine/export/job/page-columns.ts';

/** A CSV row per page, below a row with the names of the columns. */
export const csvRows = (job: ExportJob): Chunks => inParts(csvLines(job), job.tally);

async function* csvLines(job: ExportJob): AsyncGenerator<string> {
  const columns = await columnsOf(job);
  yield csvLine(columns.map(({ name }) => name));
  for await (const page of pagesFor(job, columns)) {
    job.tally.items += 1;
    yield csvLine(columns.map(({ cell }) => cell(page)));
  }
}
