import * as z from 'zod';
import { MOST_DOCUMENTS } from '#core/search/search-document.ts';

/** Segments of an index; more are merged. */
export const MOST_SEGMENTS = 8;

const pages = z.int().nonnegative().max(MOST_DOCUMENTS);

/** A segment as the index of an execution names it: of that execution, or of one before. */
export const ListedSegment = z.object({
  /** Key of the object; it names the execution. */
  object: z.string().regex(/^executions\/[A-Za-z0-9]{1,64}\/search\/[A-Za-z0-9][A-Za-z0-9.-]{1,200}\.sqlite$/),
  /** Size of the object. */
  bytes: z.int().positive(),
  /** Number of its pages, and of those that a search can find. */
  pages,
  shown: pages,
  /** Found pages: a bit a page, base64. Null: all. */
  bits: z.string().nullable(),
});
export type ListedSegment = z.infer<typeof ListedSegment>;

/** `….list.json`: the segments that are the index of one tick of a collection. */
export const SegmentList = z.object({
  v: z.literal(1),
  /** False: pages of the collection are missing, as an index has a limit. */
  complete: z.boolean(),
  /** Segments with a page that a search can find. */
  segments: z.array(ListedSegment).max(MOST_SEGMENTS),
});
export type SegmentList = z.infer<typeof SegmentList>;

/** Number of a segment's pages, and of those that a search can find. */
export type SegmentSize = Pick<ListedSegment, 'pages' | 'shown'>;

/**
 * Chooses the segments to merge into one: as many of the smallest as fit.
 * - Where there are more than an index has: never the largest, which would be written each time.
 * - Where more pages are hidden than found: also the largest. Files stay below twice their use.
 * @returns places; none: the list stays as it is
 */
export function segmentsToMerge(sizes: readonly SegmentSize[]): readonly number[] {
  const bySize = sizes
    .map(({ shown }, place) => ({ shown, place }))
    .sort((a, b) => a.shown - b.shown || a.place - b.place);
  const sum = (of: keyof SegmentSize): number => sizes.reduce((all, size) => all + size[of], 0);
  const needed = sizes.length <= MOST_SEGMENTS ? 1 : sizes.length - MOST_SEGMENTS + 1;
  if (sum('pages') > 2 * sum('shown')) return fitting(bySize, needed);
  return sizes.length <= MOST_SEGMENTS ? [] : fitting(bySize.slice(0, -1), needed);
}

/**
 * @param least minimum to take, even if they do not fit: then pages of the last one are left out
 */
function fitting(bySize: readonly { readonly shown: number; readonly place: number }[], least: number): number[] {
  const chosen: number[] = [];
  let together = 0;
  for (const { shown, place } of bySize) {
    together += shown;
    if (chosen.length >= least && together > MOST_DOCUMENTS) break;
    chosen.push(place);
  }
  return chosen;
}
