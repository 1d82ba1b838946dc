import { useState } from 'react';
import { type Answer, useAnswer } from './answer.ts';
import { type AskPage, fullPage, type Page } from './full-page.ts';

/** A list by cursor, one page at a time: 10,000 rows are as light as 50. */
export interface Paged<Item> extends Answer<Page<Item>> {
  /** From 1. */
  readonly number: number;
  readonly forward: (() => void) | null;
  readonly back: (() => void) | null;
}

const ROWS = 50;

/** @param key of the list: with another one it begins anew */
export function usePaged<Item>(ask: AskPage<Item>, key: string, pollMs?: () => number | null): Paged<Item> {
  const [at, setAt] = useState<{ key: string; cursors: readonly string[] }>({ key, cursors: [] });
  const cursors = at.key === key ? at.cursors : [];
  const cursor = cursors.at(-1);
  const query = { limit: ROWS, ...(cursor !== undefined && { next: cursor }) };
  const answer = useAnswer((client) => fullPage((page) => ask(client, page), query), {
    key: `${key} ${cursor ?? ''}`,
    ...(pollMs !== undefined && { pollMs }),
  });
  const next = answer.value?.next ?? null;
  return {
    ...answer,
    number: cursors.length + 1,
    forward: next === null ? null : () => setAt({ key, cursors: [...cursors, next] }),
    back: cursors.length === 0 ? null : () => setAt({ key, cursors: cursors.slice(0, -1) }),
  };
}
