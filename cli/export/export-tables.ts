import { inParts } from '#cli/export/export-files.ts';
import type { ExportJob } from '#cli/export/export-job.ts';
import type { Chunks } from '#cli/export/export-target.ts';
import { csvLine } from '#core/export/csv-line.ts';
import { ParquetFile } from '#core/export/parquet-file.ts';
import { recordFields } from '#core/export/record-fields.ts';
import { type Column, tableColumns } from '#core/export/table-columns.ts';

/** A CSV row per page, below a row with the names of the columns. */
export const csvRows = (job: ExportJob): Chunks => inParts(csvLines(job), job.tally);

async function* csvLines(job: ExportJob): AsyncGenerator<string> {
  const columns = await columnsOf(job);
  yield csvLine(columns.map(({ name }) => name));
  for await (const page of job.supply.pages(job)) {
    job.tally.items += 1;
    yield csvLine(columns.map(({ cell }) => cell(page)));
  }
}

/** The same rows as an Apache Parquet file. */
export async function* parquetParts(job: ExportJob): Chunks {
  const { tally } = job;
  const file = new ParquetFile(await columnsOf(job));
  tally.files = 1;
  for await (const page of job.supply.pages(job)) {
    tally.items += 1;
    const bytes = await file.add(page);
    if (bytes === null) continue;
    tally.bytes += bytes.length;
    yield bytes;
  }
  const rest = await file.finish();
  tally.bytes += rest.length;
  yield rest;
}

const columnsOf = async ({ supply, id }: ExportJob): Promise<Column[]> =>
  tableColumns(recordFields(await supply.definition(id)));
