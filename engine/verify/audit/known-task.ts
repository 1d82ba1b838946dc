import type { OutcomeLine } from '#core/archive/chunk/chunk-lines.ts';
import type { Outcome } from '#core/model/outcome.ts';
import type { SitemapPlace } from '#core/sitemap/sitemap-place.ts';

/** What the log says of a settled task: the part of its row that is compared. */
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
  /** First 16 bytes of the body's digest, hex; null when it is no page. */
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
  /** Of a redirect target that is still to be crawled it can become lower. */
  rank: number;
  readonly via: string | null;
  /** Redirects behind it. */
  readonly hop: number;
  readonly seed: boolean;
  /** How far its links are followed by the depth of its seed. Absent: by `limits.depth` alone. */
  readonly depthLeft?: number | undefined;
  /** What pages of the level before gave to it, with `order: importance`. */
  readonly cash?: number | undefined;
  /** It is a sitemap: planned like a task, counted by nobody. */
  readonly sitemap: SitemapPlace | null;
  /** It was in a level list object. */
  listed: boolean;
  planned: boolean;
  /** Units that had it alone and never reported. */
  lone: number;
  /** What went wrong when it was deferred last. */
  errors: OutcomeLine['errors'];
  settled: SettledTask | null;
}
