import type { SearchQuery, TextTerm } from '#core/search/search-query.ts';
import { separated } from '#core/search/separated-text.ts';

/**
 * Writes a text of a query as an expression of SQLite's FTS5: a string with doubled quotes, so
 * nothing of a query is read as an operator, a column or a prefix.
 *
 * @see https://www.sqlite.org/fts5.html §3
 */
export function matchExpression({ type, text }: Pick<TextTerm, 'type' | 'text'>): string {
  return type === 'title' ? `{title} : ${quoted(text)}` : quoted(text);
}

/** NUL would end the expression. */
const quoted = (text: string): string => `"${separated(text).replaceAll('\0', ' ').replaceAll('"', '""')}"`;

/**
 * Expression of the words that a snippet marks: every positive text of the query, in any column.
 */
export const markExpression = ({ texts }: SearchQuery): string =>
  texts
    .filter(({ not }) => !not)
    .map(({ text }) => quoted(text))
    .join(' OR ');

/** Expression of any of these texts; empty where there are none. */
export const anyOf = (texts: readonly string[]): string => texts.map(quoted).join(' OR ');
