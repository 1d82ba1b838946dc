import * as z from 'zod';

const MEBI = 1024 * 1024;

/** A whole number, or null for unlimited. Absent means the default; 0 means none of it. */
const cap = (max: number) => z.int().min(0).max(max).nullable();

/**
 * What an execution may take at most. Every limit counts from level 0 on, is met exactly, and loses nothing:
 * what it leaves is `pending` and `continue` takes it up.
 */
export const Limits = z.strictObject({
  /** Link distance from the nearest seed; 0 = seeds only. */
  depth: cap(1_000_000).default(10),
  /** Pages (stored and notModified) per level. */
  pagesPerLevel: cap(1e12).default(null),
  /** Pages in all. */
  pages: cap(1e12).default(10_000),
  pagesPerHost: cap(1e12).default(null),
  /** Decoded bytes of one page; a larger one is skipped(too-large). */
  pageBytes: z
    .int()
    .min(1)
    .max(64 * MEBI)
    .default(10 * MEBI),
  /** Decoded bytes of all pages; never over by more than one pageBytes. */
  totalBytes: cap(1e15).default(null),
  /** Wall-clock seconds while running, without pauses: no request starts later. */
  seconds: z.number().min(0).max(1e9).nullable().default(null),
  /** List price in USD of the execution's own calls. */
  budgetUsd: z.number().min(0).max(1e9).nullable().default(null),
});
export type Limits = z.infer<typeof Limits>;
