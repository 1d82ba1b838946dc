import * as z from 'zod';
import { ArchivedAt } from '#core/archive/chunk/base-page.ts';
import { ExecutionId } from '#core/model/ids.ts';

/** A chunk that exists in the crawl. Its objects are `<base>` + the suffixes of object-keys.ts. */
export const ManifestChunk = z.object({
  unit: z.int().nonnegative(),
  n: z.int().nonnegative(),
  /** Base name of its objects. */
  base: z.string(),
  /** Size and SHA-256 of its lines object. */
  bytes: z.int().positive(),
  sha256: z.string(),
  outcomes: z.int().nonnegative(),
  candidates: z.int().nonnegative(),
});
export type ManifestChunk = z.infer<typeof ManifestChunk>;

/**
 * `waves/<n+1>/<random>/manifest.json`: the list of chunks that the closed wave n consists of; a
 * chunk that is in none does not exist. The manifests, from the last back to the first, are the
 * append-only log of an execution.
 */
export const Manifest = z.object({
  v: z.literal(1),
  execution: ExecutionId,
  /** The wave that it closes; 0 is the start, which has no chunks. */
  wave: z.int().nonnegative(),
  closedAt: z.number(),
  /** The manifest of the previous wave; null for wave 0. */
  previous: z.string().nullable(),
  /** The plan of the closed wave; null for wave 0. */
  plan: z.string().nullable(),
  chunks: z.array(ManifestChunk),
  /** TaskRow lines, sorted by key: settled by this wave. */
  settled: z.object({ object: z.string(), rows: z.int().nonnegative() }).nullable(),
  /**
   * `{key, of}` lines: pages settled earlier that this wave, or the end of the level, showed to be
   * duplicates of `of`.
   */
  corrections: z.object({ object: z.string(), rows: z.int().nonnegative() }).nullable(),
  /**
   * PageValidators lines, sorted by key: pages of the wave that a later execution can request
   * conditionally.
   * Absent before there were bases.
   */
  validators: z.object({ object: z.string(), rows: z.int().nonnegative() }).nullable().optional(),
  /**
   * PageVisit lines, sorted by key: the wave's findings about the addresses that it requested.
   * Absent: the execution belongs to no collection.
   */
  visits: z.object({ object: z.string(), rows: z.int().nonnegative() }).nullable().optional(),
  /**
   * Sitemaps that the wave read and archived, sorted by key, a hundred at most: their dates say
   * which pages of the collection are due earlier. Absent: there were none, or the execution
   * belongs to no collection.
   */
  sitemaps: z.array(z.object({ key: z.string(), archived: ArchivedAt })).optional(),
  /** Level lists and skipped lists that this commit added: merged candidates in rank order. */
  levels: z.array(
    z.object({
      level: z.int().nonnegative(),
      /** Common beginning of the list's object keys; null when everything was skipped. */
      list: z.string().nullable(),
      tasks: z.int().nonnegative(),
      /** CandidateLine lines, sorted by key, of the candidates that were not admitted. */
      skipped: z.string().nullable(),
      skippedRows: z.int().nonnegative(),
      /** The list has sitemaps, not tasks. */
      sitemaps: z.literal(true).optional(),
      /** The list has addresses of the collection that are due, or that the base left pending. */
      due: z.literal(true).optional(),
    }),
  ),
  /** Tasks that no unit tries again: they died alone twice. They are in `settled` too. */
  died: z.int().nonnegative(),
  text: z.string().max(500),
});
export type Manifest = z.infer<typeof Manifest>;
