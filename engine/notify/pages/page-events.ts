import type { Catalog } from '#core/execution/catalog.ts';
import type { Execution } from '#core/execution/execution.ts';
import { itemOf, pageNewsKey } from '#core/notify/execution-news.ts';
import type { NamedPage, NewsItem } from '#core/notify/news-item.ts';
import type { NewsName } from '#core/notify/news-name.ts';
import type { SubscriptionRow } from '#core/notify/subscription.ts';
import { previousExecution } from '#engine/notify/pages/previous-execution.ts';
import { type WatchedPages, watchedPages } from '#engine/notify/pages/watched-pages.ts';

/** An execution that is over, and the one that it is compared with. */
export interface ComparedRows {
  readonly row: Execution;
  readonly before: Execution;
}

/** Pages of one event, as a comparison finds them. */
export interface FoundPages {
  readonly pages: NamedPage[];
  count: number;
  checked: number;
  unchecked: number;
}

export const noPages = (): FoundPages => ({ pages: [], count: 0, checked: 0, unchecked: 0 });

/** Characters of a reason. */
export const MOST_WHY = 300;

/**
 * News of an execution whose comparison was given up: that there was none.
 * @param of.why in words
 */
export async function uncomparedNews(
  catalog: Pick<Catalog, 'executions' | 'execution'>,
  { row, subscription, why }: { row: Execution; subscription: SubscriptionRow; why: string },
): Promise<NewsItem[]> {
  const before = await previousExecution(catalog, row);
  return before === null ? [] : uncompared({ row, before, why, ...watchedPages(subscription) });
}

/** Like `uncomparedNews`, for a known previous execution. */
export const uncompared = ({
  row,
  before,
  events,
  why,
}: ComparedRows & Pick<WatchedPages, 'events'> & { readonly why: string }): NewsItem[] =>
  events.map((name) => newsItem(row, name, { before, found: noPages(), notCompared: why.slice(0, MOST_WHY) }));

/** An event with the pages that were found for it. */
export function newsItem(
  row: Execution,
  name: NewsName,
  { before, found, notCompared }: { before: Execution; found: FoundPages; notCompared: string | null },
): NewsItem {
  const at = row.endedAt ?? row.createdAt;
  return {
    ...itemOf(row, { name, key: pageNewsKey(name, at), at }),
    pages: { comparedWith: before.id, count: found.count, named: found.pages, unchecked: found.unchecked, notCompared },
  };
}
