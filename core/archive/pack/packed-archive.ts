import type { Archive, ArchiveObject } from '#core/archive/archive.ts';
import { decodePack, type PackMembers, packOf } from '#core/archive/pack/pack.ts';
import { codeOf } from '#core/error.ts';

/** Most packs that are kept, and most bytes of them together. */
const MOST_PACKS = 64;
const MOST_BYTES = 16 * 1024 * 1024;

/** A pack that was read. */
interface KeptPack {
  readonly members: PackMembers;
  readonly bytes: number;
}

const NO_PACK: KeptPack = { members: new Map(), bytes: 0 };

/**
 * An archive that reads objects from packs (core/archive/pack/pack.ts), too, each under its key:
 * readers need not know of packs. Puts, deletes and lists go to the archive below: a list has the
 * pack; a list of a folder whose objects a pack holds has these, too.
 */
export class PackedArchive implements Archive {
  readonly #archive: Archive;
  /** The most recently used ones are at the end. */
  readonly #kept = new Map<string, KeptPack>();
  readonly #reading = new Map<string, Promise<KeptPack>>();

  constructor(archive: Archive) {
    this.#archive = archive;
  }

  put(key: string, parts: readonly Uint8Array[]): Promise<'created' | 'exists'> {
    return this.#archive.put(key, parts);
  }

  async get(key: string): Promise<Uint8Array> {
    const member = await this.#member(key);
    return member === undefined ? this.#archive.get(key) : Buffer.from(member);
  }

  async range(key: string, offset: number, length: number): Promise<Uint8Array> {
    const member = await this.#member(key);
    if (member === undefined) return this.#archive.range(key, offset, length);
    return Buffer.from(member.subarray(offset, offset + Math.max(0, length)));
  }

  async *list(prefix: string): AsyncGenerator<ArchiveObject> {
    const pack = packOf(prefix);
    if (pack === null) return yield* this.#archive.list(prefix);
    const found: ArchiveObject[] = [];
    for await (const object of this.#archive.list(prefix)) found.push(object);
    for (const [key, { length }] of (await this.#pack(pack)).members) {
      if (key.startsWith(prefix)) found.push({ key, bytes: length });
    }
    yield* found.sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  delete(keys: readonly string[]): Promise<void> {
    return this.#archive.delete(keys);
  }

  async #member(key: string): Promise<Uint8Array | undefined> {
    const pack = packOf(key);
    return pack === null ? undefined : (await this.#pack(pack)).members.get(key);
  }

  async #pack(object: string): Promise<KeptPack> {
    const pack = this.#kept.get(object) ?? (await this.#readOnce(object));
    if (pack === NO_PACK) return pack;
    this.#kept.delete(object);
    this.#kept.set(object, pack);
    this.#forget();
    return pack;
  }

  /** Reads of a pack at one time wait for the same request. */
  #readOnce(object: string): Promise<KeptPack> {
    const reading = this.#reading.get(object) ?? this.#read(object).finally(() => this.#reading.delete(object));
    this.#reading.set(object, reading);
    return reading;
  }

  /** An attempt that died wrote none, or large objects only. */
  async #read(object: string): Promise<KeptPack> {
    try {
      const bytes = await this.#archive.get(object);
      return { members: decodePack(bytes, object), bytes: bytes.length };
    } catch (error) {
      if (codeOf(error) === 'OBJECT_NOT_FOUND') return NO_PACK;
      throw error;
    }
  }

  /** Drops the least recently used packs; the last one stays, at any size. */
  #forget(): void {
    let bytes = [...this.#kept.values()].reduce((sum, pack) => sum + pack.bytes, 0);
    for (const [object, pack] of this.#kept) {
      if (this.#kept.size <= 1 || (this.#kept.size <= MOST_PACKS && bytes <= MOST_BYTES)) return;
      this.#kept.delete(object);
      bytes -= pack.bytes;
    }
  }
}
