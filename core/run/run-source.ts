import type { Counts, ExecutionStatus } from '#core/execution/execution.ts';
import type { PageLine } from '#core/export/tables/page-line.ts';
import type { ArchivedFacts } from '#core/facts/archived-facts.ts';
import type { UrlKey } from '#core/url/url-key.ts';

/** A page in the list of an execution's pages. */
export interface ListedPage extends Omit<PageLine, 'provisional'> {
  /** Key of its archived answer. */
  readonly key: UrlKey;
  /** Its wave still runs: the page may turn out to be a duplicate when the wave is settled. */
  readonly provisional: boolean;
}

/** The state of an execution. */
export interface RunState {
  readonly status: ExecutionStatus;
  /** The limit, the failure, or null. */
  readonly reason: string | null;
  /** Facts that led to the reason, in words. */
  readonly cause: string | null;
  /** Advice to the user about a seed that brought no page; null if Surf knows none. */
  readonly remedy: string | null;
  readonly counts: Counts;
  /** Stored and unchanged pages, those of the running wave included. */
  readonly pages: number;
  /** Decoded bytes of all pages. */
  readonly bytes: number;
  /** Seconds that it ran, without pauses. */
  readonly seconds: number;
  /** List price in USD of the same calls on AWS Lambda; on this machine nothing is paid. */
  readonly costUsd: number;
  /** The wave that runs, or ran last; 0 before the first. */
  readonly wave: number;
  /** It ended, or paused as requested, and everything that it wrote can be read. */
  readonly hasEnded: boolean;
}

/** One disagreement between the log of an execution and its counts, lists or rows. */
export interface VerifiedDifference {
  readonly code: string;
  /** Object key, and line, task or field within. */
  readonly where: string;
  readonly expected: string;
  readonly found: string;
}

/** The result of a recount of an execution from its log. */
export interface Verification {
  /** There is no difference. */
  readonly holds: boolean;
  /** The first hundred. */
  readonly differences: readonly VerifiedDifference[];
  readonly total: number;
  readonly pages: number;
}

/** The decoded body of an archived page. */
export interface PageBody {
  readonly bytes: Uint8Array;
  /** The Content-Type header, or null. */
  readonly contentType: string | null;
}

/** One call for the list of pages. */
export interface ListRequest {
  readonly limit: number;
  /** The cursor of the previous answer. @default the first page */
  readonly next?: string;
}

export interface ListAnswer {
  readonly items: readonly ListedPage[];
  /** Null: there are no more pages so far. */
  readonly next: string | null;
}

/**
 * One execution, in a data folder or on a server. Every method throws SurfError.
 *
 * `list` has at-least-once delivery: the same cursor gives the same pages and those that came
 * since. A page of the running wave comes again when its wave is settled.
 */
export interface RunSource {
  readonly id: string;
  state(): Promise<RunState>;
  list(request: ListRequest): Promise<ListAnswer>;
  /** @throws SurfError OBJECT_NOT_FOUND, OUTPUT_NOT_KEPT */
  body(page: Pick<ListedPage, 'key' | 'contentType'>): Promise<PageBody>;
  /** @throws SurfError as `body`; FIELD_INVALID for what is not an HTML page */
  facts(page: Pick<ListedPage, 'key'>): Promise<ArchivedFacts>;
  verify(): Promise<Verification>;
  /** Requests a stop. An execution that has ended is not an error. */
  stop(): Promise<void>;
  /**
   * Resolves after a short pause, or as soon as the execution has ended. Rejects when the execution
   * cannot continue.
   */
  change(): Promise<void>;
  close(): Promise<void>;
}
