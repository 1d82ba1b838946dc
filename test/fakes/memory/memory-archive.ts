import type { Archive, ArchiveObject } from '#core/archive/archive.ts';
import { SurfError } from '#core/error.ts';

/** Objects in memory. Keeps the contract of `Archive`, but for surviving a power cut. */
export class MemoryArchive implements Archive {
  /** Open to tests: they plant objects and corruptions. */
  readonly objects = new Map<string, Uint8Array>();

  async put(key: string, parts: readonly Uint8Array[]): Promise<'created' | 'exists'> {
    if (this.objects.has(key)) return 'exists';
    this.objects.set(key, Buffer.concat(parts));
    return 'created';
  }

  async get(key: string): Promise<Uint8Array> {
    return Buffer.from(this.#of(key));
  }

  async range(key: string, offset: number, length: number): Promise<Uint8Array> {
    return Buffer.from(this.#of(key).subarray(offset, offset + length));
  }

  async *list(prefix: string): AsyncGenerator<ArchiveObject> {
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix)).sort();
    for (const key of keys) {
      const bytes = this.objects.get(key)?.length;
      if (bytes !== undefined) yield { key, bytes };
    }
  }

  async delete(keys: readonly string[]): Promise<void> {
    for (const key of keys) this.objects.delete(key);
  }

  get keys(): string[] {
    return [...this.objects.keys()].sort();
  }

  #of(key: string): Uint8Array {
    const bytes = this.objects.get(key);
    if (bytes === undefined) throw new SurfError('OBJECT_NOT_FOUND', `there is no object ${key}`);
    return bytes;
  }
}
