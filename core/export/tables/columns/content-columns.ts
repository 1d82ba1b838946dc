import type { KeptFacts } from '#core/content/head/kept-facts.ts';
import type { Column } from '#core/export/tables/table-columns.ts';

const factColumn = (name: keyof KeptFacts): Column => ({
  name,
  type: 'string',
  cell: ({ facts }) => facts?.[name] ?? null,
  isFact: true,
});

/** Columns that need the text of a page; null for a page without text. */
export const CONTENT_COLUMNS: readonly Column[] = [
  { name: 'text', type: 'string', cell: ({ content }) => content?.text ?? null, isContent: true },
  { name: 'markdown', type: 'string', cell: ({ content }) => content?.markdown ?? null, isContent: true },
  { name: 'wordCount', type: 'integer', cell: ({ content }) => content?.wordCount ?? null, isContent: true },
];

/** Columns of what the page says of itself; null for a page that is not HTML. */
export const FACT_COLUMNS: readonly Column[] = (
  ['description', 'language', 'canonical', 'published', 'modified', 'h1'] as const
).map(factColumn);
