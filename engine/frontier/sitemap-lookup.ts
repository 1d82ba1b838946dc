import type { Archive } from '#core/archive/archive.ts';
import type { PlanTask } from '#core/archive/plan.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import { listObjects } from '#engine/frontier/lines/level-list.ts';
import { streamLines } from '#engine/frontier/lines/line-files.ts';
import { seenRecords } from '#engine/frontier/seen-records.ts';
import { listsOf } from '#engine/frontier/wave-log.ts';

/** Read at once of a list of sitemaps, which has at most 100,000. */
const PART_BYTES = 16 * 1024 * 1024;

/** The task of an admitted sitemap. @param seen where its key was decided */
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

interface Crawl {
  readonly archive: Archive;
  readonly row: Execution;
  readonly head: Frontier | null;
}

/** Discovery of a key's sitemap; null if the key is that of no sitemap. */
export async function sitemapDiscoverer(
  { archive, row, head }: Crawl,
  key: UrlKey,
): Promise<{ readonly url: string; readonly level: number; readonly via: UrlKey | null } | null> {
  const seen = head === null ? undefined : (await seenRecords(archive, head, [key])).get(key);
  const task = seen === undefined ? null : await sitemapTask(archive, row, seen);
  return task === null ? null : { url: task.url, level: task.level, via: task.via ?? null };
}
