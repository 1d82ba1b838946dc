import type { Archive, ArchiveObject } from '#core/archive/archive.ts';
import { CHUNK_SUFFIX } from '#core/archive/object-keys.ts';

/** WARC bytes that the cache may hold. */
const MAX_CACHED_BYTES = 1024 ** 3;

export interface CachedArchiveOptions {
  readonly remote: Archive;
  /** Holds copies of WARC files; the cache only ever adds to it. */
  readonly cache: Archive;
  /** WARC bytes that the cache may hold; the last file may exceed it. @default 1 GiB */
  readonly maxBytes?: number;
}

/**
 * A read-through cache for the WARC files of a remote archive. Callers read a WARC file (about 16
 * MB) record by record: the cache fetches the whole file once. When the cache is full, it fetches
 * each record of a further file separately. All other objects come straight from the remote
 * archive.
 */
export class CachedArchive implements Archive {
  readonly #remote: Archive;
  readonly #cache: Archive;
  readonly #maxBytes: number;
  readonly #cachedKeys = new Set<string>();
  #cachedBytes = 0;

  constructor({ remote, cache, maxBytes = MAX_CACHED_BYTES }: CachedArchiveOptions) {
    this.#remote = remote;
    this.#cache = cache;
    this.#maxBytes = maxBytes;
  }

  get(key: string): Promise<Uint8Array> {
    return this.#remote.get(key);
  }

  async range(key: string, offset: number, length: number): Promise<Uint8Array> {
    const cached = key.endsWith(CHUNK_SUFFIX.warc) && (await this.#fetchOnce(key));
    return await (cached ? this.#cache : this.#remote).range(key, offset, length);
  }

  put(key: string, parts: readonly Uint8Array[]): Promise<'created' | 'exists'> {
    return this.#remote.put(key, parts);
  }

  list(prefix: string): AsyncIterable<ArchiveObject> {
    return this.#remote.list(prefix);
  }

  delete(keys: readonly string[]): Promise<void> {
    return this.#remote.delete(keys);
  }

  /** @returns false if the cache is full and does not hold the file */
  async #fetchOnce(key: string): Promise<boolean> {
    if (this.#cachedKeys.has(key)) return true;
    if (this.#cachedBytes >= this.#maxBytes) return false;
    const bytes = await this.#remote.get(key);
    await this.#cache.put(key, [bytes]);
    this.#cachedBytes += bytes.length;
    this.#cachedKeys.add(key);
    return true;
  }
}
