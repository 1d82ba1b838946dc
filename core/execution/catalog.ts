import * as z from 'zod';
import type { Desired, Execution, ExecutionStatus, UncommittedWork } from '#core/execution/execution.ts';
import { type ExecutionId, WorkflowId } from '#core/model/ids.ts';
import { StoredWorkflow } from '#core/workflow/stored-workflow.ts';

/** A workflow's definition is immutable per version. */
export const WorkflowVersion = z.object({
  v: z.literal(1),
  id: WorkflowId,
  version: z.int().positive(),
  createdAt: z.number(),
  definition: StoredWorkflow,
});
export type WorkflowVersion = z.infer<typeof WorkflowVersion>;

/** One line of an execution's history (S11). */
export const ExecutionEvent = z.object({
  /** Number from 1, without gaps, per execution. */
  seq: z.int().positive(),
  at: z.number(),
  type: z.enum(['created', 'started', 'closed', 'died', 'control', 'finished']),
  text: z.string().max(500),
});
export type ExecutionEvent = z.infer<typeof ExecutionEvent>;

/** The part of the row that a commit is conditional on. */
export type CommitCondition = Pick<Execution, 'wave' | 'run' | 'desired' | 'status'>;

/** State that a commit makes true. */
export type Commit = Pick<
  Execution,
  | 'status'
  | 'reason'
  | 'wave'
  | 'plannedBy'
  | 'answer'
  | 'frontier'
  | 'plan'
  | 'manifest'
  | 'deadlineAt'
  | 'dueAt'
  | 'ranMs'
  | 'runningSince'
  | 'startedAt'
  | 'endedAt'
  | 'counts'
  | 'bytes'
  | 'costUsd'
  | 'storedBytes'
  | 'goneDue'
>;

/** `renewLease` writes only if the row has these fields as the caller read them. */
export type LeaseHeld = Pick<Execution, 'wave' | 'run' | 'status'>;

/**
 * Sign of life that a call of `advance` writes while it works, so that nobody takes it for dead.
 */
export interface Lease {
  readonly deadlineAt: number;
  readonly uncommitted: UncommittedWork;
}

/** Changes that a control call (resume, continue, pause, stop, the watchdog) writes in one step. */
export interface Control {
  readonly desired?: Desired;
  readonly deadlineAt?: number;
  /** Written with a user's request; the watchdog leaves it unchanged. */
  readonly dueAt?: number;
  readonly limits?: Execution['limits'];
  /** `continue --seconds`: count again from what has run. */
  readonly secondsBaseMs?: number;
  /**
   * `deleting`: it has ended, and is to be deleted. `running`: it was paused or over, and
   * continues.
   */
  readonly status?: 'deleting' | 'running';
  /** With `running`: counts the attempts at its wave from here. */
  readonly uncommitted?: UncommittedWork;
  /** With `running`: it has no end yet. */
  readonly endedAt?: null;
  readonly reason?: null;
  /**
   * For an execution that has ended: the next run writes its projections again, from the first
   * wave.
   */
  readonly projected?: 0;
}

/**
 * Workflows, executions with the commit, events.
 *
 * Every adapter promises, and `test/contract/suites/catalog.ts` checks:
 * - `acquireRun(n)`: sets run = n (and lastRun = max) if the row's run is ≤ n, and returns the row
 *   as it is then; else `superseded`. Of runs n < m, once m has acquired it n never does;
 * - `commit`: of many rivals with the same condition exactly one succeeds; the others change
 *   nothing. A caller that asks again after its own success sees from the row (plannedBy, answer)
 *   that it won;
 * - `renewLease`: writes the lease if the row's wave, run and status are still those, else changes
 *   nothing and says `lost`;
 * - `control`: in one step writes the given fields and, as lastRun, a number above run and lastRun
 *   (`unusedRun` where names of runs are used once), if the row's status is among `allowed`;
 *   returns the new row, or the unchanged row as `conflict`;
 * - `deleteExecution`: when it has returned, neither the row nor its events are found by anyone; a
 *   missing row is not an error;
 * - `addEvents`: numbers without gaps, also with rivals; an event with the same `once` is added
 *   once, ever.
 */
export interface Catalog {
  saveWorkflow(version: WorkflowVersion): Promise<void>;
  /** @throws SurfError WORKFLOW_NOT_FOUND */
  workflow(id: WorkflowId, version: number): Promise<WorkflowVersion>;

  createExecution(execution: Execution): Promise<void>;
  /** @throws SurfError EXECUTION_NOT_FOUND */
  execution(id: ExecutionId): Promise<Execution>;
  /** Newest first. @param limit at most 1,000 @param owner only theirs @default everyone's */
  executions(limit: number, next?: string, owner?: string): Promise<{ rows: Execution[]; next: string | null }>;
  /**
   * Deletes events and, last, the row. No other process may change the execution: its status is
   * `deleting`.
   */
  deleteExecution(id: ExecutionId): Promise<void>;
  /** Executions that a watchdog has to look at: deadline passed, or projections behind. */
  overdue(now: number): Promise<Execution[]>;

  acquireRun(id: ExecutionId, run: number): Promise<Execution | 'superseded'>;
  commit(id: ExecutionId, condition: CommitCondition, commit: Commit): Promise<'committed' | 'lost'>;
  renewLease(id: ExecutionId, held: LeaseHeld, lease: Lease): Promise<'kept' | 'lost'>;
  control(
    id: ExecutionId,
    allowed: readonly ExecutionStatus[],
    control: Control,
  ): Promise<{ done: true; row: Execution } | { done: false; row: Execution }>;
  /** Moves the projection cursor forward; never back. */
  projected(id: ExecutionId, wave: number): Promise<void>;

  addEvents(id: ExecutionId, events: readonly (Omit<ExecutionEvent, 'seq'> & { once: string })[]): Promise<void>;
  events(id: ExecutionId, limit: number, after?: number): Promise<ExecutionEvent[]>;
}
