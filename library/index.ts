/// <reference lib="esnext.disposable" preserve="true" />
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SystemClock } from '#adapters/embedded/system-clock.ts';
import { TextThreads } from '#adapters/threads/text-threads.ts';
import { type Embedded, openEmbedded } from '#compose/compose-local.ts';
import { localEstimate } from '#compose/local-estimate.ts';
import { pluginModules } from '#compose/plugin-modules.ts';
import { TEXT_THREAD } from '#compose/thread-modules.ts';
import type { GroupedAddress, GroupOptions } from '#core/audit/grouped-address.ts';
import type { Estimate } from '#core/estimate/estimate.ts';
import type { LimitsOverride } from '#core/execution/execution.ts';
import type { ExternalFilter, ExternalView } from '#core/external/external-view.ts';
import { LOCAL_USER } from '#core/model/local-user.ts';
import { checkPlugins } from '#core/plugin/known-plugins.ts';
import { type CheckOptions, type CrawlOptions, crawlRequest } from '#core/run/crawl-request.ts';
import { CrawlRun, type CrawlRunParts } from '#core/run/crawl-run.ts';
import { executionId } from '#core/run/execution-name.ts';
import type { AnyRecord, Fields, RecordOf } from '#core/run/record-type.ts';
import type { Run } from '#core/run/run.ts';
import { checkWorkflow } from '#core/workflow/parsing/parse-workflow.ts';
import { controlExecution } from '#engine/control/control-execution.ts';
import { checkPluginsOf } from '#engine/start/check-plugins.ts';
import { checkSecrets, checkSecretsOf } from '#engine/start/check-secrets.ts';
import { startExecution } from '#engine/start/start-execution.ts';
import { namedExecution } from '#library/data-folder.ts';
import { type DataOptions, DEFAULT_DATA } from '#library/data-options.ts';
import { dueCheck, localExternal } from '#library/external-links.ts';
import { localGroups } from '#library/grouped-pages.ts';
import { HookedRun } from '#library/hooked-run.ts';
import { type CrawlHooks, HookTable } from '#library/hooks.ts';
import { LocalSource } from '#library/local-source.ts';
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

export type { DataOptions } from '#library/data-options.ts';
export type { AdmittedLink, CrawlHooks, HookHeaders, PlannedRequest } from '#library/hooks.ts';
export type { PluginOptions } from '#library/plugin-options.ts';

/** Number of threads that make Markdown. */
const TEXT_THREADS = 2;

/**
 * Yields the register of external links that applies to an execution, a link at a time.
 *
 * @param execution its id, or `last` for the newest
 * @throws SurfError EXECUTION_NOT_FOUND; OUTPUT_NOT_KEPT where its workflow keeps none
 */
export const external = (
  execution: string,
  options: ExternalFilter & Pick<DataOptions, 'data'> = {},
): AsyncGenerator<ExternalView, void, undefined> => localExternal(execution, options);

/**
 * Starts a check of the external links that are due, in this process. Its answers are in the
 * register when it has finished.
 *
 * @param execution its id, or `last` for the newest
 * @returns null if no link is due
 * @throws SurfError EXECUTION_NOT_FOUND; OUTPUT_NOT_KEPT where no execution has left a register
 */
export async function checkExternal(execution: string, options: CheckOptions & DataOptions = {}): Promise<Run | null> {
  const { data, secrets, days, ...run } = options;
  const { settings, signal } = crawlRequest([], run);
  const workflow = await dueCheck(execution, { data, days });
  if (workflow === null) return null;
  signal?.throwIfAborted();
  return await opened({ data, secrets, hooks: new HookTable({}) }, async (surf) => {
    const { id, lastRun } = await startExecution(surf, { workflow, settings });
    const source = new LocalSource(surf, id, (error) => error);
    source.start(lastRun);
    stopOnAbort(source, signal);
    return source;
  });
}

/**
 * Yields the groups of pages with nearly the same text, with one canonical address, or that are
 * linked as language versions: an address at a time, group by group. Reads the archive, without a
 * request.
 *
 * @param execution its id, or `last` for the newest
 * @throws SurfError EXECUTION_NOT_FOUND; OUTPUT_NOT_KEPT with `output.warc` false; FIELD_INVALID
 */
export const duplicates = (
  execution: string,
  options: GroupOptions & Pick<DataOptions, 'data'> = {},
): AsyncGenerator<GroupedAddress, void, undefined> => localGroups(execution, options);

/** Options of `attach`. */
export interface AttachOptions<Rec = AnyRecord> extends DataOptions, PluginOptions, CrawlHooks<Rec> {
  /**
   * Runs an interrupted, paused, stopped or limited execution in this process, with other limits if
   * given.
   * @default false: only reads
   */
  readonly resume?: boolean | { readonly limits: LimitsOverride };
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
  const hooks = new HookTable<RecordOf<Select>>(options);
  const { data, secrets, pluginFiles = {}, onLink: _, onRequest: __, onPage: ___, ...given } = options;
  const { document, settings, base, full, signal } = crawlRequest(seeds, given);
  const workflow = checkWorkflow({ plugins: Object.keys(pluginFiles), ...document });
  signal?.throwIfAborted();
  return await opened<RecordOf<Select>>({ data, secrets, pluginFiles, hooks }, async (surf) => {
    checkPlugins(workflow, surf.plugins);
    await checkSecrets(surf.secrets, LOCAL_USER, workflow);
    const of = base === null ? {} : { base: executionId(base) };
    const { id, lastRun } = await startExecution(surf, { workflow, settings, ...of, full });
    const source = new LocalSource(surf, id, hooks.faultOf);
    source.start(lastRun);
    stopOnAbort(source, signal);
    return source;
  });
}

/** Options of `estimate`. */
export type EstimateOptions<Select extends Fields = Fields> = Omit<CrawlOptions<Select>, 'base' | 'full' | 'signal'>;

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
  const { data = DEFAULT_DATA, ...given } = options;
  const { document, settings } = crawlRequest(seeds, given);
  const request = { workflow: checkWorkflow(document), settings, clock: new SystemClock() };
  if (!existsSync(join(data, 'surf.db'))) return await localEstimate({ ...request, accounts: null });
  const surf = openEmbedded({ data });
  try {
    return await localEstimate({ ...request, accounts: surf.accounts });
  } finally {
    await surf.close();
  }
}

/**
 * Opens an execution of a data folder, running or ended.
 *
 * @param execution its id, or `last` for the newest
 * @throws SurfError EXECUTION_NOT_FOUND; STATE_CONFLICT and CONTINUE_BELOW_USED of a resume
 */
export async function attach<Rec = AnyRecord>(execution: string, options: AttachOptions<Rec> = {}): Promise<Run<Rec>> {
  const { resume = false, data, secrets, pluginFiles = {} } = options;
  const hooks = new HookTable<Rec>(options);
  return await opened<Rec>({ data, secrets, pluginFiles, hooks }, async (surf) => {
    const { id } = await namedExecution(surf, execution);
    const source = new LocalSource(surf, id, hooks.faultOf);
    if (resume === false) return source;
    const row = await surf.catalog.execution(id);
    await checkSecretsOf(surf, row);
    await checkPluginsOf(surf, row);
    const { row: resumed } = await controlExecution(surf, id, { type: 'resume', ...(resume === true ? {} : resume) });
    source.start(resumed.lastRun);
    return source;
  });
}

interface Opening<Rec> {
  readonly data?: string | undefined;
  readonly secrets?: string | undefined;
  readonly pluginFiles?: PluginOptions['pluginFiles'];
  readonly hooks: HookTable<Rec>;
}

async function opened<Rec>(
  { data = DEFAULT_DATA, secrets, pluginFiles = {}, hooks }: Opening<Rec>,
  open: (surf: Embedded) => Promise<LocalSource>,
): Promise<Run<Rec>> {
  const { names, call, onPage } = hooks;
  const plugins = await pluginModules(Object.entries(pluginFiles));
  const surf = openEmbedded({
    data,
    plugins,
    ...(secrets !== undefined && { secretsFolder: resolve(secrets) }),
    ...(names.length > 0 && { hooks: { names, call } }),
  });
  try {
    const source = await open(surf);
    const threads = new TextThreads({ entry: TEXT_THREAD, threads: TEXT_THREADS });
    const parts: CrawlRunParts = {
      source,
      texts: threads,
      close: async () => {
        await threads.close();
        await source.close();
      },
    };
    return onPage === undefined ? new CrawlRun<Rec>(parts) : new HookedRun<Rec>(parts, onPage);
  } catch (error) {
    await surf.close();
    throw error;
  }
}

function stopOnAbort(source: LocalSource, signal: AbortSignal | null): void {
  signal?.addEventListener('abort', () => void source.stop().catch(() => undefined), { once: true }); // it may have just ended
}
