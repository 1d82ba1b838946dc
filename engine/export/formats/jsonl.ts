import { inParts, jsonLines } from '#engine/export/job/counted-text.ts';
import type { Chunks, ExportJob } from '#engine/export/job/export-job.ts';

/** A JSON line per page. */
export const pageLines = (job: ExportJob): Chunks => inParts(jsonLines(job.supply.pages(job), job.tally), job.tally);
