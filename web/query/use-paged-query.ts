import { useState } from 'react';
import { type FetchPage, fetchFullPage, type Page } from './full-page.ts';
import { type QueryResult, useQuery } from './use-query.ts';

/** A paginated list. Only the current page is in memory. */
export interface PagedQuery<Item> extends QueryResult<Page<Item>> {
  /** Number of the current page, from 1. */
  readonly number: number;
  readonly forward: (() => void) | null;
  readonly back: (() => void) | null;
}

const ROWS = 50;

/** Loads a list page by page. @param key another key starts at the first page */
export function usePagedQuery<Item>(
  fetchPage: FetchPage<Item>,
  key: string,
  pollMs?: () => number | null,
): PagedQuery<Item> {
  const [at, setAt] = useState<{ key: string; cursors: readonly string[] }>({ key, cursors: [] });
  const cursors = at.key === key ? at.cursors : [];
  const cursor = cursors.at(-1);
  const query = { limit: ROWS, ...(cursor !== undefined && { next: cursor }) };
  const result = useQuery((client) => fetchFullPage((page) => fetchPage(client, page), query), {
    key: `${key} ${cursor ?? ''}`,
    ...(pollMs !== undefined && { pollMs }),
  });
  const next = result.value?.next ?? null;
  return {
    ...result,
    number: cursors.length + 1,
    forward: next === null ? null : () => setAt({ key, cursors: [...cursors, next] }),
    back: cursors.length === 0 ? null : () => setAt({ key, cursors: cursors.slice(0, -1) }),
  };
}
