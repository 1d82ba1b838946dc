import * as z from 'zod';

const number = z.int().nonnegative();

/**
 * Start of a page in a list that goes chunk by chunk in the order of the crawl: everything before
 * it was given.
 */
export const ChunkCursor = z.strictObject({
  /** The closed wave, from 1. */
  wave: number,
  /** Place of the chunk in the wave's manifest. */
  chunk: number,
  /** Line of the chunk. */
  line: number,
  /** Item of that line. */
  item: number,
});
export type ChunkCursor = z.infer<typeof ChunkCursor>;

export const FIRST_CHUNK: ChunkCursor = { wave: 1, chunk: 0, line: 0, item: 0 };

/** Opaque to clients; nothing in it is trusted. */
export const encodeChunkCursor = ({ wave, chunk, line, item }: ChunkCursor): string =>
  [wave, chunk, line, item].join('.');

/** Null if the text is not such a cursor. */
export function decodeChunkCursor(text: string): ChunkCursor | null {
  if (!/^\d{1,9}(?:\.\d{1,9}){3}$/.test(text)) return null;
  const [wave, chunk, line, item] = text.split('.').map(Number);
  return ChunkCursor.safeParse({ wave, chunk, line, item }).data ?? null;
}
