import type { PlanTask } from '#core/archive/plan.ts';
import { cashInPages } from '#core/frontier/cash.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { urlKey } from '#core/url/canonical-url.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { UrlKeyIndex } from '#core/url/url-key-index.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';
import { listObjects } from '#engine/frontier/lines/level-list.ts';
import { streamLines } from '#engine/frontier/lines/line-files.ts';
import { manifestsOf } from '#engine/frontier/manifest-chain.ts';

/** Cash that a page got from pages of the previous level. */
export interface PageCash {
  /** 1 is all that one page gives. Null: none, or the execution has another order. */
  of(url: string): number | null;
}

/**
 * Reads the level lists of an execution, one line at a time: about 40 bytes of memory a task.
 * @throws SurfError EXECUTION_NOT_FOUND, OBJECT_CORRUPT
 */
export async function pageCash(
  { catalog, archive }: Pick<ExportSource, 'catalog' | 'archive'>,
  id: ExecutionId,
): Promise<PageCash> {
  const row = await catalog.execution(id);
  const { definition } = await catalog.workflow(row.workflowId, row.workflowVersion);
  if (definition.order !== 'importance') return { of: () => null };
  const keys = new UrlKeyIndex();
  const cash: number[] = [];
  for await (const { manifest } of manifestsOf(archive, row)) {
    for (const { list, sitemaps } of manifest.levels) {
      if (list === null || sitemaps === true) continue;
      for await (const lines of streamLines(archive, listObjects(list).tasks)) {
        for (const line of lines) {
          const task = JSON.parse(line) as PlanTask;
          if (task.cash !== undefined) cash[keys.place(task.key)] = task.cash;
        }
      }
    }
  }
  return {
    of: (url) => {
      const own = cash[keys.place(urlKey(url as CrawlUrl, definition.key))];
      return own === undefined ? null : cashInPages(own);
    },
  };
}
