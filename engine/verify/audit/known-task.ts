import type { OutcomeLine } from '#core/archive/chunk/chunk-lines.ts';
import type { Outcome } from '#core/model/outcome.ts';
import type { SitemapPlace } from '#core/sitemap/sitemap-place.ts';

/** Facts of a settled task in the log: the part of its row that is compared. */
export interface SettledTask {
  readonly wave: number;
  /** Changes when a page turns out to be a duplicate, or a duplicate that of another page. */
  outcome: Outcome;
  readonly status: number | null;
  readonly bytes: number | null;
  /** WARC object, offset and length. */
  readonly object: string | null;
  /** Base name of the chunk that says so, where `object` does not; null when no chunk does. */
  readonly chunk: string | null;
  readonly offset: number;
  readonly length: number;
  /** Fingerprint of the row's other fields. */
  readonly rest: string;
  /** First 16 bytes of the body's digest, hex; null when it is not a page. */
  readonly digest: string | null;
  /** The last wave that changed it. */
  changed: number;
  /** Its row was found in the task index. */
  indexed: boolean;
}

/**
 * An admitted URL: a seed, a merged candidate or a redirect target. Pending while `settled` is
 * null.
 */
export interface KnownTask {
  readonly key: string;
  readonly url: string;
  readonly level: number;
  /** Rank; that of a redirect target that is still to be crawled can become lower. */
  rank: number;
  readonly via: string | null;
  /** Redirects that led to it. */
  readonly hop: number;
  readonly seed: boolean;
  /** Depth that its seed leaves to its links. Absent: by `limits.depth` alone. */
  readonly depthLeft?: number | undefined;
  /** Cash from pages of the previous level, with `order: importance`. */
  readonly cash?: number | undefined;
  /** It is a sitemap: planned like a task, counted by nobody. */
  readonly sitemap: SitemapPlace | null;
  /** It was in a level list object. */
  listed: boolean;
  planned: boolean;
  /** Units that had it alone and never reported. */
  lone: number;
  /** Errors of its last deferral. */
  errors: OutcomeLine['errors'];
  settled: SettledTask | null;
}
