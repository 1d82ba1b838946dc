import { resolve } from 'node:path';
import { TextThreads } from '#adapters/threads/text-threads.ts';
import { type Embedded, openEmbedded } from '#compose/compose-local.ts';
import { pluginModules } from '#compose/plugin-modules.ts';
import { TEXT_THREAD } from '#compose/thread-modules.ts';
import { LOCAL_USER } from '#core/model/local-user.ts';
import { checkPlugins } from '#core/plugin/known-plugins.ts';
import { type CheckOptions, type CrawlOptions, crawlRequest } from '#core/run/crawl-request.ts';
import { CrawlRun, type CrawlRunParts } from '#core/run/crawl-run.ts';
import { executionId } from '#core/run/execution-name.ts';
import type { AnyRecord, Fields, RecordOf } from '#core/run/record-type.ts';
import type { Run } from '#core/run/run.ts';
import { checkFirstWorkflow } from '#core/workflow/parsing/checked-workflow.ts';
import { controlExecution } from '#engine/control/control-execution.ts';
import { checkPluginsOf } from '#engine/start/check-plugins.ts';
import { checkSecrets, checkSecretsOf } from '#engine/start/check-secrets.ts';
import { startExecution } from '#engine/start/start-execution.ts';
import type { AttachOptions } from '#library/call-options.ts';
import { namedExecution } from '#library/data-folder.ts';
import { type DataOptions, DEFAULT_DATA } from '#library/data-options.ts';
import { dueCheck } from '#library/external-links.ts';
import { HookedRun } from '#library/hooked-run.ts';
import { type CrawlHooks, HookTable } from '#library/hooks.ts';
import { LocalSource } from '#library/local-source.ts';
import type { PluginOptions } from '#library/plugin-options.ts';

/** Number of threads that make Markdown. */
const TEXT_THREADS = 2;

/** `checkExternal` of the library. */
export async function checkLinks(execution: string, options: CheckOptions & DataOptions = {}): Promise<Run | null> {
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

/** `crawl` of the library. */
export async function startCrawl<const Select extends Fields = Fields>(
  seeds: string | URL | readonly (string | URL)[],
  options: CrawlOptions<Select> & DataOptions & PluginOptions & CrawlHooks<RecordOf<Select>> = {},
): Promise<Run<RecordOf<Select>>> {
  const hooks = new HookTable<RecordOf<Select>>(options);
  const { data, secrets, pluginFiles = {}, onLink: _, onRequest: __, onPage: ___, ...given } = options;
  const { document, settings, base, full, signal } = crawlRequest(seeds, given);
  const workflow = await checkFirstWorkflow({ plugins: Object.keys(pluginFiles), ...document });
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

/** `attach` of the library. */
export async function openCrawl<Rec = AnyRecord>(
  execution: string,
  options: AttachOptions<Rec> = {},
): Promise<Run<Rec>> {
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
