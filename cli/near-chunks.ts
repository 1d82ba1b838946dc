import { FileArchive } from '#adapters/embedded/file-archive.ts';
import { systemRandomId } from '#adapters/embedded/system-clock.ts';
import type { Archive, ArchiveObject } from '#core/archive/archive.ts';
import { CHUNK_SUFFIX } from '#core/archive/object-keys.ts';

/** Bytes of WARC files that are kept. */
const MOST_BYTES = 1024 ** 3;

/**
 * An archive far away: of WARC files that are read record by record (about 16 MB each) the first GB is fetched once and kept in a folder; of the rest
 * each record is fetched by itself.
 */
export class NearChunks implements Archive {
  readonly #far: Archive;
  readonly #near: Archive;
  readonly #mostBytes: number;
  readonly #kept = new Set<string>();
  #bytes = 0;

  constructor(far: Archive, folder: string, mostBytes = MOST_BYTES) {
    this.#far = far;
    this.#near = new FileArchive(folder, systemRandomId);
    this.#mostBytes = mostBytes;
  }

  get(key: string): Promise<Uint8Array> {
    return this.#far.get(key);
  }

  async range(key: string, offset: number, length: number): Promise<Uint8Array> {
    const archive = key.endsWith(CHUNK_SUFFIX.warc) && (await this.#isNear(key)) ? this.#near : this.#far;
    return await archive.range(key, offset, length);
  }

  put(key: string, parts: readonly Uint8Array[]): Promise<'created' | 'exists'> {
    return this.#far.put(key, parts);
  }

  list(prefix: string): AsyncIterable<ArchiveObject> {
    return this.#far.list(prefix);
  }

  delete(keys: readonly string[]): Promise<void> {
    return this.#far.delete(keys);
  }

  /** Fetches it where there is room. */
  async #isNear(key: string): Promise<boolean> {
    if (this.#kept.has(key)) return true;
    if (this.#bytes >= this.#mostBytes) return false;
    const bytes = await this.#far.get(key);
    await this.#near.put(key, [bytes]);
    this.#bytes += bytes.length;
    this.#kept.add(key);
    return true;
  }
}
