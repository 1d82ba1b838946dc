import type { RunHandle } from '#cli/backend/run-handle.ts';
import type { TextSearch } from '#cli/backend/searched-execution.ts';
import type { Blocklist } from '#cli/stores/blocklist.ts';
import type { Notifications } from '#cli/stores/notifications.ts';
import type { Schedules } from '#cli/stores/schedules.ts';
import type { SavedWorkflows } from '#cli/workflows/saved-workflows.ts';
import type { PageDifference } from '#core/diff/page-difference.ts';
import type { PageHistory } from '#core/diff/page-history.ts';
import type { Estimate } from '#core/estimate/estimate.ts';
import type { Driver } from '#core/execution/driver.ts';
import type { Counts, ExecutionStatus, LimitsOverride, RunSettings } from '#core/execution/execution.ts';
import type { Explanation } from '#core/execution/explanation.ts';
import type { ExternalFilter, ExternalPage } from '#core/external/external-view.ts';
import type { ArchivedFacts } from '#core/facts/archived-facts.ts';
import type { ExecutionId, WorkflowId } from '#core/model/ids.ts';
import type { SearchAnswer } from '#core/search/search-index.ts';
import type { TopicsRequest } from '#core/topics/page-topics.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import type { DiffSide } from '#engine/diff/diff-side.ts';
import type { ExportSupply } from '#engine/export/supply/export-supply.ts';
import type { TaskFilter, TaskView } from '#engine/list-tasks/task-view.ts';
import type { ExecutionView } from '#engine/overview/describe-execution.ts';
import type { LiveWork } from '#engine/overview/live-work.ts';
import type { DifferenceRequest } from '#engine/pages/page-difference.ts';
import type { TopicsAnswer } from '#engine/search/execution-topics.ts';
import type { VerifyReport } from '#engine/verify/verify.ts';

/** One row of `surf ls`. Times are ISO 8601 UTC. */
export interface ListedExecution {
  readonly execution: string;
  readonly name: string;
  readonly status: ExecutionStatus;
  readonly driver: Driver;
  readonly reason: string | null;
  readonly base: string | null;
  readonly createdAt: string;
  readonly endedAt: string | null;
  /** When its retention is over; null: it stays, or it has not ended. */
  readonly expiresAt: string | null;
  readonly counts: Counts;
  /** Stored pages, including those of the current wave. */
  readonly pages: number;
  readonly live: LiveWork;
  readonly bytes: number;
  readonly costUsd: number;
}

/** One line of `surf events`. */
export interface ListedEvent {
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly type: string;
  readonly text: string;
}

export interface CrawlStart {
  readonly workflow: Workflow;
  readonly settings: RunSettings;
  /** The saved version that it is; a server finds that out by its name. @default a new workflow */
  readonly of?: { readonly id: WorkflowId; readonly version: number };
  readonly base?: ExecutionId;
  /** Every page of the collection is due. @default false */
  readonly full?: boolean;
}

/** Workflow and settings of an estimate, before the crawl starts. */
export type EstimateRequest = Pick<CrawlStart, 'workflow' | 'settings'>;

export type ResumeRequest = { readonly type: 'resume'; readonly limits?: LimitsOverride };

/**
 * Store of executions: a data folder on this machine, or a server. Each command is written once
 * against this interface and behaves alike on both.
 */
export interface Backend {
  /** Name for messages: the data folder as the user gave it, or the server's address. */
  readonly name: string;
  /** Place for programs: the absolute path of the data folder, or the server's address. */
  readonly data: string;
  /** Says that it has no executions, and whether its data folder is there. */
  readonly noExecutions: string;
  /** Path or URL of an execution's archive. */
  archiveLocation(id: ExecutionId): string;
  /** @param name an id, or `last` for the newest execution @throws SurfError EXECUTION_NOT_FOUND */
  findExecution(name: string): Promise<ExecutionId>;
  /** Lists executions, newest first. */
  executions(): AsyncIterable<ListedExecution>;
  /** @throws SurfError EXECUTION_NOT_FOUND, like every method below that takes an id */
  describe(id: ExecutionId): Promise<ExecutionView>;
  tasks(id: ExecutionId, filter: TaskFilter): AsyncIterable<TaskView>;
  /** A side of a comparison. @param supply opened by `exports` */
  compared(id: ExecutionId, supply: ExportSupply): Promise<DiffSide>;
  /** The register of external links, page by page. @throws SurfError OUTPUT_NOT_KEPT */
  external(id: ExecutionId, filter: ExternalFilter): AsyncIterable<ExternalPage>;
  explain(id: ExecutionId, url: string): Promise<Explanation>;
  /**
   * Facts that one archived page states about itself. @throws SurfError OBJECT_NOT_FOUND,
   * FIELD_INVALID
   */
  facts(id: ExecutionId, key: UrlKey): Promise<ArchivedFacts>;
  /**
   * Difference between two versions of one page's text.
   * @throws SurfError REQUEST_INVALID, OBJECT_NOT_FOUND, FIELD_INVALID
   */
  difference(of: DifferenceRequest): Promise<PageDifference>;
  /** @throws SurfError REQUEST_INVALID */
  history(id: ExecutionId, url: string): Promise<PageHistory>;
  /** @throws SurfError REQUEST_INVALID, STATE_CONFLICT, OUTPUT_NOT_KEPT, SEARCH_UNAVAILABLE */
  search(id: ExecutionId, search: TextSearch): Promise<SearchAnswer>;
  /** @throws SurfError as `search` */
  topics(id: ExecutionId, request: TopicsRequest): Promise<TopicsAnswer>;
  verify(id: ExecutionId): Promise<VerifyReport>;
  /** Samples the sites of a workflow, and starts nothing. @throws SurfError RIGHT_MISSING */
  estimate(request: EstimateRequest): Promise<Estimate>;
  /** @throws SurfError BASE_NOT_ENDED */
  start(start: CrawlStart): Promise<RunHandle>;
  /** @throws SurfError STATE_CONFLICT, CONTINUE_BELOW_USED */
  resume(id: ExecutionId, request: ResumeRequest): Promise<RunHandle>;
  /**
   * Requests a pause or a stop and waits until the execution has ended.
   * @throws SurfError STATE_CONFLICT
   */
  halt(id: ExecutionId, action: 'pause' | 'stop'): Promise<ExecutionView>;
  /**
   * Rewrites the task rows and events of an ended execution from its archive.
   * @returns false while the server still writes them
   * @throws SurfError STATE_CONFLICT, RIGHT_MISSING
   */
  rebuild(id: ExecutionId): Promise<boolean>;
  /** Events of an execution, oldest first. */
  events(id: ExecutionId): AsyncIterable<ListedEvent>;
  /**
   * Deletes an ended execution and all its data.
   * @returns false while the server still deletes it
   * @throws SurfError STATE_CONFLICT
   */
  delete(id: ExecutionId): Promise<boolean>;
  /** Loads its code, like the two below: a crawl needs none of the three. */
  blocklist(): Promise<Blocklist>;
  schedules(): Promise<Schedules>;
  notifications(): Promise<Notifications>;
  /** Opens the data that exports read. @param scratch folder that exists until its `close` */
  exports(scratch: string): Promise<ExportSupply>;
  readonly workflows: SavedWorkflows;
  close(): Promise<void>;
}
