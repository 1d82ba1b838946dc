import * as z from 'zod';

const MOST_NAMED = 10;
const count = z.int().nonnegative();

/**
 * Links that nobody read, because their pages name more new addresses than one page may bring, or
 * took too long to judge.
 */
export const DroppedLinks = z.object({
  links: count,
  pages: count,
  /** The pages with the most of them. */
  first: z.array(z.object({ url: z.string(), links: count })).max(MOST_NAMED),
});
export type DroppedLinks = z.infer<typeof DroppedLinks>;

export const NO_DROPPED_LINKS: DroppedLinks = { links: 0, pages: 0, first: [] };

/** Counts one more page. Which are named does not depend on the order in which workers report. */
export function withDroppedLinks(
  so: DroppedLinks,
  page: { readonly url: string; readonly links: number },
): DroppedLinks {
  const first = [...so.first, page].sort((a, b) => b.links - a.links || (a.url < b.url ? -1 : 1)).slice(0, MOST_NAMED);
  return { links: so.links + page.links, pages: so.pages + 1, first };
}
