import type { SurfClient } from '#api/client/client.ts';

/** One page of a list, the form that every list of the API has. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** Page size and cursor of a list request. */
export interface PageQuery {
  readonly limit: number;
  readonly next?: string;
}

export type FetchPage<Item> = (client: SurfClient, page: PageQuery) => Promise<Page<Item>>;

/** API requests for one page of the console. */
const MAX_ANSWERS = 6;

/**
 * Fetches a full page of a list. One response can have fewer rows than the limit, or none, because
 * the API bounds its reads per request (docs/reference/api.md). It stops after six requests.
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
