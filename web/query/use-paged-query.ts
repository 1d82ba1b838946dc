import { useState } from 'react';
import { type FetchPage, fetchFullPage, type Page } from './full-page.ts';
import { type QueryResult, useQuery } from './use-query.ts';

/** A list by cursor, one page at a time: 10,000 rows are as light as 50. */
export interface PagedQuery<Item> extends QueryResult<Page<Item>> {
  /** From 1. */
  readonly number: number;
  readonly forward: (() => void) | null;
  readonly back: (() => void) | null;
}

const ROWS = 50;

/** @param key of the list: with another one it begins anew */
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
