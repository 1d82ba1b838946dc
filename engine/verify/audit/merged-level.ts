import type { CandidateLine } from '#core/archive/chunk/chunk-lines.ts';
import type { KnownTask } from '#engine/verify/audit/known-task.ts';

/** Findings of one merge for one level. */
export interface MergedLevel {
  /** Tasks in rank order. */
  readonly admitted: KnownTask[];
  /** Candidates by key. */
  readonly skipped: Map<string, CandidateLine>;
}
