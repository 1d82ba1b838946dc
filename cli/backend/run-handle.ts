import type { ExecutionId } from '#core/model/ids.ts';
import type { ExecutionView } from '#engine/describe-execution.ts';

/** What a look at a crawl under way gives. */
export type RunSnapshot = Pick<
  ExecutionView,
  'status' | 'desired' | 'counts' | 'pages' | 'live' | 'level' | 'waiting' | 'hosts'
>;

/** An execution that was set going. */
export interface RunHandle {
  readonly id: ExecutionId;
  /** Resolves when it has ended, was paused, or somebody else took it over; to be called once. */
  end(): Promise<ExecutionView>;
  /** Cheap enough for four times a second. */
  snapshot(): Promise<RunSnapshot>;
  /** Asks it to stop; it may have ended by itself just now, which is no error. */
  stop(): Promise<void>;
}
