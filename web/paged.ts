import { useState } from 'react';
import type { SurfClient } from '#api/client/client.ts';
import { type Answer, useAnswer } from './answer.ts';

/** A page of a list, as all lists of the API answer. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** A list by cursor, one page at a time: 10,000 rows are as light as 50. */
export interface Paged<Item> extends Answer<Page<Item>> {
  /** From 1. */
  readonly number: number;
  readonly forward: (() => void) | null;
  readonly back: (() => void) | null;
}

/** Which page, as the API's lists are asked for it. */
interface PageQuery {
  readonly limit: number;
  readonly next?: string;
}

type AskPage<Item> = (client: SurfClient, page: PageQuery) => Promise<Page<Item>>;

const ROWS = 50;

/** @param key of the list: with another one it begins anew */
export function usePaged<Item>(ask: AskPage<Item>, key: string, pollMs?: () => number | null): Paged<Item> {
  const [at, setAt] = useState<{ key: string; cursors: readonly string[] }>({ key, cursors: [] });
  const cursors = at.key === key ? at.cursors : [];
  const cursor = cursors.at(-1);
  const answer = useAnswer((client) => ask(client, { limit: ROWS, ...(cursor !== undefined && { next: cursor }) }), {
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
