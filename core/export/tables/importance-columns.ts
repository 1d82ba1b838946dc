import type { Column } from '#core/export/tables/table-columns.ts';

/** What the links of an execution say of one of its pages. */
export interface PageImportance {
  /** Other pages that link it, also through redirects; without nofollow. */
  readonly inLinks: number;
  /** Fewest links from a seed; null: none of at most 100 lead there, a sitemap had it. */
  readonly depth: number | null;
  /** Its share of the rank of all pages, which is 1. Six digits. */
  readonly pageRank: number;
}

/** Columns that need all links of the execution. */
export const IMPORTANCE_COLUMNS: readonly Column[] = [
  { name: 'inLinks', type: 'integer', cell: ({ importance }) => importance?.inLinks ?? null, isImportance: true },
  { name: 'depth', type: 'integer', cell: ({ importance }) => importance?.depth ?? null, isImportance: true },
  { name: 'pageRank', type: 'number', cell: ({ importance }) => importance?.pageRank ?? null, isImportance: true },
];
