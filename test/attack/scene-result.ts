import type { WarcRecord } from '#core/archive/warc/warc-reader.ts';
import type { TaskView } from '#engine/list-tasks/task-view.ts';
import type { AttackRequest } from '#test/attack/attack.ts';

/** What a scene left behind. */
export interface SceneResult {
  /** Exit code; null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** `stored`, `skipped(robots)`, `pending`, by URL. */
  readonly outcomes: ReadonlyMap<string, string>;
  readonly views: readonly TaskView[];
  readonly records: readonly WarcRecord[];
  /** Paths of the WARC objects, while the folder is there. */
  readonly warcFiles: readonly string[];
  /** Files below the data folder, relative. */
  readonly files: readonly string[];
  /** The requests to the hostile server, in order. */
  readonly requests: readonly AttackRequest[];
  /** What reached the server inside: must stay empty. */
  readonly reachedInside: readonly string[];
  /** `name A`, as DNS was asked. */
  readonly namesAsked: readonly string[];
  /**
   * What `surf verify` writes about the execution when the log does not prove it; empty when it
   * holds, or when the crawl failed.
   */
  readonly unproven: string;
  readonly peakMb: number;
  /** Longest time for which an event loop of the crawling process did not turn. */
  readonly stalledMs: number;
  readonly seconds: number;
  /** Runs another command on the same data. @returns both streams */
  readonly surf: (...args: string[]) => Promise<string>;
}
