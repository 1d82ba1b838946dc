import type { Change } from '#core/diff/change.ts';
import { codeOf, type ErrorCode } from '#core/error.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { Execution } from '#core/execution/execution.ts';
import { MOST_NAMED_CHARACTERS, MOST_NAMED_PAGES, type NamedPage, type NewsItem } from '#core/notify/news-item.ts';
import type { PageWatch, SubscriptionRow } from '#core/notify/subscription.ts';
import { compilePattern } from '#core/scope/patterns/pattern.ts';
import { urlKey } from '#core/url/canonical-url.ts';
import { parseCrawlUrl } from '#core/url/crawl-url.ts';
import { archivedSide } from '#engine/diff/archived-side.ts';
import { diffExecutions } from '#engine/diff/diff-executions.ts';
import type { ExportTools } from '#engine/export/export-execution.ts';
import { archiveSupply } from '#engine/export/supply/archive-supply.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';
import type { ListTasksPorts } from '#engine/list-tasks/list-tasks.ts';
import { settledDraft } from '#engine/list-tasks/task-view.ts';
import { type ComparedRows, type FoundPages, MOST_WHY, newsItem, noPages } from '#engine/notify/pages/page-events.ts';
import { PageVersions, type PageVersionTools, type VersionSide } from '#engine/notify/pages/page-versions.ts';
import { previousExecution } from '#engine/notify/pages/previous-execution.ts';
import { type WatchedPages, watchedPages } from '#engine/notify/pages/watched-pages.ts';
import { KeptPages } from '#engine/pages/kept-pages.ts';

export type PageNewsTools = Pick<ExportTools, 'openScratch'> & PageVersionTools;
export interface PageNewsSource extends ExportSource, ListTasksPorts {
  readonly catalog: Catalog;
}

/** Larger executions are not compared: that would take minutes of the server. */
const MOST_URLS = 100_000;
/**
 * Changed pages whose text is compared; more are counted as `unchecked`. Kept errors that are
 * looked up.
 */
const MOST_CHECKED = 500;
/** Errors that make a comparison impossible, now and the next time. */
const LASTING: ReadonlySet<ErrorCode | undefined> = new Set<ErrorCode>([
  'OUTPUT_NOT_KEPT',
  'OBJECT_NOT_FOUND',
  'OBJECT_CORRUPT',
  'EXECUTION_NOT_FOUND',
]);

/**
 * Finds the new and the changed pages of an execution that is over, against the last one of its
 * workflow that fetched pages. The first execution has none.
 */
export function pageNewsFinder(source: PageNewsSource, tools: PageNewsTools) {
  return async (row: Execution, subscription: Pick<SubscriptionRow, 'subscription'>): Promise<NewsItem[]> => {
    const before = await previousExecution(source.catalog, row);
    return before === null ? [] : await pageNews(source, tools, { row, before, ...watchedPages(subscription) });
  };
}

/** The new and the changed pages of an execution against an earlier one. */
export async function pageNews(
  source: PageNewsSource,
  tools: PageNewsTools,
  { row, before, events, watch }: ComparedRows & WatchedPages,
): Promise<NewsItem[]> {
  const found: Record<'new-pages' | 'page-changed', FoundPages> = { 'new-pages': noPages(), 'page-changed': noPages() };
  const notCompared = await whyNot(
    async () => await compare({ source, tools, watch, row, before, found }),
    row,
    before,
  );
  return (['new-pages', 'page-changed'] as const)
    .filter((name) => events.includes(name) && (found[name].count + found[name].unchecked > 0 || notCompared !== null))
    .map((name) => newsItem(row, name, { before, found: found[name], notCompared }));
}

/** Runs it. @returns why nothing can be compared, in words; null: it was */
async function whyNot(run: () => Promise<void>, ...both: readonly Execution[]): Promise<string | null> {
  if (both.some(({ counts }) => counts.discovered > MOST_URLS))
    return `one of the executions has more than ${MOST_URLS} URLs; surf diff compares them`;
  try {
    await run();
    return null;
  } catch (error) {
    if (!LASTING.has(codeOf(error))) throw error; // the next look tries it again
    return (error as Error).message.slice(0, MOST_WHY);
  }
}

interface Comparison {
  readonly source: PageNewsSource;
  readonly tools: PageNewsTools;
  readonly watch: PageWatch;
  readonly row: Execution;
  readonly before: Execution;
  readonly found: Record<'new-pages' | 'page-changed', FoundPages>;
}

async function compare({ source, tools, watch, row, before, found }: Comparison): Promise<void> {
  const supply = archiveSupply(source);
  const sides = await Promise.all(
    [before, row].map(async ({ id }) => ({ id, keyRules: (await supply.definition(id)).key })),
  );
  const [old, now] = sides as [VersionSide, VersionSide];
  const isWatched = watch.urls === null ? () => true : compilePattern(watch.urls).matches;
  const { scratch, close } = await tools.openScratch();
  const versions = new PageVersions(source, tools, watch);
  const kept = new KeptPages(source, before);
  let asked = 0;
  const isMissing = async (url: string): Promise<boolean> =>
    ++asked <= MOST_CHECKED && (await wasMissing(kept, url, old.keyRules));
  try {
    const { changes } = await diffExecutions({
      before: await archivedSide(source, before.id),
      after: await archivedSide(source, row.id),
      keyRules: now.keyRules,
      isComplete: false,
      by: judgedBy(watch),
      scratch,
    });
    for await (const change of changes) {
      if (!isWatched(change.url)) continue;
      if (await isNew(change, isMissing)) note(found['new-pages'], change.url, 'new');
      if (change.kind !== 'changed' || !change.what.includes('bytes')) continue;
      await check(versions, found['page-changed'], { url: change.url, old, now });
    }
  } finally {
    await versions.close();
    await close();
  }
}

/** Compares by text where the main text is watched: pages with equal digests are not read. */
const judgedBy = ({ word, selector }: PageWatch): 'text' | 'bytes' =>
  word === null && selector === null ? 'text' : 'bytes';

/**
 * The previous execution did not know it, or found no page there. Of an error that a tick kept, its
 * list says that it is one, and not which: the answer is in the tick that requested it.
 */
async function isNew(change: Change, isMissing: (url: string) => Promise<boolean>): Promise<boolean> {
  if (change.kind !== 'added') return false;
  const { was, url } = change;
  return was === null || was === 'http-4xx' || was === 'redirected' || (was === 'failed' && (await isMissing(url)));
}

async function wasMissing(kept: KeptPages, url: string, rules: VersionSide['keyRules']): Promise<boolean> {
  const parsed = parseCrawlUrl(url);
  const row = parsed === null ? null : await kept.lastRow(urlKey(parsed, rules));
  return row !== null && settledDraft(row).reason === 'http-4xx';
}

async function check(
  versions: PageVersions,
  found: FoundPages,
  { url, old, now }: { url: string; old: VersionSide; now: VersionSide },
): Promise<void> {
  if (found.checked >= MOST_CHECKED) {
    found.unchecked += 1;
    return;
  }
  found.checked += 1;
  const what = await versions.compare(url, old, now);
  if (what !== null) note(found, url, what);
}

function note(found: FoundPages, url: string, what: NamedPage['what']): void {
  found.count += 1;
  if (found.pages.length < MOST_NAMED_PAGES && url.length <= MOST_NAMED_CHARACTERS) found.pages.push({ url, what });
}
