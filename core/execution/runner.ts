import type { ExecutionId } from '#core/model/ids.ts';

/**
 * Starts runs (design.md §2: a run carries one wave).
 *
 * Every adapter promises: a run of a name is started at most once; a name that exists already is no
 * error.
 */
export interface Runner {
  /** Starts `<execution>-<run>` and returns when it is on its way. */
  start(execution: ExecutionId, run: number): Promise<void>;
}
