import type { Archive } from '#core/archive/archive.ts';
import type { PlanTask } from '#core/archive/plan.ts';
import type { Execution } from '#core/execution/execution.ts';
import { listsOf } from '#engine/explain/lookup/wave-log.ts';
import { listObjects } from '#engine/frontier/lines/level-list.ts';
import { streamLines } from '#engine/frontier/lines/line-files.ts';

/** Read at once of a list of sitemaps, which has at most 100,000. */
const PART_BYTES = 16 * 1024 * 1024;

/** The task of a sitemap that was taken up. @param seen where its key was decided */
export async function sitemapTask(
  archive: Archive,
  row: Execution,
  seen: { readonly key: string; readonly level: number; readonly wave: number | null },
): Promise<PlanTask | null> {
  for (const { list, sitemaps } of await listsOf(archive, row, seen)) {
    if (list === null || sitemaps !== true) continue;
    for await (const lines of streamLines(archive, listObjects(list).tasks, PART_BYTES)) {
      const line = lines.find((text) => text.startsWith(`{"key":"${seen.key}"`));
      if (line !== undefined) return JSON.parse(line) as PlanTask;
    }
  }
  return null;
}
