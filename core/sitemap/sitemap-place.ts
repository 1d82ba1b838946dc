import * as z from 'zod';

/** Indexes above a file, at most. */
export const SITEMAP_MOST_DEPTH = 2;
/** Redirects behind a file, at most. */
export const SITEMAP_MOST_HOPS = 5;
/**
 * Files that one host may have named by its robots.txt, indexes included, and files of an
 * execution.
 */
export const MOST_SITEMAPS_OF_HOST = 500;
export const MOST_SITEMAPS = 100_000;

/**
 * Path on which a sitemap was found. No limit or count includes it: it is neither task nor page
 * (ADR 3).
 */
export const SitemapPlace = z.object({
  /** Indexes above it. */
  depth: z.int().min(0).max(SITEMAP_MOST_DEPTH),
  /**
   * Politeness key of the host whose robots.txt named it, or the topmost index above it; of the
   * file's own host when the workflow did.
   */
  host: z.string(),
  /**
   * Address of the topmost index above it, or of what redirected to that. Absent: it is named
   * itself.
   */
  root: z.string().optional(),
  /** Redirects behind it. Absent: none. */
  hops: z.int().min(1).max(SITEMAP_MOST_HOPS).optional(),
  /**
   * The workflow names it, or an index above it: its entries are tasks of the same level, not of
   * the next.
   */
  given: z.literal(true).optional(),
});
export type SitemapPlace = z.infer<typeof SitemapPlace>;
