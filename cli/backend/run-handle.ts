import type { ExecutionId } from '#core/model/ids.ts';
import type { ExecutionView } from '#engine/overview/describe-execution.ts';

/** The live state of a crawl. */
export type RunSnapshot = Pick<
  ExecutionView,
  'status' | 'desired' | 'counts' | 'pages' | 'live' | 'level' | 'waiting' | 'hosts'
>;

/** A started or resumed execution. */
export interface RunHandle {
  readonly id: ExecutionId;
  /**
   * True if the crawl runs in this process; false if the execution continues without this process.
   */
  readonly isHere: boolean;
  /** Id of a living process of this machine that drove it until now. @default none */
  readonly takenFrom?: number | null;
  /**
   * Resolves when the execution has ended or paused, or another process has taken it over. Call it
   * once.
   */
  end(): Promise<ExecutionView>;
  /** Cheap: the progress display calls it four times a second. */
  snapshot(): Promise<RunSnapshot>;
  /** Requests a stop. An execution that has just ended is not an error. */
  stop(): Promise<void>;
}
