import type { Column } from '#core/export/tables/table-columns.ts';

/** Columns that need all links of the execution. */
export const IMPORTANCE_COLUMNS: readonly Column[] = [
  { name: 'inLinks', type: 'integer', cell: ({ importance }) => importance?.inLinks ?? null, isImportance: true },
  { name: 'depth', type: 'integer', cell: ({ importance }) => importance?.depth ?? null, isImportance: true },
  { name: 'pageRank', type: 'number', cell: ({ importance }) => importance?.pageRank ?? null, isImportance: true },
];
