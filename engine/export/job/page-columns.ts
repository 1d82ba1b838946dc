import { recordFields } from '#core/export/tables/record-fields.ts';
import { type Column, tableColumns } from '#core/export/tables/table-columns.ts';
import type { ExportJob } from '#engine/export/job/export-job.ts';

/** Columns of a table of pages: those that every page has, and the fields of the workflow. */
export const columnsOf = async ({ supply, id }: ExportJob): Promise<Column[]> =>
  tableColumns(recordFields(await supply.definition(id)));
