import * as z from 'zod';
import { DroppedLinks } from '#core/execution/dropped-links.ts';
import { LimitName } from '#core/execution/execution.ts';
import { ExecutionId } from '#core/model/ids.ts';
import { FailReason, SkipReason, TaskState } from '#core/model/outcome.ts';
import { MERGE_RULES } from '#core/url/canonical-url.ts';
import { ADDRESS_RULES, ALL_MERGE_RULES } from '#core/url/explain-url.ts';
import { UrlKey } from '#core/url/url-key.ts';

const count = z.int().nonnegative();
/** ISO 8601 UTC. */
const time = z.string();

/** Verdict of robots.txt on an address, with its evidence (N6). */
export const RobotsEvidence = z.strictObject({
  /** False: the workflow ignores robots.txt. */
  obeyed: z.boolean(),
  /**
   * `outcome`: the evidence that decided then; `stored`: the file that is kept for this host now;
   * `none`: none was fetched yet.
   */
  source: z.enum(['outcome', 'stored', 'none']),
  /** Null: not known. */
  allowed: z.boolean().nullable(),
  /** Line of the file from 1, and its text; null when no rule matches, or there are none. */
  line: count.nullable(),
  text: z.string().nullable(),
  /** SHA-256 of the file, and the time of its fetch. */
  hash: z.string().nullable(),
  at: time.nullable(),
  /** HTTP status of its answer, where no file decided. */
  status: z.int().nullable(),
});
export type RobotsEvidence = z.infer<typeof RobotsEvidence>;

/** Reason why a URL has no outcome yet. */
export const PendingCause = z.strictObject({
  /**
   * Place where it waits: in the wave that is being crawled; left over for the next; for later; in
   * its level's list; among links that are not merged yet.
   */
  where: z.enum(['plan', 'carry', 'parked', 'list', 'candidates']),
  /** The cause in words. */
  cause: z.string(),
  /** The limit that keeps it. */
  limit: LimitName.nullable(),
  /** Time before which it is not requested. */
  until: time.nullable(),
  /** Tasks of its host that come before it. */
  before: count.nullable(),
  /**
   * With `order: importance`, of what a limit keeps: its cash, and that of the last task that had a
   * slot, of its level or with pagesPerHost of its host. 1 is all that one page gives.
   */
  cash: z.strictObject({ own: z.number().nonnegative(), cut: z.number().nonnegative().nullable() }).nullable(),
});
export type PendingCause = z.infer<typeof PendingCause>;

/**
 * Way in which a URL was found on the next one of a chain; `robots`: a sitemap that robots.txt
 * named when that page was crawled; `collection`: a tick before knew it, and it was due.
 */
export const FoundHow = z.enum(['seed', 'link', 'redirect', 'sitemap', 'robots', 'collection']);
export type FoundHow = z.infer<typeof FoundHow>;

/**
 * Everything that an execution knows about one address. Every field is there; null means that
 * there is nothing to be said. Closed: a new field is a new version of the command's output.
 */
export const Explanation = z.strictObject({
  execution: ExecutionId,
  /**
   * The address as it was requested, as it is fetched, and as its key is made from it; then the
   * key. The last three are null if it is not an http(s) address.
   */
  given: z.string(),
  url: z.string().nullable(),
  canonical: z.string().nullable(),
  key: UrlKey.nullable(),
  /**
   * Rules that changed something on the way from `given` to `url`, and from `url` to `canonical`.
   */
  addressRules: z.array(z.enum(ADDRESS_RULES)),
  keyRules: z.array(z.enum(MERGE_RULES)),
  /** The execution has it as another address: which, and the rules by which they are one page. */
  merged: z.strictObject({ with: z.string(), rules: z.array(z.enum(ALL_MERGE_RULES)) }).nullable(),
  /** A sitemap is neither page nor task. */
  kind: z.enum(['page', 'sitemap']),
  /**
   * As in `surf tasks`; `found`: linked in the level that is being crawled, decided when it ends;
   * `kept`: known to the collection and not due; `unseen`: nothing led to it; `unknown`: nothing
   * that was read led to it, but some links were not read; `ignored`: no http(s) address.
   */
  state: z.enum([...TaskState.options, 'found', 'kept', 'unseen', 'unknown', 'ignored']),
  /** For an `unknown` one: the number of links that were not read, and pages that have them. */
  unread: DroppedLinks.nullable(),
  /**
   * Does it belong to the crawl? `then`: as it was decided; `now`: as the workflow's rules decide
   * when asked now. Null if it has no key.
   */
  verdict: z
    .strictObject({
      admitted: z.boolean(),
      reason: SkipReason.nullable(),
      rule: z.string().nullable(),
      judged: z.enum(['then', 'now']),
    })
    .nullable(),
  /**
   * For a verdict by `traps.barrenPages`: the group of addresses, the number of its pages in a row
   * that had brought nothing new, and its last ones, three at most.
   */
  trap: z.strictObject({ group: z.string(), pages: count, samples: z.array(z.string()) }).nullable(),
  /** Its outcome. */
  outcome: z
    .strictObject({
      type: z.enum(['stored', 'notModified', 'duplicate', 'redirected', 'skipped', 'failed']),
      reason: z.union([SkipReason, FailReason]).nullable(),
      rule: z.string().nullable(),
      status: z.int().nullable(),
      contentType: z.string().nullable(),
      bytes: count.nullable(),
      /**
       * Surf kept the first `keptBytes` of a larger page, because of `setting`. Null: the page is
       * whole.
       */
      cut: z.strictObject({ keptBytes: count, setting: z.enum(['fetch.largePages']) }).nullable(),
      title: z.string().nullable(),
      digest: z.string().nullable(),
    })
    .nullable(),
  found: z
    .strictObject({
      how: FoundHow,
      level: count,
      rank: count.nullable(),
      /**
       * Depth to which its links are followed, if its seed has a depth; 0: not at all. Null: there
       * is none, or it is not known.
       */
      depthLeft: count.nullable(),
      /** Place of the link on its page, from 0; known of refused links only. */
      position: count.nullable(),
      /**
       * The URL that it was found on, the one that this was found on, and so on to the seed. At
       * most 50; `complete`: it ends at a seed.
       */
      chain: z.array(z.strictObject({ url: z.string(), how: FoundHow, level: count })),
      complete: z.boolean(),
    })
    .nullable(),
  /** Target of its redirect, the target of that one, and so on. */
  redirectsTo: z.array(z.strictObject({ url: z.string().nullable(), outcome: z.string().nullable() })),
  /** The page with the same content that counts. */
  duplicateOf: z.string().nullable(),
  /** The wave and unit that crawled it, or is to. */
  wave: count.nullable(),
  unit: count.nullable(),
  attempts: count,
  startedAt: time.nullable(),
  endedAt: time.nullable(),
  /** The last three. */
  errors: z.array(z.strictObject({ code: z.string(), message: z.string(), at: time })),
  pending: PendingCause.nullable(),
  robots: RobotsEvidence.nullable(),
  /** WARC object, first byte and length of the response record. */
  archived: z.strictObject({ object: z.string(), offset: count, length: count }).nullable(),
  /** The task's share of the list price of its chunk; all tasks of a chunk have the same share. */
  costUsd: z.number().nonnegative().nullable(),
});
export type Explanation = z.infer<typeof Explanation>;
