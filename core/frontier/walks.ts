import * as z from 'zod';

const count = z.int().nonnegative();

/** `waves/<n>/<random>/walks.json`: the walks of a sample behind one of their steps. */
export const Walks = z.object({
  v: z.literal(1),
  /** Steps that each walk has made. */
  step: count,
  /** Key of the page, or of the redirect to it, that each walk has come to. */
  at: z.array(z.string()),
  /**
   * Count of walks that came to each page, by its key; `at` counts only once the walks are done.
   */
  visits: z.array(z.tuple([z.string(), count])),
});
export type Walks = z.infer<typeof Walks>;
