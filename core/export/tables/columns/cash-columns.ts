import type { Column } from '#core/export/tables/table-columns.ts';

/** Column of a crawl with `order: importance`; null for another. */
export const CASH_COLUMNS: readonly Column[] = [
  { name: 'cash', type: 'number', cell: ({ cash }) => cash ?? null, isCash: true },
];
