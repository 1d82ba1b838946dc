import * as z from 'zod';
import { MOST_DOCUMENTS } from '#core/search/search-document.ts';

/** Segments of an index; more are merged. */
export const MOST_SEGMENTS = 8;

const pages = z.int().nonnegative().max(MOST_DOCUMENTS);

/** A segment as the index of an execution names it: of that execution, or of one before. */
export const ListedSegment = z.object({
  /** Key of the object; it names the execution. */
  object: z.string().regex(/^executions\/[A-Za-z0-9]{1,64}\/search\/[A-Za-z0-9][A-Za-z0-9.-]{1,200}\.sqlite$/),
  /** Of the object. */
  bytes: z.int().positive(),
  /** Its pages, and how many of them are found. */
  pages,
  shown: pages,
  /** Which are found: a bit a page, base64. Null: all. */
  bits: z.string().nullable(),
});
export type ListedSegment = z.infer<typeof ListedSegment>;

/** `….list.json`: the segments that are the index of one tick of a collection. */
export const SegmentList = z.object({
  v: z.literal(1),
  /** False: pages of the collection are missing, as an index has a limit. */
  complete: z.boolean(),
  /** Those that have a page that is found. */
  segments: z.array(ListedSegment).max(MOST_SEGMENTS),
});
export type SegmentList = z.infer<typeof SegmentList>;

/**
 * Which segments are merged into one, so that no more are left than an index has: the smallest
 * ones, as many as fit into one, but never the largest, which would be written again and again.
 * @param shown pages of each that are found
 * @returns places; none: there are few enough
 */
export function segmentsToMerge(shown: readonly number[]): readonly number[] {
  if (shown.length <= MOST_SEGMENTS) return [];
  const bySize = shown.map((count, place) => ({ count, place })).sort((a, b) => a.count - b.count || a.place - b.place);
  const needed = shown.length - MOST_SEGMENTS + 1;
  const chosen: number[] = [];
  let together = 0;
  for (const { count, place } of bySize.slice(0, -1)) {
    together += count;
    if (chosen.length >= needed && together > MOST_DOCUMENTS) break;
    chosen.push(place);
  }
  return chosen;
}
