import * as z from 'zod';
import type { ExecutionId } from '#core/model/ids.ts';
import { Outcome } from '#core/model/outcome.ts';
import { UrlKey } from '#core/url/url-key.ts';

/**
 * One failed attempt: its code (a fail reason or a deferral's cause), words, time. At most 200
 * bytes of text.
 */
export const TaskError = z.object({ code: z.string().max(40), message: z.string().max(200), at: z.number() });
export type TaskError = z.infer<typeof TaskError>;

/**
 * A settled task = the visited mark of its URL. Tables hold it in another form (stored-task.ts,
 * task-packs.ts).
 */
export const TaskRow = z.object({
  v: z.literal(1),
  key: UrlKey,
  url: z.string(),
  level: z.int().nonnegative(),
  rank: z.int().nonnegative(),
  /**
   * Key of the page it was found on first, or of the task that redirected to it; null for seeds.
   */
  via: UrlKey.nullable(),
  outcome: Outcome,
  /** HTTP status of the last answer; null when there was none. */
  status: z.int().nullable(),
  contentType: z.string().max(100).nullable(),
  /** Decoded body bytes; null when no body was read. */
  bytes: z.number().nullable(),
  /** The body is only the beginning of a larger page. Absent: it is whole. */
  cut: z.literal(true).optional(),
  /** At most 512 characters. */
  title: z.string().max(512).nullable(),
  /** The page's own title is longer. Absent: it is not. */
  titleCut: z.literal(true).optional(),
  attempts: z.int().nonnegative(),
  startedAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  errors: z.array(TaskError).max(3),
  /** WARC object, offset and length of the response record. */
  archived: z.object({ object: z.string(), offset: z.number(), length: z.number() }).nullable(),
  /**
   * Base name of the chunk that has its outcome line, if `archived` does not name it; absent if no
   * worker reported anything.
   */
  chunk: z.string().optional(),
  /**
   * Links of the page that nobody read: it brings more new addresses than one page may. Absent: all
   * were.
   */
  linksDropped: z.int().positive().optional(),
});
export type TaskRow = z.infer<typeof TaskRow>;

/**
 * Keys of task rows that are looked up together at most: one statement embedded, up to two queries
 * for each key on AWS, sixteen at once.
 */
export const KEYS_A_READ = 100;

export interface TaskPage {
  readonly rows: readonly TaskRow[];
  /** Give it to the next call; null at the end. */
  readonly next: string | null;
}

/** The rows of the tasks that one wave settled. */
export interface RowsOfWave {
  readonly wave: number;
  /** Number of rows in all parts. */
  readonly count: number;
  /** In the order of their keys, each key once. */
  readonly parts: AsyncIterable<readonly TaskRow[]>;
}

/** A page that was settled as stored, and turned out to be a duplicate of `of`. */
export interface Correction {
  readonly key: string;
  readonly of: string;
}

/** Corrections that the end of one wave makes to pages that were settled before, or by it. */
export interface CorrectionsOfWave {
  readonly wave: number;
  readonly corrections: readonly Correction[];
}

/**
 * The settled tasks of executions: a projection, written after the commit from the manifest and
 * read by API, CLI and exports.
 *
 * Every adapter promises, and `test/contract/suites/task-index.ts` checks:
 * - `write` and `correct` are idempotent: what a wave settled or corrected may be written again,
 *   also after later waves were, and by several at once;
 * - where waves settle the same key, `get` and `list` have one row, of the last write or of the
 *   later wave: callers write in the order of the waves;
 * - a correction of a key that has no row is none;
 * - what was written is read by everyone when `write` or `correct` has returned;
 * - `list` gives each row of the execution exactly once, in the order of the keys, for any page
 *   size, when nothing is written between.
 */
export interface TaskIndex {
  /** @throws SurfError STORE_THROTTLED, retryable with the same rows */
  write(execution: ExecutionId, rows: RowsOfWave): Promise<void>;
  /** @throws SurfError STORE_THROTTLED, retryable with the same corrections */
  correct(execution: ExecutionId, corrections: CorrectionsOfWave): Promise<void>;
  /** Rows in the order asked; null where there is none. At most 1,000 keys. */
  get(execution: ExecutionId, keys: readonly UrlKey[]): Promise<(TaskRow | null)[]>;
  /** @param limit at most 1,000 rows a page */
  list(execution: ExecutionId, limit: number, next?: string): Promise<TaskPage>;
  /** Deletes all rows of the execution. */
  clear(execution: ExecutionId): Promise<void>;
}
