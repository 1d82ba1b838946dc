import type { Column, TablePage } from '#core/export/tables/table-columns.ts';

/** Weight, low for a page with many visits: popular pages are in most samples, others in few. */
const weightOf = ({ visits }: TablePage): number | null => (visits ? Math.round(1e6 / visits) / 1e6 : null);

/** Columns of a crawl with `order: sample`; null for another. */
export const SAMPLE_COLUMNS: readonly Column[] = [
  { name: 'visits', type: 'integer', cell: ({ visits }) => visits ?? null, isSample: true },
  { name: 'weight', type: 'number', cell: weightOf, isSample: true },
];
