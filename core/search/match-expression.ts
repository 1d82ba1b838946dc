import type { SearchQuery, TextTerm } from '#core/search/search-query.ts';
import { separated } from '#core/search/separated-text.ts';

/**
 * The query as an expression of SQLite's FTS5. Every text of the user is a string in it, whose
 * quotes are doubled: nothing of a query is read as an operator, a column or a prefix.
 *
 * @param words whether a page needs all words or any; phrases and titles are needed either way
 * @see https://www.sqlite.org/fts5.html §3
 */
export function matchExpression({ texts }: SearchQuery, words: 'all' | 'any'): string {
  const wanted = texts.filter(({ not }) => !not);
  const isFree = ({ type }: TextTerm): boolean => words === 'any' && type === 'word';
  const needed = wanted.filter((term) => !isFree(term)).map(expressionOf);
  const free = wanted.filter(isFree).map(expressionOf);
  const parts = free.length === 0 ? needed : [...needed, `(${free.join(' OR ')})`];
  const refused = texts.filter(({ not }) => not).map(expressionOf);
  const positive = parts.join(' AND ');
  return refused.length === 0 ? positive : `(${positive}) NOT (${refused.join(' OR ')})`;
}

function expressionOf({ type, text }: TextTerm): string {
  return type === 'title' ? `{title} : ${quoted(text)}` : quoted(text);
}

/** NUL would end the expression. */
const quoted = (text: string): string => `"${separated(text).replaceAll('\0', ' ').replaceAll('"', '""')}"`;

/**
 * The expression of the words that a snippet marks: every positive text of the query, in any
 * column.
 */
export const markExpression = ({ texts }: SearchQuery): string =>
  texts
    .filter(({ not }) => !not)
    .map(({ text }) => quoted(text))
    .join(' OR ');
