import type { PageLine } from '#core/export/tables/page-line.ts';
import { type ExportJob, isExported } from '#engine/export/job/export-job.ts';

/** The pages of the execution that are exported, in the order of the crawl. */
export async function* chosenPages(job: ExportJob): AsyncGenerator<PageLine> {
  for await (const page of job.supply.pages(job)) if (isExported(job, page.url)) yield page;
}
