import type { Archive } from '#core/archive/archive.ts';
import type { ManifestChunk } from '#core/archive/manifest.ts';
import { type ListedChunk, readListedChunk } from '#engine/archive-reader/listed-chunk.ts';

/** Chunks that are read at once, and their packed bytes: one alone may have more. */
const READS_AHEAD = 8;
const MOST_BYTES_AHEAD = 8 * 1024 * 1024;

/**
 * Reads chunks that a manifest lists, in its order, some ahead of the caller.
 * @throws SurfError OBJECT_NOT_FOUND, OBJECT_CORRUPT
 */
export async function* listedChunks(archive: Archive, listed: readonly ManifestChunk[]): AsyncGenerator<ListedChunk> {
  const ahead: { readonly bytes: number; readonly chunk: Promise<ListedChunk> }[] = [];
  let held = 0;
  let next = 0;
  while (next < listed.length || ahead.length > 0) {
    for (let one = listed[next]; one !== undefined && ahead.length < READS_AHEAD; one = listed[next]) {
      if (ahead.length > 0 && held + one.bytes > MOST_BYTES_AHEAD) break;
      const chunk = readListedChunk(archive, one);
      chunk.catch(() => undefined); // the caller that comes to it throws it
      ahead.push({ bytes: one.bytes, chunk });
      held += one.bytes;
      next += 1;
    }
    const first = ahead.shift();
    if (first === undefined) return;
    held -= first.bytes;
    yield await first.chunk;
  }
}
