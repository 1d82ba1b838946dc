import type { Archive, ArchiveObject } from '#core/archive/archive.ts';

/** Bytes that are being written at once; a larger object is, too, by itself. */
const MOST_BYTES = 32 * 1024 * 1024;

/**
 * The archive as one attempt to plan a wave sees it: a put returns while the object is being
 * written, and the attempt works on. Nothing is true before the commit, for which `seal` waits. So
 * the order of the writes does not matter, and objects left by a crash are garbage. Reads of an
 * object wait until it is written.
 *
 * Other than of an archive, the parts of a put must not change afterwards, and its keys are new.
 */
export class AttemptWrites implements Archive {
  readonly #archive: Archive;
  /**
   * Objects that are being written. One that failed stays, so that its waiting readers get the
   * error.
   */
  readonly #writing = new Map<string, Promise<void>>();
  #bytes = 0;

  constructor(archive: Archive) {
    this.#archive = archive;
  }

  /** @throws what an earlier put failed with, when there is no room before that has ended */
  async put(key: string, parts: readonly Uint8Array[]): Promise<'created'> {
    const bytes = parts.reduce((sum, { length }) => sum + length, 0);
    for (const written of this.#writing.values()) {
      if (this.#bytes + bytes <= MOST_BYTES) break;
      await written;
    }
    this.#bytes += bytes;
    const written = this.#write(key, parts, bytes);
    written.catch(() => undefined); // `seal` throws it
    this.#writing.set(key, written);
    return 'created';
  }

  async get(key: string): Promise<Uint8Array> {
    await this.#writing.get(key);
    return this.#archive.get(key);
  }

  async range(key: string, offset: number, length: number): Promise<Uint8Array> {
    await this.#writing.get(key);
    return this.#archive.range(key, offset, length);
  }

  async *list(prefix: string): AsyncGenerator<ArchiveObject> {
    await this.seal();
    yield* this.#archive.list(prefix);
  }

  async delete(keys: readonly string[]): Promise<void> {
    await Promise.all(keys.map((key) => this.#writing.get(key)));
    await this.#archive.delete(keys);
  }

  /** Waits for all puts. @throws what one of them failed with */
  async seal(): Promise<void> {
    await Promise.all(this.#writing.values());
  }

  async #write(key: string, parts: readonly Uint8Array[], bytes: number): Promise<void> {
    await this.#archive.put(key, parts);
    this.#writing.delete(key);
    this.#bytes -= bytes;
  }
}
