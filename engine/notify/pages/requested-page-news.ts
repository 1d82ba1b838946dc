import type { Archive } from '#core/archive/archive.ts';
import { pageNewsName, pageNewsObject } from '#core/archive/reports/report-names.ts';
import { nullOn } from '#core/error.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { type NewsItem, NewsList } from '#core/notify/news-item.ts';
import type { FindPageNews } from '#engine/notify/collect-news.ts';
import { uncompared } from '#engine/notify/pages/page-events.ts';
import { previousExecution } from '#engine/notify/pages/previous-execution.ts';
import { type WatchedPages, watchedPages } from '#engine/notify/pages/watched-pages.ts';
import { type BuildRequestPorts, requestBuild } from '#engine/requested/requested-build.ts';

/** Events about pages that another program finds. */
export interface RequestedPageNews extends WatchedPages {
  readonly before: ExecutionId;
  readonly after: ExecutionId;
  /** Names this attempt. */
  readonly build: string;
}

export interface RequestedPageNewsPorts extends BuildRequestPorts {
  readonly catalog: Pick<Catalog, 'executions' | 'execution'>;
  readonly archive: Pick<Archive, 'get' | 'list'>;
  /** Hands the request over, and does not wait for its end. */
  readonly start: (request: RequestedPageNews) => Promise<void>;
}

/**
 * Has another program compare an execution that is over with the previous one, and reads what it
 * left in the archive. Subscriptions with the same question share one comparison. Surf reports a
 * comparison that failed for good.
 */
export const requestedPageNews =
  (ports: RequestedPageNewsPorts): FindPageNews =>
  async (row, subscription) => {
    const before = await previousExecution(ports.catalog, row);
    if (before === null) return [];
    const asked = watchedPages(subscription);
    const name = pageNewsName({ before, after: row }, asked);
    const found = await foundNews(ports.archive, pageNewsObject(name));
    if (found !== null) return found;
    const state = await requestBuild(ports, {
      name,
      unavailable: 'COMPARISON_UNAVAILABLE',
      start: (build) => ports.start({ before: before.id, after: row.id, ...asked, build }),
    });
    if (state.is === 'running' || typeof state.again === 'number') return null;
    return uncompared({ row, before, events: asked.events, why: state.failure.message });
  };

async function foundNews(archive: Pick<Archive, 'get'>, key: string): Promise<NewsItem[] | null> {
  const bytes = await nullOn('OBJECT_NOT_FOUND', archive.get(key));
  return bytes === null ? null : NewsList.parse(JSON.parse(Buffer.from(bytes).toString()));
}
