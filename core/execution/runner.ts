import type { ExecutionId } from '#core/model/ids.ts';

/**
 * Starts runs (design.md §2: a run carries one wave).
 *
 * Every adapter promises: it starts a run of a name at most once, and a name that exists already is
 * not an error.
 */
export interface Runner {
  /** Starts `<execution>-<run>` and returns when it is on its way. */
  start(execution: ExecutionId, run: number): Promise<void>;
}
