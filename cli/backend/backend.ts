import type { Going } from '#cli/backend/run-handle.ts';
import type { ExportSupply } from '#cli/export-supply.ts';
import type { WorkflowShelf } from '#cli/workflows/saved-workflows.ts';
import type { Driver } from '#core/execution/driver.ts';
import type { Counts, ExecutionStatus, LimitsOverride, RunSettings } from '#core/execution/execution.ts';
import type { Explanation } from '#core/execution/explanation.ts';
import type { ExecutionId } from '#core/execution/ids.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import type { ExecutionView } from '#engine/describe-execution.ts';
import type { TaskFilter, TaskView } from '#engine/list-tasks/task-view.ts';
import type { LiveWork } from '#engine/live-work.ts';
import type { VerifyReport } from '#engine/verify.ts';

/** What `surf ls` shows of an execution. Times are ISO 8601 UTC. */
export interface ListedExecution {
  readonly execution: string;
  readonly name: string;
  readonly status: ExecutionStatus;
  readonly driver: Driver;
  readonly reason: string | null;
  readonly base: string | null;
  readonly createdAt: string;
  readonly endedAt: string | null;
  readonly counts: Counts;
  /** Stored pages, those of the running wave too. */
  readonly pages: number;
  readonly live: LiveWork;
  readonly bytes: number;
  readonly costUsd: number;
}

export interface CrawlStart {
  readonly workflow: Workflow;
  readonly settings: RunSettings;
  readonly base?: ExecutionId;
}

export type GoOn = { readonly type: 'resume'; readonly limits?: LimitsOverride };

/** Where executions are: a data folder of this machine, or a server. Commands are written over it once, and do the same in both. */
export interface Place {
  /** The data folder as it was given, or the server's address. */
  readonly name: string;
  /** The same for programs: an absolute path, or the address. */
  readonly data: string;
  /** Where to find what an execution archived. */
  whereIs(id: ExecutionId): string;
  /** The execution of this id, or the newest one: `last`. @throws SurfError EXECUTION_NOT_FOUND */
  named(name: string): Promise<ExecutionId>;
  /** Newest first. */
  executions(): AsyncIterable<ListedExecution>;
  /** @throws SurfError EXECUTION_NOT_FOUND, as all that follow */
  describe(id: ExecutionId): Promise<ExecutionView>;
  tasks(id: ExecutionId, filter: TaskFilter): AsyncIterable<TaskView>;
  explain(id: ExecutionId, url: string): Promise<Explanation>;
  verify(id: ExecutionId): Promise<VerifyReport>;
  /** @throws SurfError also BASE_NOT_ENDED */
  start(start: CrawlStart): Promise<Going>;
  /** @throws SurfError also STATE_CONFLICT, CONTINUE_BELOW_USED */
  goOn(id: ExecutionId, how: GoOn): Promise<Going>;
  /** Asks for it and waits for its end. @throws SurfError also STATE_CONFLICT */
  halt(id: ExecutionId, how: 'pause' | 'stop'): Promise<ExecutionView>;
  /** What exports are made from. */
  exports(): Promise<ExportSupply>;
  readonly workflows: WorkflowShelf;
  close(): Promise<void>;
}
