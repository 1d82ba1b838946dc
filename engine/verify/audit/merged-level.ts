import type { CandidateLine } from '#core/archive/chunk/chunk-lines.ts';
import type { KnownTask } from '#engine/verify/audit/known-task.ts';

/** What one merge found for one level. */
export interface MergedLevel {
  /** In rank order. */
  readonly admitted: KnownTask[];
  /** By key. */
  readonly skipped: Map<string, CandidateLine>;
}
