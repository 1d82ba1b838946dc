import * as z from 'zod';
import { UrlKey } from '#core/url/url-key.ts';

/** One of two versions of a page that are compared. */
export const ComparedVersion = z.object({
  execution: z.string(),
  /** Key of the address in that execution, by which its archived page is read. */
  key: UrlKey,
  title: z.string().nullable(),
  /** Time of its request, ISO 8601 UTC; for a page that a tick kept, in an earlier tick. */
  fetchedAt: z.iso.datetime().nullable(),
});

/** Word-by-word difference in the main text of a page between two executions. */
export const PageDifference = z.object({
  url: z.string(),
  before: ComparedVersion,
  after: ComparedVersion,
  /** Words that only the earlier version has, and that only the later one has. */
  removed: z.int().nonnegative(),
  added: z.int().nonnegative(),
  /** True: the hunks have 256 Ki characters, and there are more. */
  cut: z.boolean(),
  /** Changed words with two lines around them. Empty: both texts are the same. */
  hunks: z.array(
    z.object({
      /** A removed part comes before the part that replaces it. */
      parts: z.array(z.object({ is: z.enum(['same', 'removed', 'added']), text: z.string() })),
    }),
  ),
});
export type PageDifference = z.infer<typeof PageDifference>;
