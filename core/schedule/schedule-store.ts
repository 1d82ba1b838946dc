import type { WorkflowId } from '#core/model/ids.ts';
import type { ScheduleRow } from '#core/schedule/schedule.ts';

/** Most schedules of one workflow. */
export const MOST_SCHEDULES = 20;

/**
 * Schedules of saved workflows (S23).
 *
 * Every adapter promises, and `test/contract/schedule-store.ts` checks:
 * - `save` stores version 1 only where there is none, version n only over n − 1; of calls at
 *   once exactly one returns `saved`, and so does a repetition of that call;
 * - `all` has every schedule whose `save` returned before, by workflow and name.
 */
export interface ScheduleStore {
  save(row: ScheduleRow): Promise<'saved' | 'conflict'>;
  find(workflow: WorkflowId, name: string): Promise<ScheduleRow | null>;
  /** The schedules of one workflow, by name. */
  ofWorkflow(workflow: WorkflowId): Promise<ScheduleRow[]>;
  all(): Promise<ScheduleRow[]>;
  delete(workflow: WorkflowId, name: string): Promise<'deleted' | 'missing'>;
}
