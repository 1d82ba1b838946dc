import type { Archive, ArchiveObject } from '#core/archive/archive.ts';
import { encodePack, packOf } from '#core/archive/pack/pack.ts';

/** A larger object is put separately, under the same key. */
const MEMBER_BYTES = 1024 * 1024;
/** Bytes of a pack. */
const PACK_BYTES = 8 * 1024 * 1024;

/**
 * The archive as one attempt to plan a wave sees it: objects that the attempt puts stay in memory
 * until `seal` writes them as one object. Nothing is true before the commit, so nothing is lost in
 * a crash.
 */
export class AttemptPack implements Archive {
  readonly #archive: Archive;
  readonly #members = new Map<string, Uint8Array>();
  #pack: string | null = null;
  #bytes = 0;

  constructor(archive: Archive) {
    this.#archive = archive;
  }

  async put(key: string, parts: readonly Uint8Array[]): Promise<'created' | 'exists'> {
    const bytes = parts.reduce((sum, { length }) => sum + length, 0);
    const pack = packOf(key);
    const fits = bytes <= MEMBER_BYTES && this.#bytes + bytes <= PACK_BYTES;
    if (pack === null || !fits) return this.#archive.put(key, parts);
    if (this.#members.has(key)) return 'exists';
    this.#members.set(key, Buffer.concat(parts, bytes));
    this.#pack = pack;
    this.#bytes += bytes;
    return 'created';
  }

  async get(key: string): Promise<Uint8Array> {
    const member = this.#members.get(key);
    return member === undefined ? this.#archive.get(key) : Buffer.from(member);
  }

  async range(key: string, offset: number, length: number): Promise<Uint8Array> {
    const member = this.#members.get(key);
    if (member === undefined) return this.#archive.range(key, offset, length);
    return Buffer.from(member.subarray(offset, offset + Math.max(0, length)));
  }

  /** Omits objects that are not sealed yet. */
  list(prefix: string): AsyncIterable<ArchiveObject> {
    return this.#archive.list(prefix);
  }

  delete(keys: readonly string[]): Promise<void> {
    return this.#archive.delete(keys);
  }

  /** Puts the pack. */
  async seal(): Promise<void> {
    if (this.#pack !== null) await this.#archive.put(this.#pack, encodePack(this.#members));
  }
}
