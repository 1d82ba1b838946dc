import { ParquetFile } from '#core/export/tables/parquet-file.ts';
import type { Chunks, ExportJob } from '#engine/export/job/export-job.ts';
import { columnsOf, pagesFor } from '#engine/export/job/page-columns.ts';

/** The rows of `csv` as an Apache Parquet file. */
export async function* parquetParts(job: ExportJob): Chunks {
  const { tally } = job;
  const columns = await columnsOf(job);
  const file = new ParquetFile(columns);
  tally.files = 1;
  for await (const page of pagesFor(job, columns)) {
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
