import type { SurfClient } from '#api/client/client.ts';

/** A page of a list, as all lists of the API answer. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** Which page, as the API's lists are requests for it. */
export interface PageQuery {
  readonly limit: number;
  readonly next?: string;
}

export type FetchPage<Item> = (client: SurfClient, page: PageQuery) => Promise<Page<Item>>;

/** Of the API, for one page of ours. */
const MAX_ANSWERS = 6;

/**
 * A page with as many rows as were wanted, if there are so many: one answer may have fewer, or none, because the API reads only so much for it
 * (docs/api.md). After six answers it is what it is.
 */
export async function fetchFullPage<Item>(
  fetchPage: (page: PageQuery) => Promise<Page<Item>>,
  query: PageQuery,
): Promise<Page<Item>> {
  let page = await fetchPage(query);
  for (let answers = 1; answers < MAX_ANSWERS && page.next !== null && page.items.length < query.limit; answers++) {
    const more = await fetchPage({ limit: query.limit - page.items.length, next: page.next });
    page = { ...page, items: [...page.items, ...more.items], next: more.next };
  }
  return page;
}
