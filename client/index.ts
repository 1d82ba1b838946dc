/// <reference lib="esnext.disposable" preserve="true" />
import { randomUUID } from 'node:crypto';
import { apiEstimate } from '#adapters/api/api-estimate.ts';
import { ApiServer } from '#adapters/api/api-server.ts';
import { ApiWorkflows } from '#adapters/api/api-workflows.ts';
import { TextThreads } from '#adapters/threads/text-threads.ts';
import { ApiSource } from '#client/api-source.ts';
import { apiGroups } from '#client/grouped-pages.ts';
import { checkGroups, type GroupedAddress, type GroupOptions } from '#core/audit/grouped-address.ts';
import { SurfError } from '#core/error.ts';
import type { Estimate } from '#core/estimate/estimate.ts';
import type { RunSettings } from '#core/execution/execution.ts';
import { checkDays } from '#core/external/check-document.ts';
import type { ExternalFilter, ExternalView } from '#core/external/external-view.ts';
import { isSafeAddress } from '#core/identity/safe-address.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import {
  type CheckOptions,
  type CrawlOptions,
  type CrawlRequest,
  crawlRequest,
  type WorkflowFields,
} from '#core/run/crawl-request.ts';
import { CrawlRun } from '#core/run/crawl-run.ts';
import { executionId, executionNotFound } from '#core/run/execution-name.ts';
import type { AnyRecord, Fields, RecordOf } from '#core/run/record-type.ts';
import type { Run } from '#core/run/run.ts';
import type { Seed } from '#core/url/seed/seed.ts';
import { checkWorkflow } from '#core/workflow/parsing/parse-workflow.ts';

export type { GroupedAddress, GroupOptions } from '#core/audit/grouped-address.ts';
export type { ErrorCode } from '#core/error.ts';
export type { Estimate } from '#core/estimate/estimate.ts';
export type { EstimateRange, EstimateSource } from '#core/estimate/range.ts';
export type { CheckView, ExternalFilter, ExternalView } from '#core/external/external-view.ts';
export type { ArchivedFacts } from '#core/facts/archived-facts.ts';
export type { Json } from '#core/model/json.ts';
export type { CheckOptions, CrawlOptions, RunOptions, WorkflowFields } from '#core/run/crawl-request.ts';
export type { Page } from '#core/run/page.ts';
export type { PageLink } from '#core/run/page-link.ts';
export type { AnyRecord, Fields, Passage, RecordOf } from '#core/run/record-type.ts';
export type { CrawlRecord, PagesOptions, Run, RunReport } from '#core/run/run.ts';
export type { RunState, Verification } from '#core/run/run-source.ts';

/** Extracts the main text of pages. */
const TEXT_THREAD = new URL('../adapters/threads/text-thread.ts', import.meta.url);
/** Number of threads that make Markdown. */
const TEXT_THREADS = 2;

/** A server, and the credentials for it. */
export interface ClientOptions {
  /** `https://…`, or `http://` on this machine, without `/v1`. */
  readonly address: string;
  readonly apiKey?: string;
  /**
   * Returns an ID token that is valid now; the client calls it before every request. `apiKey` wins.
   */
  readonly token?: () => Promise<string>;
}

/** A workflow that the server keeps. */
export interface UploadedWorkflow {
  readonly id: string;
  readonly version: number;
}

/** Options of `start` for a workflow of the server. */
export interface StartOptions
  extends Pick<CrawlOptions, 'allowPrivateNetwork' | 'connectTo' | 'base' | 'full' | 'signal'> {
  /** @default the newest */
  readonly version?: number;
}

/**
 * A client of one server: a deployment, or `surf serve`. It repeats reads of a server that is busy
 * or breaks connections, and all requests that the server refuses with `RATE_EXCEEDED`, after the
 * time that `Retry-After` says and some more at random.
 */
export class Client {
  readonly #server: ApiServer;
  readonly #workflows: ApiWorkflows;

  /** @throws SurfError COMMAND_USAGE for an address that is neither https nor of this machine */
  constructor({ address, apiKey, token }: ClientOptions) {
    this.#server = new ApiServer({
      address: safeAddress(address),
      ...(apiKey !== undefined && { key: apiKey }),
      ...(token !== undefined && { token }),
    });
    this.#workflows = new ApiWorkflows(this.#server);
  }

  /**
   * Saves the workflow under its name (`name`, by default the host of the first seed) and starts an
   * execution of it.
   * @throws SurfError as `crawl()` of the library, and refusals of the server: RIGHT_MISSING,
   * ROLE_LIMIT, EXECUTIONS_AT_ONCE …
   */
  async crawl<const Select extends Fields = Fields>(
    seeds: string | URL | readonly (string | URL)[],
    options: CrawlOptions<Select> = {},
  ): Promise<Run<RecordOf<Select>>> {
    const { document, ...rest } = crawlRequest(seeds, options);
    const workflow = checkWorkflow(document);
    if (rest.base !== null) executionId(rest.base);
    rest.signal?.throwIfAborted();
    const { id, version } = await this.#workflows.save(workflow);
    return await this.#started<RecordOf<Select>>({ id, version }, rest);
  }

  /**
   * Says how many pages a crawl has, how long it takes and what it costs on the server, before it
   * starts. The server looks at the sites for 20 s at most, and stores nothing.
   * @throws SurfError for a faulty field; RIGHT_MISSING
   */
  async estimate<const Select extends Fields = Fields>(
    seeds: string | URL | readonly (string | URL)[],
    options: Omit<CrawlOptions<Select>, 'base' | 'full' | 'signal'> = {},
  ): Promise<Estimate> {
    const { document, settings } = crawlRequest(seeds, options);
    return await apiEstimate(this.#server, { workflow: checkWorkflow(document), settings });
  }

  /**
   * Opens an execution by its id, or the newest by `last`.
   * @throws SurfError EXECUTION_NOT_FOUND
   */
  async attach<Rec = AnyRecord>(execution: string): Promise<Run<Rec>> {
    const source = new ApiSource(this.#server, await this.#idOf(execution));
    await source.state();
    return runOf<Rec>(source);
  }

  /**
   * Saves a workflow under its name: a new one, or a new version if it differs.
   * @throws SurfError for a faulty field
   */
  async upload(workflow: WorkflowFields & { readonly seeds: readonly Seed[] }): Promise<UploadedWorkflow> {
    const { id, version } = await this.#workflows.save(checkWorkflow(workflow));
    return { id, version };
  }

  /**
   * Starts an execution of a saved workflow.
   * @param workflow its id
   * @throws SurfError WORKFLOW_NOT_FOUND
   */
  async start<Rec = AnyRecord>(workflow: string, options: StartOptions = {}): Promise<Run<Rec>> {
    const { version, ...run } = options;
    const { settings, base, full, signal } = crawlRequest([], run);
    signal?.throwIfAborted();
    return await this.#started<Rec>(
      { id: workflow, ...(version !== undefined && { version }) },
      { settings, base, full, signal },
    );
  }

  /**
   * Yields the register of external links that applies to an execution, a link at a time.
   * @throws SurfError EXECUTION_NOT_FOUND; OUTPUT_NOT_KEPT where its workflow keeps none
   */
  async *external(execution: string, filter: ExternalFilter = {}): AsyncGenerator<ExternalView, void, undefined> {
    const { client } = this.#server;
    const path = { id: await this.#idOf(execution) };
    yield* this.#server.items((paging) =>
      this.#server.answer(
        client.GET('/v1/executions/{id}/external', { params: { path, query: { ...filter, ...paging } } }),
      ),
    );
  }

  /**
   * Yields the groups of pages with nearly the same text, with one canonical address, or that are
   * linked as language versions: an address at a time, group by group. Waits while a deployment
   * makes them.
   * @throws SurfError EXECUTION_NOT_FOUND; OUTPUT_NOT_KEPT with `output.warc` false; FIELD_INVALID
   */
  async *duplicates(execution: string, options: GroupOptions = {}): AsyncGenerator<GroupedAddress, void, undefined> {
    const { against, threshold, by } = checkGroups(options);
    const id = await this.#idOf(execution);
    const text = by === 'text' && { threshold, ...(against !== undefined && { against: await this.#idOf(against) }) };
    yield* apiGroups(this.#server, { id, query: { by, ...text } });
  }

  /**
   * Starts a check of the external links that are due. Its answers are in the register when it has
   * finished.
   * @returns null if no link is due
   * @throws SurfError STATE_CONFLICT while a check of the collection runs; OUTPUT_NOT_KEPT
   */
  async checkExternal(execution: string, options: CheckOptions = {}): Promise<Run | null> {
    const { days: given, ...run } = options;
    const { settings, signal } = crawlRequest([], run);
    const days = checkDays(given);
    const { client } = this.#server;
    const path = { id: await this.#idOf(execution) };
    const next = client.GET('/v1/executions/{id}/external/check', { params: { path, query: { days } } });
    if ((await this.#server.answer(next)).links === 0) return null;
    signal?.throwIfAborted();
    const body = { days, ...(isSet(settings) && { settings }) };
    const started = await this.#server.answer(
      client.POST('/v1/executions/{id}/external/check', { params: { path }, body }),
    );
    return this.#followed(started.execution, signal);
  }

  async #started<Rec>(
    { id, version }: { readonly id: string; readonly version?: number },
    run: Omit<CrawlRequest, 'document'>,
  ): Promise<Run<Rec>> {
    const { settings, base, full, signal } = run;
    const params = { path: { id }, header: { 'idempotency-key': randomUUID() } };
    const body = {
      ...(version !== undefined && { version }),
      ...(isSet(settings) && { settings }),
      ...(base !== null && { base }),
      ...(full && { full }),
    };
    const { execution } = await this.#server.answer(
      this.#server.client.POST('/v1/workflows/{id}/executions', { params, body }),
    );
    return this.#followed<Rec>(execution, signal);
  }

  #followed<Rec>(execution: string, signal: AbortSignal | null): Run<Rec> {
    const source = new ApiSource(this.#server, execution as ExecutionId);
    signal?.addEventListener('abort', () => void source.stop().catch(() => undefined), { once: true }); // it may have just ended
    return runOf<Rec>(source);
  }

  async #idOf(execution: string): Promise<ExecutionId> {
    return execution === 'last' ? await this.#newest() : executionId(execution);
  }

  async #newest(): Promise<ExecutionId> {
    const query = { limit: 1 };
    const { items } = await this.#server.answer(this.#server.client.GET('/v1/executions', { params: { query } }));
    const [first] = items;
    if (first !== undefined) return first.execution as ExecutionId;
    throw executionNotFound('last', `${this.#server.address} has none`);
  }
}

/** Otherwise the settings of the server apply. */
const isSet = ({ allowPrivateNetwork, connectTo }: RunSettings): boolean => allowPrivateNetwork || connectTo.length > 0;

/** A client of the server at `address`. */
export const createClient = (options: ClientOptions): Client => new Client(options);

function runOf<Rec>(source: ApiSource): Run<Rec> {
  const threads = new TextThreads({ entry: TEXT_THREAD, threads: TEXT_THREADS });
  return new CrawlRun<Rec>({
    source,
    texts: threads,
    close: () => threads.close(),
  });
}

function safeAddress(text: string): string {
  const url = URL.parse(text);
  if (url !== null && isSafeAddress(url) && url.username === '' && url.password === '')
    return url.href.replace(/\/+$/, '');
  throw new SurfError('COMMAND_USAGE', 'the address of the server is neither https nor http of this machine', {
    remedy: 'give createClient({ address }) an https address: otherwise others could read credentials in transit',
  });
}
