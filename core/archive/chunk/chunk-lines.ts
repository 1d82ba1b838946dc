import * as z from 'zod';
import { ArchivedAt } from '#core/archive/chunk/base-page.ts';
import type { KeptFacts } from '#core/content/head/kept-facts.ts';
import { Usage } from '#core/cost/usage.ts';
import { TaskError } from '#core/execution/task-index.ts';
import { DeferReason, Outcome, SkipReason } from '#core/model/outcome.ts';
import { MatchedPatterns } from '#core/scope/filter/matched-patterns.ts';
import { PageFaults } from '#core/selection/records/record-faults.ts';
import { SitemapPlace } from '#core/sitemap/sitemap-place.ts';
import { UrlKey } from '#core/url/url-key.ts';

/**
 * The lines of a chunk's `….lines.jsonl.gz` (gzip of JSON lines, UTF-8, each ending with LF). First
 * one `chunk` line, then outcomes and cdxj lines in any order, last one `end` line: a lines object
 * without it is corrupt. Since version 2 candidates are link records
 * (core/archive/chunk/candidate-record.ts) in members between them; in version 1 they are lines.
 */

/** Version that Surf writes. It reads version 1, too. */
export const CHUNK_VERSION = 2;

export const ChunkHead = z.object({
  kind: z.literal('chunk'),
  v: z.literal([1, CHUNK_VERSION]),
  execution: z.string(),
  wave: z.int().positive(),
  unit: z.int().nonnegative(),
  token: z.string(),
  n: z.int().nonnegative(),
  /** Last chunk of its unit: the unit's report. */
  final: z.boolean(),
  /**
   * Tasks of the unit that this chunk or one before it settles: a bit a task in the order of the
   * plan (core/archive/done-tasks.ts), base64; at most 20,000 bits. Absent in chunks of versions
   * that did not say it.
   */
  done: z.string().max(4_000).optional(),
});
export type ChunkHead = z.infer<typeof ChunkHead>;

/** A redirect's target as the worker judged it. */
export const RedirectTarget = z.object({
  key: UrlKey,
  url: z.string(),
  reason: SkipReason.nullable(),
  rule: z.string().max(200).optional(),
});
export type RedirectTarget = z.infer<typeof RedirectTarget>;

/** The fields of `KeptFacts`, for lines and for answers of the API. */
export const FactFields: z.ZodType<KeptFacts> = z.object({
  description: z.string().optional(),
  language: z.string().optional(),
  canonical: z.string().optional(),
  published: z.string().optional(),
  modified: z.string().optional(),
  h1: z.string().optional(),
});

/** The outcome of one task in this unit. The plan has its URL, level, rank and via. */
export const OutcomeLine = z.object({
  kind: z.literal('outcome'),
  key: UrlKey,
  outcome: z.union([
    Outcome,
    /** Deferred; settles nothing. */
    z.object({ type: z.literal('deferred'), reason: DeferReason, notBefore: z.number(), cause: z.string().max(200) }),
  ]),
  /** HTTP status of the last answer. */
  status: z.int().optional(),
  contentType: z.string().max(100).optional(),
  /**
   * Content-Length that the server sent, for an answer whose body was not stored as a page or for a
   * page that was cut.
   */
  length: z.int().nonnegative().optional(),
  /** Decoded body bytes, and body bytes on the wire; the latter not of a page that was cut. */
  bytes: z.int().nonnegative().optional(),
  wireBytes: z.int().nonnegative().optional(),
  /** SHA-256 of the decoded body, 64 hex digits; only of pages. */
  digest: z.string().optional(),
  /**
   * The page is larger than one may be: `bytes` of it, the first ones, were read and archived
   * (`fetch.largePages: cut`).
   */
  cut: z.literal(true).optional(),
  /**
   * Digest of the main text (core/content/text-digest.ts); only of HTML pages of up to a million
   * characters, of workflows whose revisits compare texts.
   */
  textDigest: z.string().max(40).optional(),
  /** Digest of the page's record; readers take it from the chunk's end, where it is written. */
  recordDigest: z.string().max(41).optional(),
  /** At most 512 characters; `titleCut`: the page's title is longer. */
  title: z.string().max(512).optional(),
  titleCut: z.literal(true).optional(),
  /** Address that answered, if it is another one with the same key. */
  url: z.string().optional(),
  /**
   * Target of a redirect; `outcome.to` is its key. Of a sitemap's redirect the target is a sitemap,
   * with a candidate line beside.
   */
  target: RedirectTarget.optional(),
  attempts: z.int().nonnegative(),
  startedAt: z.number().optional(),
  endedAt: z.number().optional(),
  errors: z.array(TaskError).max(3).optional(),
  /** Offset and length of the response (or revisit) record in this chunk's WARC object. */
  warc: z.object({ offset: z.int().nonnegative(), length: z.int().positive() }).optional(),
  /** Validators, verbatim, for later conditional requests. */
  etag: z.string().max(500).optional(),
  lastModified: z.string().max(100).optional(),
  /** The server's Date, verbatim; absent when it sent none. */
  date: z.string().max(100).optional(),
  /** Location of the archived body of a page that was not modified; `warc` has the new answer. */
  body: ArchivedAt.optional(),
  /** Facts that an HTML page states about itself; only with `output.facts`. */
  facts: FactFields.optional(),
  /** A robots meta element or header says noindex: Surf stores the page and flags it. */
  noindex: z.literal(true).optional(),
  /** Links on the page, and those without an http(s) address (outside the ledger). */
  links: z.int().nonnegative().optional(),
  ignored: z.int().nonnegative().optional(),
  /**
   * Links that were not read: the page names more new addresses than one page may bring, or took
   * too long to judge.
   */
  linksDropped: z.int().positive().optional(),
  /**
   * Sketch of what an HTML page says (core/extraction/page-features.ts), base64; only of addresses
   * with siblings, with `traps.barrenPages`.
   */
  sketch: z.string().max(200).optional(),
  /** robots.txt line that forbade it (N6). */
  robots: z.object({ line: z.int(), hash: z.string(), at: z.number() }).optional(),
});
export type OutcomeLine = z.infer<typeof OutcomeLine>;

/** Level 1 takes two thirds of the time of level 6, and leaves 18 % of lines instead of 17 %. */
export const LINES_LEVEL = 1;

/**
 * A distinct link target of a unit. Written again in a later chunk only with a lower (rank,
 * position), or with more cash.
 */
export const CandidateLine = z.object({
  kind: z.literal('candidate'),
  key: UrlKey,
  url: z.string(),
  /**
   * The page it was found on: key, level and rank of that task, and the link's place on the page,
   * from 0.
   */
  by: UrlKey,
  level: z.int().nonnegative(),
  rank: z.int().nonnegative(),
  position: z.int().nonnegative(),
  reason: SkipReason.nullable(),
  rule: z.string().max(200).optional(),
  /** The link is nofollow, but `reason` is another: nofollow counts if that reason falls away. */
  nofollow: z.literal(true).optional(),
  /**
   * The link's score on the topic in hundredths, if it is too low: it counts if another `reason`
   * falls away.
   */
  offTopic: z.int().min(0).max(100).optional(),
  /**
   * A redirect led to the page with this link, so the page's rank may still drop. The link is kept
   * even if another page has a better one.
   */
  moved: z.literal(true).optional(),
  /**
   * Set for a sitemap that robots.txt or an index names; `key` is its sitemap key. Surf decides
   * whether to fetch it when it admits the sitemap.
   */
  sitemap: SitemapPlace.optional(),
  /**
   * An entry of a sitemap that the workflow gives: it has the sitemap's own level, while links have
   * the next one.
   */
  entry: z.literal(true).optional(),
  /** Number of links that Surf follows on from the target (depth of its seed). Absent: no limit. */
  depthLeft: z.int().nonnegative().optional(),
  /**
   * Cash that pages of the chunk gave to the target (core/frontier/cash.ts), with
   * `order: importance`; that of all candidates of a key adds up. Absent: none.
   */
  cash: z.int().positive().optional(),
});
export type CandidateLine = z.infer<typeof CandidateLine>;

/** A found link, in any form. */
export type Candidate = Omit<CandidateLine, 'kind'>;

/** One line of the chunk's CDXJ index (offset and length are of this chunk's WARC object). */
export const CdxjLine = z.object({ kind: z.literal('cdxj'), line: z.string() });
export type CdxjLine = z.infer<typeof CdxjLine>;

/** Delay that a unit learned of a host: later waves give the host no more tasks than fit. */
export const HostReport = z.object({ host: z.string(), delayMs: z.number().nonnegative() });
export type HostReport = z.infer<typeof HostReport>;

/** Closes a chunk: its number of lines of each kind, its cost, and its other objects. */
export const ChunkEnd = z.object({
  kind: z.literal('end'),
  outcomes: z.int().nonnegative(),
  candidates: z.int().nonnegative(),
  /** Size and SHA-256 of the chunk's other objects; null where there is none. */
  warc: z.object({ bytes: z.int(), sha256: z.string() }).nullable(),
  links: z.object({ bytes: z.int(), sha256: z.string() }).nullable(),
  records: z.object({ bytes: z.int(), sha256: z.string() }).nullable(),
  /** Pages whose records have errors. Absent: none. */
  recordFaults: z.array(PageFaults).optional(),
  /**
   * Digests of the chunk's records (core/selection/records/record-digest.ts), with
   * `revisit.changesBy: selection`. Absent: none.
   */
  recordDigests: z.array(z.object({ key: UrlKey, digest: z.string().max(41) })).optional(),
  /** Patterns of the workflow that matched a URL since the unit began. Absent: none. */
  matched: MatchedPatterns.optional(),
  /** Usage since the previous chunk. */
  usage: Usage,
  /** In the final chunk only. */
  hosts: z.array(HostReport).optional(),
});
export type ChunkEnd = z.infer<typeof ChunkEnd>;

export const ChunkLine = z.discriminatedUnion('kind', [ChunkHead, OutcomeLine, CandidateLine, CdxjLine, ChunkEnd]);
export type ChunkLine = z.infer<typeof ChunkLine>;

/**
 * One line of `….links.jsonl.gz`: an edge of the link graph. `text`, `rel` only with
 * `output.links: full`.
 */
export const LinkLine = z.object({
  from: z.string(),
  to: z.string(),
  kind: z.string(),
  text: z.string().max(500).optional(),
  rel: z.string().max(100).optional(),
  /** Score on the topic, 0 to 1; only of a focused crawl with `output.links: full`. */
  score: z.number().min(0).max(1).optional(),
  reason: SkipReason.nullable(),
});
export type LinkLine = z.infer<typeof LinkLine>;
