import type { SkipReason, Verdict } from '#core/model/outcome.ts';

/**
 * New addresses that one page may bring; links behind them are not read, but counted. No page of
 * text that people read names so many; a page of 10 MiB can name three times as many, and costs
 * memory accordingly.
 */
export const MOST_NEW_ADDRESSES = 100_000;

/**
 * Longest that a worker judges the new addresses of one page or sitemap, in milliseconds. An
 * address of 8 KiB can cost 0.1 s for a regular expression whose automaton does not fit its cache,
 * and a page can name 100,000. Ordinary expressions judge that many within a second.
 */
export const MOST_JUDGING_MS = 10_000;

/** Running totals of a page's collected links. */
export interface CollectedLinks {
  /** Links of the page; while it is read, those that were read. */
  links: number;
  /** Links that are not http(s) addresses. */
  ignored: number;
  /**
   * Links that were not read: the page brought `MOST_NEW_ADDRESSES`, or judging them took
   * `MOST_JUDGING_MS`.
   */
  dropped: number;
  /** New addresses. */
  added: number;
  /** Addresses that have an edge of the link graph. */
  readonly linked: Set<string>;
}

/**
 * Has the page brought as many new addresses as it may, or cost as much time?
 * @param judgingMs milliseconds that judging its addresses took so far
 */
export const isFull = ({ added }: Pick<CollectedLinks, 'added'>, judgingMs: number): boolean =>
  added >= MOST_NEW_ADDRESSES || judgingMs >= MOST_JUDGING_MS;

/** Reasons not to follow a link, apart from its address. */
export interface LinkMarks {
  readonly nofollow: boolean;
  /** Its score on the topic in hundredths, when it is too low; else null. */
  readonly offTopic: number | null;
}

/** Marks with the score of any link. */
export interface ScoredMarks extends LinkMarks {
  /** Score in hundredths; null if it has none. */
  readonly score: number | null;
}

/**
 * Reason not to follow a link. `nofollow` and `off-topic`, in this order, have a lower precedence
 * than `trap` (`SKIP_REASON_TABLE`), so they win over it.
 */
export function reasonOf({ reason }: Verdict, { nofollow, offTopic }: LinkMarks): SkipReason | null {
  if (reason !== null && reason !== 'trap') return reason;
  if (nofollow) return 'nofollow';
  return offTopic === null ? reason : 'off-topic';
}
