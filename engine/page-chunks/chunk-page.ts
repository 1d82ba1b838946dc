import type { ManifestChunk } from '#core/archive/manifest.ts';
import { SurfError } from '#core/error.ts';
import { type ChunkCursor, decodeChunkCursor, encodeChunkCursor, FIRST_CHUNK } from '#core/execution/chunk-cursor.ts';
import { behind, type ChunkWalk } from '#engine/page-chunks/chunk-walk.ts';
import type { ReadBudget } from '#engine/page-chunks/read-budget.ts';

/** Most bytes of one answer: a function's may have 6 MB. */
const MOST_BYTES = 4 * 1024 * 1024;

/** An item of a chunk, and the place after it. */
export interface PlacedItem<Item> {
  readonly item: Item;
  readonly next: Pick<ChunkCursor, 'line' | 'item'>;
}

/**
 * Items of a chunk from a place on; `end`: how far it has come when it ends before the chunk does.
 */
export type ChunkItems<Item> = (
  chunk: ManifestChunk,
  from: ChunkCursor,
  room: number,
) => AsyncGenerator<PlacedItem<Item> | { readonly stoppedAt: Pick<ChunkCursor, 'line' | 'item'> }>;

export interface ChunkPageRequest {
  /** At most 1,000. */
  readonly limit: number;
  /** `next` of the previous page. */
  readonly next?: string;
}

/**
 * A page of the items in chunks, in the order of the crawl: at most `limit` items, about 4 MiB of
 * JSON (one item may be larger), and no chunk is begun once the budget is spent. So a page may be
 * short, or empty, and have a `next` all the same.
 *
 * @throws SurfError REQUEST_INVALID for a cursor that is none
 */
export async function pageOfChunks<Item>(
  parts: { readonly walk: ChunkWalk; readonly budget: ReadBudget; readonly itemsOf: ChunkItems<Item> },
  { limit, next }: ChunkPageRequest,
): Promise<{ items: Item[]; next: string | null }> {
  const items: Item[] = [];
  let bytes = 0;
  let cursor = next === undefined ? FIRST_CHUNK : given(next);
  for (let begun = false; !begun || !parts.budget.isSpent; begun = true) {
    const place = await parts.walk.find(cursor);
    if (place === null) return { items, next: null };
    cursor = behind(place.at);
    for await (const found of parts.itemsOf(place.chunk, place.at, limit - items.length)) {
      if ('stoppedAt' in found) {
        cursor = { ...place.at, ...found.stoppedAt };
        return { items, next: encodeChunkCursor(cursor) };
      }
      items.push(found.item);
      bytes += Buffer.byteLength(JSON.stringify(found.item));
      if (items.length < limit && bytes < MOST_BYTES) continue;
      return { items, next: encodeChunkCursor({ ...place.at, ...found.next }) };
    }
  }
  return { items, next: encodeChunkCursor(cursor) };
}

function given(text: string): ChunkCursor {
  const cursor = decodeChunkCursor(text);
  if (cursor !== null && cursor.wave > 0) return cursor;
  throw new SurfError('REQUEST_INVALID', `next: ${JSON.stringify(text.slice(0, 50))} is not a cursor of this list`, {
    remedy: 'give `next` as the previous answer had it, or leave it out',
  });
}
