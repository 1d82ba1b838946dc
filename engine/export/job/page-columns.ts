import { chosenColumns } from '#core/export/tables/columns/chosen-columns.ts';
import { pageContent } from '#core/export/tables/page-content.ts';
import { recordFields } from '#core/export/tables/record-fields.ts';
import type { Column, TablePage } from '#core/export/tables/table-columns.ts';
import { chosenPages } from '#engine/export/job/chosen-pages.ts';
import type { ExportJob } from '#engine/export/job/export-job.ts';
import { pageCash } from '#engine/export/job/page-cash.ts';
import { everyPageFacts, everyPageText } from '#engine/export/job/page-texts.ts';
import { sampleVisits } from '#engine/export/job/sample-visits.ts';
import { executionImportance } from '#engine/importance/execution-importance.ts';

/**
 * Columns of a table of pages: those that every page has and the fields of the workflow, or the
 * chosen ones.
 */
export const columnsOf = async ({ supply, id, options }: ExportJob): Promise<Column[]> =>
  chosenColumns(recordFields(await supply.definition(id)), options.columns);

/** The pages that are exported, with their content and importance where a column needs it. */
export async function* pagesFor(job: ExportJob, columns: readonly Column[]): AsyncGenerator<TablePage> {
  const isRanked = columns.some(({ isImportance }) => isImportance === true);
  const importance = isRanked ? await executionImportance(await job.supply.kept(job.id), job) : null;
  const isSampled = columns.some(({ isSample }) => isSample === true);
  const visits = isSampled ? await sampleVisits(await job.supply.kept(job.id), job.id) : null;
  const isPaid = columns.some(({ isCash }) => isCash === true);
  const cash = isPaid ? await pageCash(await job.supply.kept(job.id), job.id) : null;
  for await (const page of pagesWithContent(job, columns)) {
    yield {
      ...page,
      ...(importance !== null && { importance: importance.of(page.url) }),
      ...(visits !== null && { visits: visits.of(page.url) }),
      ...(cash !== null && { cash: cash.of(page.url) }),
    };
  }
}

async function* pagesWithContent(job: ExportJob, columns: readonly Column[]): AsyncGenerator<TablePage> {
  const isText = columns.some(({ isContent }) => isContent === true);
  if (!isText && !columns.some(({ isFact }) => isFact === true)) return yield* chosenPages(job);
  for await (const { page, text } of isText ? everyPageText(job) : everyPageFacts(job)) {
    const facts = page.facts ?? text?.head ?? {};
    yield { ...page, facts, content: isText && text !== null ? pageContent(text) : null };
  }
}
