import type { WorkflowId } from '#core/model/ids.ts';
import type { Schedule } from '#core/schedule/schedule.ts';

/** A schedule as `surf schedule` shows it. Times are ISO 8601 UTC. */
export interface ListedSchedule extends Schedule {
  readonly name: string;
  readonly next: readonly string[];
  readonly queued: string | null;
  readonly last: {
    readonly scheduledAt: string;
    readonly outcome: string;
    readonly execution: string | null;
    readonly why: string | null;
  } | null;
  readonly missed: {
    readonly from: string;
    readonly until: string;
    readonly times: number;
    readonly execution: string | null;
  } | null;
}

/** A schedule that starts something by itself, with its next time (ISO 8601 UTC). */
export interface StartingSchedule {
  readonly workflow: string;
  readonly workflowName: string;
  readonly name: string;
  /** The owner, if an administrator sees the schedule of another user; null: the caller. */
  readonly owner: string | null;
  readonly checkDays: number | null;
  readonly next: string;
}

/** Schedules of saved workflows. */
export interface Schedules {
  ofWorkflow(workflow: WorkflowId): Promise<readonly ListedSchedule[]>;
  /** Lists the schedules of all workflows that the caller may see. */
  starting(): Promise<readonly StartingSchedule[]>;
  /** @throws SurfError SCHEDULE_INVALID, ROLE_LIMIT */
  save(workflow: WorkflowId, name: string, schedule: Schedule): Promise<ListedSchedule>;
  /** @throws SurfError SCHEDULE_NOT_FOUND */
  remove(workflow: WorkflowId, name: string): Promise<void>;
}
