/// <reference lib="esnext.disposable" preserve="true" />
import type { GroupedAddress, GroupOptions } from '#core/audit/grouped-address.ts';
import type { Estimate } from '#core/estimate/estimate.ts';
import type { ExternalFilter, ExternalView } from '#core/external/external-view.ts';
import type { CheckOptions, CrawlOptions } from '#core/run/crawl-request.ts';
import type { AnyRecord, Fields, RecordOf } from '#core/run/record-type.ts';
import type { Run } from '#core/run/run.ts';
import type { AttachOptions, EstimateOptions } from '#library/call-options.ts';
import type { DataOptions } from '#library/data-options.ts';
import type { CrawlHooks } from '#library/hooks.ts';
import { checkNode } from '#library/needed-node.ts';
import type { PluginOptions } from '#library/plugin-options.ts';

export type { GroupedAddress, GroupOptions } from '#core/audit/grouped-address.ts';
export type { ErrorCode } from '#core/error.ts';
export type { Estimate } from '#core/estimate/estimate.ts';
export type { EstimateRange, EstimateSource } from '#core/estimate/range.ts';
export type { CheckView, ExternalFilter, ExternalView } from '#core/external/external-view.ts';
export type { ArchivedFacts } from '#core/facts/archived-facts.ts';
export type { LinkDecision } from '#core/model/hook.ts';
export type { Json } from '#core/model/json.ts';
export type { PluginEvent } from '#core/plugin/plugin-event.ts';
export type { PluginHandler, PluginResult } from '#core/plugin/plugin-handler.ts';
export type { CheckOptions, CrawlOptions, RunOptions, WorkflowFields } from '#core/run/crawl-request.ts';
export type { Page } from '#core/run/page.ts';
export type { PageLink } from '#core/run/page-link.ts';
export type { AnyRecord, Fields, Passage, RecordOf } from '#core/run/record-type.ts';
export type { CrawlRecord, PagesOptions, Run, RunReport } from '#core/run/run.ts';
export type { RunState, Verification } from '#core/run/run-source.ts';

export type { AttachOptions, EstimateOptions } from '#library/call-options.ts';
export type { DataOptions } from '#library/data-options.ts';
export type { AdmittedLink, CrawlHooks, HookHeaders, PlannedRequest } from '#library/hooks.ts';
export type { PluginOptions } from '#library/plugin-options.ts';

// Everything else is loaded by the calls: an older Node cannot even link a module that imports
// node:sqlite, and would say nothing else of it.
checkNode(process.versions.node);

/**
 * Yields the register of external links that applies to an execution, a link at a time.
 *
 * @param execution its id, or `last` for the newest
 * @throws SurfError EXECUTION_NOT_FOUND; OUTPUT_NOT_KEPT where its workflow keeps none
 */

export async function* external(
  execution: string,
  options: ExternalFilter & Pick<DataOptions, 'data'> = {},
): AsyncGenerator<ExternalView, void, undefined> {
  const { localExternal } = await import('#library/external-links.ts');
  yield* localExternal(execution, options);
}

/**
 * Starts a check of the external links that are due, in this process. Its answers are in the
 * register when it has finished.
 *
 * @param execution its id, or `last` for the newest
 * @returns null if no link is due
 * @throws SurfError EXECUTION_NOT_FOUND; OUTPUT_NOT_KEPT where no execution has left a register
 */

export async function checkExternal(execution: string, options: CheckOptions & DataOptions = {}): Promise<Run | null> {
  const { checkLinks } = await import('#library/local-crawl.ts');
  return await checkLinks(execution, options);
}

/**
 * Yields the groups of pages with nearly the same text, with one canonical address, or that are
 * linked as language versions: an address at a time, group by group. Reads the archive, without a
 * request.
 *
 * @param execution its id, or `last` for the newest
 * @throws SurfError EXECUTION_NOT_FOUND; OUTPUT_NOT_KEPT with `output.warc` false; FIELD_INVALID
 */

export async function* duplicates(
  execution: string,
  options: GroupOptions & Pick<DataOptions, 'data'> = {},
): AsyncGenerator<GroupedAddress, void, undefined> {
  const { localGroups } = await import('#library/grouped-pages.ts');
  yield* localGroups(execution, options);
}

/**
 * Starts a crawl in this process and returns as soon as its execution exists. The execution is the
 * same as one of `surf crawl`.
 *
 * @param seeds absolute http(s) URLs
 * @throws SurfError for a faulty option, with the code of its fault (docs/reference/errors.md);
 * BASE_NOT_ENDED; the signal's reason if it has aborted
 */

export async function crawl<const Select extends Fields = Fields>(
  seeds: string | URL | readonly (string | URL)[],
  options: CrawlOptions<Select> & DataOptions & PluginOptions & CrawlHooks<RecordOf<Select>> = {},
): Promise<Run<RecordOf<Select>>> {
  const { startCrawl } = await import('#library/local-crawl.ts');
  return await startCrawl(seeds, options);
}

/**
 * Says how many pages a crawl has and how long it takes, before it starts. Looks at robots.txt,
 * sitemaps and a draw of pages, as slowly as a crawl: about 40 requests, a minute at most. Stores
 * nothing.
 *
 * @param seeds absolute http(s) URLs
 * @throws SurfError for a faulty option, as `crawl` does
 */

export async function estimate<const Select extends Fields = Fields>(
  seeds: string | URL | readonly (string | URL)[],
  options: EstimateOptions<Select> & Pick<DataOptions, 'data'> = {},
): Promise<Estimate> {
  const { folderEstimate } = await import('#library/folder-estimate.ts');
  return await folderEstimate(seeds, options);
}

/**
 * Opens an execution of a data folder, running or ended.
 *
 * @param execution its id, or `last` for the newest
 * @throws SurfError EXECUTION_NOT_FOUND; STATE_CONFLICT and CONTINUE_BELOW_USED of a resume
 */

export async function attach<Rec = AnyRecord>(execution: string, options: AttachOptions<Rec> = {}): Promise<Run<Rec>> {
  const { openCrawl } = await import('#library/local-crawl.ts');
  return await openCrawl(execution, options);
}
