import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { hasObjects } from '#adapters/embedded/sqlite/sqlite-database.ts';
import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import type {
  Backend,
  CrawlStart,
  EstimateRequest,
  ListedEvent,
  ListedExecution,
  ResumeRequest,
} from '#cli/backend/backend.ts';
import { LocalRun } from '#cli/backend/local-run.ts';
import type { RunHandle } from '#cli/backend/run-handle.ts';
import type { TextSearch } from '#cli/backend/searched-execution.ts';
import { stopForeignRun } from '#cli/backend/stop-foreign-run.ts';
import type { LocalBlocklist } from '#cli/stores/local-blocklist.ts';
import type { LocalNotifications } from '#cli/stores/local-notifications.ts';
import type { LocalSchedules } from '#cli/stores/local-schedules.ts';
import { LocalWorkflows } from '#cli/workflows/local-workflows.ts';
import type { SavedWorkflows } from '#cli/workflows/saved-workflows.ts';
import { type Embedded, type EmbeddedOptions, openEmbedded } from '#compose/compose-local.ts';
import { executionPrefix } from '#core/archive/object-keys.ts';
import type { PageDifference } from '#core/diff/page-difference.ts';
import type { PageHistory } from '#core/diff/page-history.ts';
import { codeOf, SurfError } from '#core/error.ts';
import type { Estimate } from '#core/estimate/estimate.ts';
import { type Driver, drivennessOf } from '#core/execution/driver.ts';
import { type Execution, expiryOf } from '#core/execution/execution.ts';
import type { Explanation } from '#core/execution/explanation.ts';
import type { ExternalFilter, ExternalPage } from '#core/external/external-view.ts';
import type { ArchivedFacts } from '#core/facts/archived-facts.ts';
import { ExecutionId } from '#core/model/ids.ts';
import { LOCAL_USER } from '#core/model/local-user.ts';
import { checkPlugins } from '#core/plugin/known-plugins.ts';
import type { SearchAnswer } from '#core/search/search-index.ts';
import type { TopicsRequest } from '#core/topics/page-topics.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import { controlExecution } from '#engine/control/control-execution.ts';
import type { DiffSide } from '#engine/diff/diff-side.ts';
import type { ExportSupply } from '#engine/export/supply/export-supply.ts';
import type { TaskFilter, TaskView } from '#engine/list-tasks/task-view.ts';
import type { ExecutionView } from '#engine/overview/describe-execution.ts';
import { type LiveWork, liveWorks, NO_LIVE_WORK, pagesOf } from '#engine/overview/live-work.ts';
import type { DifferenceRequest } from '#engine/pages/page-difference.ts';
import type { TopicsAnswer } from '#engine/search/execution-topics.ts';
import { checkPluginsOf } from '#engine/start/check-plugins.ts';
import { checkSecrets, checkSecretsOf } from '#engine/start/check-secrets.ts';
import { startExecution } from '#engine/start/start-execution.ts';
import type { VerifyReport } from '#engine/verify/verify.ts';

const PAGE_ROWS = 200;
/** Why an execution is not found in a data folder that has none. */
const EMPTY = 'there are no executions in it';
/** Most versions of a page that a history lists. */
const MOST_VERSIONS = 200;

/** A data folder on this machine. The first use opens it, and creates it if it is missing. */
export class LocalBackend implements Backend {
  readonly name: string;
  readonly data: string;
  readonly workflows: SavedWorkflows;
  readonly #options: Omit<EmbeddedOptions, 'data' | 'threads'>;
  #opened: Embedded | null = null;

  /** @param options.spare a started worker thread @param options.role @default command */
  constructor(folder: string, options: Omit<EmbeddedOptions, 'data' | 'threads'> = {}) {
    this.name = folder;
    this.data = resolve(folder);
    this.#options = options;
    this.workflows = new LocalWorkflows(
      () => this.surf,
      () => this.#exists(),
    );
  }

  get surf(): Embedded {
    this.#opened ??= openEmbedded({ data: this.name, ...this.#options });
    return this.#opened;
  }

  get noExecutions(): string {
    return existsSync(this.name)
      ? `no executions in ${this.name} yet; surf crawl URL starts one`
      : `no executions: there is no folder ${this.name}; surf crawl URL makes it, --data names another one`;
  }

  async blocklist(): Promise<LocalBlocklist> {
    const { LocalBlocklist } = await import('#cli/stores/local-blocklist.ts');
    return new LocalBlocklist(() => this.surf);
  }

  async schedules(): Promise<LocalSchedules> {
    const { LocalSchedules } = await import('#cli/stores/local-schedules.ts');
    return new LocalSchedules(
      () => this.surf,
      () => this.#exists(),
    );
  }

  async notifications(): Promise<LocalNotifications> {
    const { LocalNotifications } = await import('#cli/stores/local-notifications.ts');
    return new LocalNotifications(() => this.surf);
  }

  async exports(): Promise<ExportSupply> {
    const { archiveSupply } = await import('#engine/export/supply/archive-supply.ts');
    const { catalog, archive, tasks, clock } = this.surf;
    return archiveSupply({ catalog, archive, tasks, clock, decodeBody });
  }

  archiveLocation(id: ExecutionId): string {
    return join(this.data, 'objects', executionPrefix(id));
  }

  async findExecution(name: string): Promise<ExecutionId> {
    if (!this.#exists()) throw notFound(name, this.name, existsSync(this.name) ? EMPTY : 'there is no such folder');
    if (name === 'last') {
      const [newest] = (await this.surf.catalog.executions(1)).rows;
      if (newest === undefined) throw notFound(name, this.name, EMPTY);
      return newest.id;
    }
    const id = ExecutionId.safeParse(name);
    if (!id.success) throw notFound(name, this.name, 'an id looks like x0mk3r9…');
    return (await this.surf.catalog.execution(id.data)).id;
  }

  async *executions(): AsyncGenerator<ListedExecution> {
    if (!this.#exists()) return;
    const signs = await this.surf.drivers.signs();
    for (let next: string | null = ''; next !== null; ) {
      const page = await this.surf.catalog.executions(PAGE_ROWS, next === '' ? undefined : next);
      const works = await liveWorks(this.surf.units, page.rows);
      for (const [i, row] of page.rows.entries()) {
        const { driver } = drivennessOf(row, signs, this.surf.clock.now());
        yield listed(row, driver, works[i] ?? NO_LIVE_WORK);
      }
      next = page.next;
    }
  }

  async describe(id: ExecutionId): Promise<ExecutionView> {
    const { describeExecution } = await import('#engine/overview/describe-execution.ts');
    return await describeExecution(this.surf, id);
  }

  async *tasks(id: ExecutionId, filter: TaskFilter): AsyncGenerator<TaskView> {
    const { listTasks } = await import('#engine/list-tasks/list-tasks.ts');
    yield* listTasks(this.surf, id, filter);
  }

  async compared(id: ExecutionId): Promise<DiffSide> {
    const { archivedSide } = await import('#engine/diff/archived-side.ts');
    return await archivedSide(this.surf, id);
  }

  async *external(id: ExecutionId, filter: ExternalFilter): AsyncGenerator<ExternalPage> {
    const { listExternal } = await import('#engine/external/list-external.ts');
    const row = await this.surf.catalog.execution(id);
    const request = { ...filter, limit: PAGE_ROWS };
    for (let page = await listExternal(this.surf, row, request); ; ) {
      yield page;
      if (page.next === null) return;
      page = await listExternal(this.surf, row, { ...request, next: page.next });
    }
  }

  /**
   * Loads `explain` on demand: a crawl spends half of the time before its first request on loading
   * code.
   */
  async explain(id: ExecutionId, url: string): Promise<Explanation> {
    const { explain } = await import('#engine/explain/explain.ts');
    return await explain(this.surf, id, url);
  }

  async facts(id: ExecutionId, key: UrlKey): Promise<ArchivedFacts> {
    const { archivedFacts } = await import('#engine/pages/archived-facts.ts');
    const { catalog, archive, tasks } = this.surf;
    return await archivedFacts({ catalog, archive, tasks, decodeBody }, { id, key });
  }

  async estimate(request: EstimateRequest): Promise<Estimate> {
    const [{ localEstimate }, { SystemClock }] = await Promise.all([
      import('#compose/local-estimate.ts'),
      import('#adapters/embedded/system-clock.ts'),
    ]);
    const accounts = this.#exists() ? this.surf.accounts : null;
    return await localEstimate({ ...request, clock: new SystemClock(), accounts });
  }

  async difference(of: DifferenceRequest): Promise<PageDifference> {
    const [{ pageDifference }, { TextThreads }, { TEXT_THREAD }] = await Promise.all([
      import('#engine/pages/page-difference.ts'),
      import('#adapters/threads/text-threads.ts'),
      import('#compose/thread-modules.ts'),
    ]);
    const { catalog, archive, tasks } = this.surf;
    const ports = { catalog, archive, tasks, decodeBody };
    return await pageDifference(ports, of, () => new TextThreads({ entry: TEXT_THREAD }));
  }

  async history(id: ExecutionId, url: string): Promise<PageHistory> {
    const [{ pageHistory }, { TextThreads }, { TEXT_THREAD }] = await Promise.all([
      import('#engine/history/page-history.ts'),
      import('#adapters/threads/text-threads.ts'),
      import('#compose/thread-modules.ts'),
    ]);
    const { catalog, archive, tasks } = this.surf;
    const texts = new TextThreads({ entry: TEXT_THREAD });
    try {
      return await pageHistory(
        { catalog, archive, tasks, decodeBody },
        { execution: id, url, limit: MOST_VERSIONS },
        { texts },
      );
    } finally {
      await texts.close();
    }
  }

  async search(id: ExecutionId, search: TextSearch): Promise<SearchAnswer> {
    const { searchFolder } = await import('#cli/backend/searched-execution.ts');
    return await searchFolder({ ...this.surf, decodeBody }, id, search);
  }

  async topics(id: ExecutionId, request: TopicsRequest): Promise<TopicsAnswer> {
    const { topicsOfFolder } = await import('#cli/backend/searched-execution.ts');
    return await topicsOfFolder({ ...this.surf, decodeBody }, id, request);
  }

  async verify(id: ExecutionId): Promise<VerifyReport> {
    const { verify } = await import('#engine/verify/verify.ts');
    const { catalog, archive, tasks } = this.surf;
    return await verify({ catalog, archive, tasks, decodeBody }, id);
  }

  async start(start: CrawlStart): Promise<RunHandle> {
    checkPlugins(start.workflow, this.surf.plugins);
    await checkSecrets(this.surf.secrets, LOCAL_USER, start.workflow);
    this.surf.warmUp();
    const { id, lastRun } = await startExecution(this.surf, start);
    return new LocalRun(this.surf, id, lastRun);
  }

  async resume(id: ExecutionId, how: ResumeRequest): Promise<RunHandle> {
    const before = await this.surf.catalog.execution(id);
    // A process died after the last commit: its run finishes the remaining work.
    const { isFinished } = await import('#engine/finish/finish-execution.ts');
    if (how.limits === undefined && hasNoMore(before) && !(await isFinished(this.surf, before))) {
      return new LocalRun(this.surf, id, before.run);
    }
    await checkSecretsOf(this.surf, before);
    await checkPluginsOf(this.surf, before);
    const driver = this.surf.driverElsewhere(id);
    const { row } = await controlExecution(this.surf, id, how);
    this.surf.warmUp();
    return new LocalRun(this.surf, id, row.lastRun, driver);
  }

  async halt(id: ExecutionId, how: 'pause' | 'stop'): Promise<ExecutionView> {
    const { describeRow } = await import('#engine/overview/describe-execution.ts');
    return await describeRow(this.surf, await stopForeignRun(this.surf, id, how));
  }

  async rebuild(id: ExecutionId): Promise<boolean> {
    const { row } = await controlExecution(this.surf, id, { type: 'rebuild' });
    await this.surf.drive(id, row.lastRun);
    return true;
  }

  async *events(id: ExecutionId): AsyncGenerator<ListedEvent> {
    for (let after = 0; ; ) {
      const events = await this.surf.catalog.events(id, PAGE_ROWS, after);
      for (const { at, type, text } of events) yield { at: new Date(at).toISOString(), type, text };
      if (events.length < PAGE_ROWS) return;
      after = events.at(-1)?.seq ?? after;
    }
  }

  async delete(id: ExecutionId): Promise<boolean> {
    const { deleteExecution } = await import('#engine/finish/delete-execution.ts');
    const { lastRun } = await deleteExecution(this.surf, id);
    try {
      await this.surf.drive(id, lastRun);
    } catch (error) {
      if (codeOf(error) !== 'EXECUTION_NOT_FOUND') throw error; // nothing of it is left
    }
    return true;
  }

  async close(): Promise<void> {
    await this.#opened?.close();
  }

  /** A folder whose database was removed is opened too, to say so; so is a file in its place. */
  #exists(): boolean {
    const there = statSync(this.name, { throwIfNoEntry: false });
    if (there === undefined) return false;
    return !there.isDirectory() || existsSync(join(this.name, 'surf.db')) || hasObjects(this.name);
  }
}

/**
 * True if a resume with the same limits finds nothing to crawl. A stopped execution can continue.
 */
const hasNoMore = ({ status }: Execution): boolean =>
  status === 'succeeded' || status === 'failed' || status === 'limited';

const isoTime = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

const listed = (row: Execution, driver: Driver, live: LiveWork): ListedExecution => ({
  execution: row.id,
  name: row.name,
  status: row.status,
  driver,
  reason: row.reason,
  base: row.base ?? null,
  createdAt: new Date(row.createdAt).toISOString(),
  endedAt: isoTime(row.endedAt),
  expiresAt: isoTime(expiryOf(row)),
  counts: row.counts,
  pages: pagesOf(row.counts, live),
  live,
  bytes: row.bytes,
  costUsd: row.costUsd,
});

const notFound = (name: string, data: string, why: string): SurfError =>
  new SurfError(
    'EXECUTION_NOT_FOUND',
    `no execution ${JSON.stringify(name.slice(0, 100))} in the data folder ${data}`,
    {
      remedy: `${why}; surf ls lists the executions, --data names another folder, --api a server`,
    },
  );
