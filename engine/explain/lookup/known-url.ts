import type { Archive } from '#core/archive/archive.ts';
import type { Candidate } from '#core/archive/chunk/chunk-lines.ts';
import type { PlanTask } from '#core/archive/plan.ts';
import type { PageState } from '#core/collection/page-state.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import type { FoundSeen } from '#core/frontier/segments/seen-record.ts';
import { sitemapKey } from '#core/sitemap/sitemap-key.ts';
import type { UrlForms } from '#core/url/explain-url.ts';
import { listedLine } from '#engine/explain/lookup/listed-line.ts';
import { type PendingPlace, pendingPlace } from '#engine/explain/lookup/pending-place.ts';
import type { SettledLookup } from '#engine/explain/lookup/settled-lookup.ts';
import { waitingCandidate } from '#engine/explain/lookup/waiting-candidate.ts';
import { BasePages } from '#engine/frontier/base-pages.ts';
import { seenRecords } from '#engine/frontier/seen-records.ts';
import { sitemapTask } from '#engine/frontier/sitemap-lookup.ts';
import { listsOf } from '#engine/frontier/wave-log.ts';
import { RunningWave } from '#engine/running/running-wave.ts';

/** State of an address in an execution. */
export type KnownUrl =
  | { readonly type: 'settled'; readonly row: TaskRow }
  /** Row in the running wave: as a durable chunk says. */
  | { readonly type: 'reported'; readonly row: TaskRow }
  /** A rule refused it when its level was merged. */
  | { readonly type: 'refused'; readonly level: number; readonly candidate: Candidate }
  | { readonly type: 'pending'; readonly place: PendingPlace }
  /** Read, or given up: sitemaps have no rows. */
  | { readonly type: 'sitemap'; readonly task: PlanTask }
  /** Linked in the open level. */
  | { readonly type: 'found'; readonly candidate: Candidate }
  /** Known to the collection; the tick does not request it. */
  | { readonly type: 'kept'; readonly page: PageState }
  | { readonly type: 'unseen' };

export interface CrawlView {
  readonly archive: Archive;
  readonly row: Execution;
  readonly head: Frontier | null;
  readonly settled: SettledLookup;
}

/**
 * Looks an address up where it can be, the likeliest place first. Reads nothing whole that grows
 * with the crawl.
 */
export async function knownUrl(crawl: CrawlView, forms: UrlForms): Promise<KnownUrl> {
  const { archive, head, settled } = crawl;
  const row = await settled.get(forms.key);
  if (row !== null) return { type: 'settled', row };
  if (head === null) return { type: 'unseen' };
  const keys = { page: forms.key as string, sitemap: sitemapKey(forms.url) as string };
  const seen = await seenRecords(archive, head, Object.values(keys));
  const page = seen.get(keys.page);
  const sitemap = seen.get(keys.sitemap);
  if (page !== undefined) {
    const known = await decided(crawl, head, { seen: page, forms });
    if (known !== null) return known;
  }
  if (sitemap !== undefined) {
    const known = await takenSitemap(crawl, head, { seen: sitemap, forms });
    if (known !== null) return known;
  }
  const candidate = await waitingCandidate(archive, head, keys);
  return candidate === null ? { type: 'unseen' } : { type: 'found', candidate };
}

interface Seen {
  readonly seen: FoundSeen;
  readonly forms: UrlForms;
}

async function decided(crawl: CrawlView, head: Frontier, { seen, forms }: Seen): Promise<KnownUrl | null> {
  const { archive, row } = crawl;
  const { key, level, reason } = seen;
  const lists = await listsOf(archive, row, seen);
  if (reason === null) {
    const place = await pendingPlace(archive, { row, head }, { key, url: forms.url, lists });
    const reported = place?.where === 'plan' ? await new RunningWave(archive, row).find(key) : null;
    if (reported !== null) return { type: 'reported', row: reported.row };
    return place === null ? await keptPage(archive, head, key) : { type: 'pending', place };
  }
  for (const { skipped } of lists) {
    const candidate = skipped === null ? null : await listedLine<Candidate>(archive, skipped, key);
    if (candidate !== null) return { type: 'refused', level, candidate };
  }
  return null;
}

async function keptPage(archive: Archive, { collection }: Frontier, key: string): Promise<KnownUrl | null> {
  if (collection === undefined) return null;
  const page = (await new BasePages<PageState>(archive, collection.files).lookup([key])).get(0);
  return page === undefined ? null : { type: 'kept', page };
}

async function takenSitemap(crawl: CrawlView, head: Frontier, { seen, forms }: Seen): Promise<KnownUrl | null> {
  const { archive, row } = crawl;
  const lists = await listsOf(archive, row, seen);
  const place = await pendingPlace(archive, { row, head }, { key: seen.key, url: forms.url, lists });
  if (place !== null) return { type: 'pending', place };
  const task = await sitemapTask(archive, row, seen);
  return task === null ? null : { type: 'sitemap', task };
}
