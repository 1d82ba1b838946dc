import { printableLines } from '#core/model/printable.ts';
import { inParts } from '#engine/export/job/counted-text.ts';
import type { Chunks, ExportJob } from '#engine/export/job/export-job.ts';
import { indexExport } from '#engine/export/supply/index-entries.ts';

/** The index file of a configurable crawler; items are pages. */
export const indexLines = (job: ExportJob): Chunks => inParts(pageEntries(job), job.tally);

async function* pageEntries(job: ExportJob): AsyncGenerator<string> {
  for await (const lines of indexExport(await job.supply.kept(job.id), job.id)) {
    job.tally.items += 1;
    yield printableLines(lines.join('\n'))
      .replace(/^\\u0009/gm, '\t')
      .concat('\n');
  }
}
