import type { PageContent } from '#core/export/tables/page-content.ts';
import type { Column } from '#core/export/tables/table-columns.ts';

const ofHead = (name: keyof NonNullable<PageContent['head']>): Column => ({
  name,
  type: 'string',
  cell: ({ content }) => content?.head?.[name] ?? null,
  isContent: true,
});

/** Columns that need the text of a page; null for a page without text. */
export const CONTENT_COLUMNS: readonly Column[] = [
  { name: 'text', type: 'string', cell: ({ content }) => content?.text ?? null, isContent: true },
  { name: 'markdown', type: 'string', cell: ({ content }) => content?.markdown ?? null, isContent: true },
  { name: 'wordCount', type: 'integer', cell: ({ content }) => content?.wordCount ?? null, isContent: true },
  ...(['description', 'language', 'canonical', 'published', 'modified'] as const).map(ofHead),
];
