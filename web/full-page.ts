import type { SurfClient } from '#api/client/client.ts';

/** A page of a list, as all lists of the API answer. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** Which page, as the API's lists are asked for it. */
export interface PageQuery {
  readonly limit: number;
  readonly next?: string;
}

export type AskPage<Item> = (client: SurfClient, page: PageQuery) => Promise<Page<Item>>;

/** Of the API, for one page of ours. */
const MOST_ANSWERS = 6;

/**
 * A page with as many rows as were wanted, if there are so many: one answer may have fewer, or none, because the API reads only so much for it
 * (docs/api.md). After six answers it is what it is.
 */
export async function fullPage<Item>(
  ask: (page: PageQuery) => Promise<Page<Item>>,
  query: PageQuery,
): Promise<Page<Item>> {
  let page = await ask(query);
  for (let answers = 1; answers < MOST_ANSWERS && page.next !== null && page.items.length < query.limit; answers++) {
    const more = await ask({ limit: query.limit - page.items.length, next: page.next });
    page = { ...page, items: [...page.items, ...more.items], next: more.next };
  }
  return page;
}
