import type { Page } from '#core/run/page.ts';
import type { AnyRecord } from '#core/run/record-type.ts';
import type { RunState, Verification } from '#core/run/run-source.ts';
import type { RecordError } from '#core/selection/records/record-lines.ts';

/** Filter of the pages that `pages()` and `records()` yield. */
export interface PagesOptions {
  /**
   * True: only pages of settled waves, each once, in the order of the crawl; the same order in
   * every crawl of the same site. False: also pages of the running wave, as soon as they are
   * durable, with `provisional` true.
   * @default false
   */
  readonly settled?: boolean;
}

/** The record of one page. */
export interface CrawlRecord<Rec = AnyRecord> {
  readonly url: string;
  readonly record: Rec;
  /** Reasons why fields have no value. */
  readonly errors: readonly RecordError[];
}

/** The state of an execution that has ended. */
export interface RunReport extends RunState {
  readonly execution: string;
  /** Recounts the execution from its log. @throws SurfError */
  verify(): Promise<Verification>;
}

/**
 * One execution of a crawl: `crawl()` and `attach()` of the library return it for a data folder,
 * those of the client for a server. All methods throw SurfError.
 */
export interface Run<Rec = AnyRecord> extends AsyncDisposable {
  /** The id of the execution, as `surf ls` shows it. */
  readonly id: string;
  /**
   * The pages, while the crawl runs and after it. Each page comes once. The archive is the buffer:
   * a slow consumer holds at most one list answer in memory (500 pages, about 4 MiB), and the crawl
   * does not wait for it.
   */
  pages(options?: PagesOptions): AsyncGenerator<Page<Rec>, void, undefined>;
  /** The records of the pages that have one. */
  records(options?: PagesOptions): AsyncGenerator<CrawlRecord<Rec>, void, undefined>;
  state(): Promise<RunState>;
  /**
   * Resolves when the execution has ended or paused. It never rejects because of a limit or a
   * failed seed: the report says so.
   */
  finished(): Promise<RunReport>;
  /** An alias of `finished()`. */
  wait(): Promise<RunReport>;
  /**
   * Cancels the crawl: Surf starts no further request. Everything that it has crawled stays
   * readable.
   */
  stop(): Promise<void>;
  /** Releases threads and files. An execution of this process that still runs is stopped first. */
  close(): Promise<void>;
}
