import { chosenColumns } from '#core/export/tables/chosen-columns.ts';
import { pageContent } from '#core/export/tables/page-content.ts';
import { recordFields } from '#core/export/tables/record-fields.ts';
import type { Column, TablePage } from '#core/export/tables/table-columns.ts';
import type { ExportJob } from '#engine/export/job/export-job.ts';
import { everyPageText } from '#engine/export/job/page-texts.ts';

/**
 * Columns of a table of pages: those that every page has and the fields of the workflow, or the
 * chosen ones.
 */
export const columnsOf = async ({ supply, id, options }: ExportJob): Promise<Column[]> =>
  chosenColumns(recordFields(await supply.definition(id)), options.columns);

/** All pages, with their content where a column needs it. */
export async function* pagesFor(job: ExportJob, columns: readonly Column[]): AsyncGenerator<TablePage> {
  if (!columns.some(({ isContent }) => isContent === true)) return yield* job.supply.pages(job);
  for await (const { page, text } of everyPageText(job))
    yield { ...page, content: text === null ? null : pageContent(text) };
}
