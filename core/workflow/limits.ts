import * as z from 'zod';

const MEBI = 1024 * 1024;

/** A whole number, or null for unlimited. Absent means the default; 0 means none of it. */
const cap = (max: number) => z.int().min(0).max(max).nullable();

/**
 * Upper limits of an execution. Every limit counts from level 0 on, is met exactly, and loses
 * nothing: tasks beyond it are `pending`, and `continue` crawls them.
 */
export const Limits = z.strictObject({
  depth: cap(1_000_000)
    .default(10)
    .describe('Link distance from the nearest seed; 0 = seeds only. A redirect costs none.'),
  pagesPerLevel: cap(1e12).default(null).describe('Pages (stored and notModified) of one level.'),
  pages: cap(1e12).default(10_000).describe('Pages (stored and notModified) in all; 0 = none is fetched.'),
  pagesPerHost: cap(1e12).default(null).describe('Pages (stored and notModified) of one host.'),
  pageBytes: z
    .int()
    .min(1)
    .max(64 * MEBI)
    .default(10 * MEBI)
    .describe('Decoded bytes of one page; a larger one is skipped(too-large), or cut (`fetch.largePages`).'),
  totalBytes: cap(1e15).default(null).describe('Decoded bytes of all pages; never over by more than one `pageBytes`.'),
  seconds: z
    .number()
    .min(0)
    .max(1e9)
    .nullable()
    .default(null)
    .describe('Wall-clock seconds while running, without pauses: no request starts later.'),
  budgetUsd: z
    .number()
    .min(0)
    .max(1e9)
    .nullable()
    .default(null)
    .describe("List price in USD of the execution's own calls, which it never passes."),
});
export type Limits = z.infer<typeof Limits>;
