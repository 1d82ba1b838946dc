import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { apiEstimate } from '#adapters/api/api-estimate.ts';
import type { ApiServer } from '#adapters/api/api-server.ts';
import { ApiWorkflows } from '#adapters/api/api-workflows.ts';
import type { ActionRequest } from '#api/client/schema.ts';
import { ApiExports } from '#cli/backend/api-exports.ts';
import type {
  Backend,
  CrawlStart,
  EstimateRequest,
  ListedEvent,
  ListedExecution,
  ResumeRequest,
} from '#cli/backend/backend.ts';
import { endedWave, RemoteRun, viewOf } from '#cli/backend/remote-run.ts';
import type { RunHandle } from '#cli/backend/run-handle.ts';
import type { TextSearch } from '#cli/backend/searched-execution.ts';
import { ApiBlocklist } from '#cli/stores/api-blocklist.ts';
import { ApiNotifications } from '#cli/stores/api-notifications.ts';
import { ApiSchedules } from '#cli/stores/api-schedules.ts';
import type { PageDifference } from '#core/diff/page-difference.ts';
import type { PageHistory } from '#core/diff/page-history.ts';
import { codeOf, SurfError } from '#core/error.ts';
import type { Estimate } from '#core/estimate/estimate.ts';
import type { Explanation } from '#core/execution/explanation.ts';
import type { ExternalFilter, ExternalPage } from '#core/external/external-view.ts';
import type { ArchivedFacts } from '#core/facts/archived-facts.ts';
import { ExecutionId } from '#core/model/ids.ts';
import type { SearchAnswer } from '#core/search/search-index.ts';
import type { TopicsRequest } from '#core/topics/page-topics.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import { knownPagesOf } from '#engine/collection/known-pages.ts';
import type { DiffSide } from '#engine/diff/diff-side.ts';
import type { ExportSupply } from '#engine/export/supply/export-supply.ts';
import type { TaskFilter, TaskView } from '#engine/list-tasks/task-view.ts';
import type { ExecutionView } from '#engine/overview/describe-execution.ts';
import type { DifferenceRequest } from '#engine/pages/page-difference.ts';
import type { TopicsAnswer } from '#engine/search/execution-topics.ts';
import type { VerifyReport } from '#engine/verify/verify.ts';

/** Longest wait for a deletion, in ms. It continues without the command. */
const DELETION_MS = 30_000;
const POLL_MS = 500;
/** Most versions of a page that a history lists. */
const MOST_VERSIONS = 200;

/** A server: a deployment, or `surf serve`. */
export class ApiBackend implements Backend {
  readonly name: string;
  readonly data: string;
  readonly workflows: ApiWorkflows;
  readonly #server: ApiServer;

  constructor(server: ApiServer) {
    this.#server = server;
    this.name = server.address;
    this.data = server.address;
    this.workflows = new ApiWorkflows(server);
  }

  async blocklist(): Promise<ApiBlocklist> {
    return new ApiBlocklist(this.#server);
  }

  async schedules(): Promise<ApiSchedules> {
    return new ApiSchedules(this.#server);
  }

  async notifications(): Promise<ApiNotifications> {
    return new ApiNotifications(this.#server);
  }

  async exports(scratch: string): Promise<ExportSupply> {
    return new ApiExports(this.#server, scratch);
  }

  get noExecutions(): string {
    return `no executions in ${this.name} yet; surf crawl URL --api ${this.name} starts one`;
  }

  archiveLocation(id: ExecutionId): string {
    return `${this.name}/v1/executions/${id}`;
  }

  async findExecution(name: string): Promise<ExecutionId> {
    if (name === 'last') {
      for await (const { execution } of this.#executions(1)) return execution as ExecutionId;
      throw notFound(name, this.name, 'there are none');
    }
    const id = ExecutionId.safeParse(name);
    if (!id.success) throw notFound(name, this.name, 'an id looks like x0mk3r9…');
    return id.data;
  }

  async *executions(): AsyncGenerator<ListedExecution> {
    for await (const item of this.#executions()) {
      const { execution, name, status, driver, reason, base, createdAt, endedAt, expiresAt } = item;
      const { counts, pages, live, bytes, costUsd } = item;
      const ended = { createdAt, endedAt, expiresAt, counts, pages, live, bytes, costUsd };
      yield { execution, name, status, driver, reason, base, ...ended };
    }
  }

  describe(id: ExecutionId): Promise<ExecutionView> {
    return viewOf(this.#server, id);
  }

  async *tasks(id: ExecutionId, filter: TaskFilter): AsyncGenerator<TaskView> {
    const { client } = this.#server;
    yield* this.#server.items((paging) => {
      const query = { ...filter, ...paging };
      return this.#server.answer(client.GET('/v1/executions/{id}/tasks', { params: { path: { id }, query } }));
    });
  }

  async compared(id: ExecutionId, supply: ExportSupply): Promise<DiffSide> {
    const { listedSide } = await import('#engine/diff/listed-side.ts');
    const { collection } = await this.describe(id);
    return listedSide({
      keyRules: (await supply.definition(id)).key,
      pages: () => supply.pages({ id, origins: false }),
      tasks: () => this.tasks(id, {}),
      known: async () => (collection === null ? [] : knownPagesOf(await supply.kept(id), id)),
    });
  }

  async *external(id: ExecutionId, filter: ExternalFilter): AsyncGenerator<ExternalPage> {
    const { client } = this.#server;
    yield* this.#server.items(async (paging) => {
      const params = { path: { id }, query: { ...filter, ...paging } };
      const page: ExternalPage = await this.#server.answer(client.GET('/v1/executions/{id}/external', { params }));
      return { items: [page], next: page.next };
    });
  }

  async explain(id: ExecutionId, url: string): Promise<Explanation> {
    const params = { path: { id }, query: { url } };
    const answer = await this.#server.answer(this.#server.client.GET('/v1/executions/{id}/explain', { params }));
    return answer as Explanation;
  }

  async facts(id: ExecutionId, key: UrlKey): Promise<ArchivedFacts> {
    const params = { path: { id, key }, query: { part: 'facts' as const } };
    const path = '/v1/executions/{id}/pages/{key}';
    return (await this.#server.answer(this.#server.client.GET(path, { params }))) as unknown as ArchivedFacts;
  }

  estimate(request: EstimateRequest): Promise<Estimate> {
    return apiEstimate(this.#server, request);
  }

  async difference({ before, after, url }: DifferenceRequest): Promise<PageDifference> {
    const params = { path: { id: after }, query: { url, since: before } };
    const answer = await this.#server.answer(this.#server.client.GET('/v1/executions/{id}/difference', { params }));
    return answer as PageDifference;
  }

  async history(id: ExecutionId, url: string): Promise<PageHistory> {
    const params = { path: { id }, query: { url, limit: MOST_VERSIONS } };
    const answer = await this.#server.answer(this.#server.client.GET('/v1/executions/{id}/history', { params }));
    return answer as PageHistory;
  }

  /** Searches on the server. If it has no index, reads its archive and builds one here. */
  async search(id: ExecutionId, search: TextSearch): Promise<SearchAnswer> {
    const { text: q, limit, offset, skipsNear = false } = search;
    const near = skipsNear ? { nearDuplicates: 'skip' as const } : {};
    const params = { path: { id }, query: { q, limit, offset, ...near } };
    try {
      const asked = this.#server.client.GET('/v1/executions/{id}/search', { params });
      const { results, ...answer } = await this.#server.answer(asked);
      return { ...answer, results: results.map(({ links: _, ...result }) => result) };
    } catch (error) {
      if (codeOf(error) !== 'ANSWER_TOO_LARGE') throw error;
      const { searchServer } = await import('#cli/backend/searched-execution.ts');
      return await searchServer(this.#server, id, search);
    }
  }

  async topics(id: ExecutionId, request: TopicsRequest): Promise<TopicsAnswer> {
    const { topics, examples } = request;
    const params = { path: { id }, query: { examples, ...(topics !== null && { topics }) } };
    try {
      return await this.#server.answer(this.#server.client.GET('/v1/executions/{id}/topics', { params }));
    } catch (error) {
      if (codeOf(error) !== 'ANSWER_TOO_LARGE') throw error;
      const { topicsOfServer } = await import('#cli/backend/searched-execution.ts');
      return await topicsOfServer(this.#server, id, request);
    }
  }

  async verify(id: ExecutionId): Promise<VerifyReport> {
    const params = { path: { id } };
    const body = { action: 'verify' as const };
    const asked = this.#server.client.POST('/v1/executions/{id}/actions', { params, body });
    const { verification } = await this.#server.answer(asked);
    return verification as unknown as VerifyReport;
  }

  /** First saves the workflow under its name: a new one, or a new version if it differs. */
  async start({ workflow, settings, base, full = false }: CrawlStart): Promise<RunHandle> {
    const { id, version } = await this.workflows.save(workflow);
    const params = { path: { id }, header: { 'idempotency-key': randomUUID() } };
    const isSet = settings.allowPrivateNetwork || settings.connectTo.length > 0; // else the server's own count
    const body = { version, ...(isSet && { settings }), ...(base !== undefined && { base }), ...(full && { full }) };
    const { execution } = await this.#server.answer(
      this.#server.client.POST('/v1/workflows/{id}/executions', { params, body }),
    );
    return new RemoteRun(this.#server, execution as ExecutionId, -1);
  }

  async resume(id: ExecutionId, how: ResumeRequest): Promise<RunHandle> {
    const before = endedWave(await this.describe(id));
    const { type: action, ...limits } = how;
    await this.#ask(id, { action, ...limits } as ActionRequest);
    return new RemoteRun(this.#server, id, before);
  }

  async halt(id: ExecutionId, how: 'pause' | 'stop'): Promise<ExecutionView> {
    const before = await this.describe(id);
    await this.#ask(id, { action: how });
    if (before.status === (how === 'pause' ? 'paused' : 'stopped')) return before;
    return await new RemoteRun(this.#server, id, endedWave(before)).end();
  }

  async rebuild(id: ExecutionId): Promise<boolean> {
    await this.#ask(id, { action: 'rebuild' });
    return false;
  }

  async *events(id: ExecutionId): AsyncGenerator<ListedEvent> {
    const { client } = this.#server;
    const events = this.#server.items((query) =>
      this.#server.answer(client.GET('/v1/executions/{id}/events', { params: { path: { id }, query } })),
    );
    for await (const { at, type, text } of events) yield { at, type, text };
  }

  async delete(id: ExecutionId): Promise<boolean> {
    const params = { path: { id } };
    await this.#server.answer(this.#server.client.DELETE('/v1/executions/{id}', { params }));
    for (const until = performance.now() + DELETION_MS; performance.now() < until; await setTimeout(POLL_MS)) {
      const { response } = await this.#server.client.GET('/v1/executions/{id}', { params });
      if (response.status === 404) return true;
    }
    return false;
  }

  async close(): Promise<void> {}

  async #ask(id: ExecutionId, body: ActionRequest): Promise<void> {
    await this.#server.answer(
      this.#server.client.POST('/v1/executions/{id}/actions', { params: { path: { id } }, body }),
    );
  }

  #executions(limit?: number) {
    return this.#server.items(
      (query) => this.#server.answer(this.#server.client.GET('/v1/executions', { params: { query } })),
      limit,
    );
  }
}

const notFound = (name: string, address: string, why: string): SurfError =>
  new SurfError('EXECUTION_NOT_FOUND', `no execution ${JSON.stringify(name.slice(0, 100))} at ${address}`, {
    remedy: `${why}; surf ls lists the executions that are yours`,
  });
