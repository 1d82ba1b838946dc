import type { PageLine } from '#core/export/tables/page-line.ts';
import type { ExportJob } from '#engine/export/job/export-job.ts';

/** The pages of the execution that are exported, in the order of the crawl. */
export async function* chosenPages(job: ExportJob): AsyncGenerator<PageLine> {
  const { only } = job.options;
  for await (const page of job.supply.pages(job)) if (only?.has(page.url) !== false) yield page;
}
