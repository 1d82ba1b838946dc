import type { IssueLine } from '#core/audit/issue.ts';
import { ISSUE_KINDS } from '#core/audit/issue-kinds.ts';
import { csvLine } from '#core/export/tables/csv-line.ts';

const COLUMNS = ['severity', 'code', 'title', 'url', 'detail', 'from', 'text', 'state'] as const;

export const auditTableHead = (): string => csvLine(COLUMNS);

/** One row of the CSV file of an audit. */
export const auditTableRow = ({ severity, code, url, detail, from, text, state }: IssueLine): string =>
  csvLine([severity, code, ISSUE_KINDS[code].title, url, detail, from, text, state ?? null]);
