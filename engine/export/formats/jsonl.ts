import { inParts, jsonLines } from '#engine/export/job/counted-text.ts';
import type { Chunks, ExportJob } from '#engine/export/job/export-job.ts';
import { columnsOf, pagesFor } from '#engine/export/job/page-columns.ts';

/** A JSON line per page: all of it, or the chosen columns. */
export const pageLines = (job: ExportJob): Chunks =>
  inParts(jsonLines(job.options.columns === null ? job.supply.pages(job) : chosenLines(job), job.tally), job.tally);

async function* chosenLines(job: ExportJob): AsyncGenerator<object> {
  const columns = await columnsOf(job);
  for await (const page of pagesFor(job, columns))
    yield Object.fromEntries(columns.map(({ name, cell, json = cell }) => [name, json(page)]));
}
