import type { Archive } from '#core/archive/archive.ts';
import type { Manifest, ManifestChunk } from '#core/archive/manifest.ts';
import type { ChunkCursor } from '#core/execution/chunk-cursor.ts';
import type { Execution } from '#core/execution/execution.ts';
import { readJson } from '#engine/frontier/crawl-state.ts';
import { manifestOfWave } from '#engine/frontier/wave-log.ts';

/** Waves whose manifests are fetched together: they name the previous one, not the one behind. */
const WAVES = 4;

/** A chunk, and where it lies. */
export interface PlacedChunk {
  readonly at: ChunkCursor;
  readonly chunk: ManifestChunk;
}

/**
 * Finds the chunks of an execution in the order of the crawl, from any place on. Reads a number of
 * objects that grows with the logarithm of the waves before the first chunk, and few for each
 * further wave.
 */
export class ChunkWalk {
  readonly #archive: Archive;
  readonly #row: Execution;
  /** Manifests by wave. */
  #known = new Map<number, Manifest>();

  constructor(archive: Archive, row: Execution) {
    this.#archive = archive;
    this.#row = row;
  }

  /**
   * The chunk at a place; at the end of a wave the first one of the next. Null at the end of what
   * is committed.
   */
  async find(from: ChunkCursor): Promise<PlacedChunk | null> {
    let { wave, chunk } = from;
    for (;;) {
      const manifest = await this.#manifest(wave);
      if (manifest === null) return null;
      const found = manifest.chunks[chunk];
      if (found !== undefined) {
        const same = wave === from.wave && chunk === from.chunk;
        return { at: same ? from : { wave, chunk, line: 0, item: 0 }, chunk: found };
      }
      wave += 1;
      chunk = 0;
    }
  }

  async #manifest(wave: number): Promise<Manifest | null> {
    if (wave >= this.#row.wave) return null;
    const known = this.#known.get(wave);
    if (known !== undefined) return known;
    this.#known = new Map();
    let at = Math.min(wave + WAVES - 1, this.#row.wave - 1);
    let manifest = await manifestOfWave(this.#archive, this.#row, at);
    while (manifest !== null) {
      this.#known.set(at, manifest);
      if (at === wave || manifest.previous === null) break;
      manifest = await readJson<Manifest>(this.#archive, manifest.previous, 'chunks');
      at -= 1;
    }
    return this.#known.get(wave) ?? null;
  }
}

/** Place after a chunk. */
export const behind = ({ wave, chunk }: ChunkCursor): ChunkCursor => ({ wave, chunk: chunk + 1, line: 0, item: 0 });
