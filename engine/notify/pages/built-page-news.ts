import { pageNewsName, pageNewsObject } from '#core/archive/reports/report-names.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import { type PageNewsSource, type PageNewsTools, pageNews } from '#engine/notify/pages/page-news.ts';
import type { RequestedPageNews } from '#engine/notify/pages/requested-page-news.ts';
import { isGone } from '#engine/requested/gone-execution.ts';

/**
 * Finds events about pages and puts them into the archive, for `requestedPageNews`.
 * @throws SurfError EXECUTION_NOT_FOUND, ANSWER_TOO_LARGE, STORE_UNAVAILABLE
 */
export async function buildPageNews(
  source: PageNewsSource,
  tools: PageNewsTools,
  { before: beforeId, after, events, watch }: Omit<RequestedPageNews, 'build'>,
): Promise<void> {
  const { before, row } = await rowsOf(source.catalog, { before: beforeId, after });
  const object = pageNewsObject(pageNewsName({ before, after: row }, { events, watch }));
  const items = await pageNews(source, tools, { row, before, events, watch });
  await source.archive.put(object, [Buffer.from(JSON.stringify(items))]);
  if (await isGone(source.catalog, after)) await source.archive.delete([object]);
}

/** The name of the events in the archive. @throws SurfError EXECUTION_NOT_FOUND */
export async function pageNewsNameOf(
  catalog: Pick<Catalog, 'execution'>,
  { events, watch, ...ids }: Omit<RequestedPageNews, 'build'>,
): Promise<string> {
  const { before, row } = await rowsOf(catalog, ids);
  return pageNewsName({ before, after: row }, { events, watch });
}

const rowsOf = async (
  catalog: Pick<Catalog, 'execution'>,
  { before, after }: Pick<RequestedPageNews, 'before' | 'after'>,
) => ({ before: await catalog.execution(before), row: await catalog.execution(after) });
