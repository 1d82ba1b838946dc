import type { ArchiveObject } from '#core/archive/archive.ts';
import { MemoryArchive } from '#test/fakes/memory/memory-archive.ts';

/**
 * Objects in memory that are listed by folder: a crawl of 2,000 waves lists often, and has 20,000
 * objects. Written by `put` alone.
 */
export class FolderArchive extends MemoryArchive {
  readonly #folders = new Map<string, Set<string>>();

  override async put(key: string, parts: readonly Uint8Array[]): Promise<'created' | 'exists'> {
    for (const folder of foldersOf(key)) {
      const keys = this.#folders.get(folder) ?? new Set();
      this.#folders.set(folder, keys.add(key));
    }
    return await super.put(key, parts);
  }

  override async *list(prefix: string): AsyncGenerator<ArchiveObject> {
    for (const key of [...(this.#folders.get(prefix) ?? [])].sort()) {
      const bytes = this.objects.get(key)?.length;
      if (bytes !== undefined) yield { key, bytes };
    }
  }
}

/** `a/`, `a/b/` of `a/b/c`. */
function foldersOf(key: string): string[] {
  const names = key.split('/').slice(0, -1);
  return names.map((_, n) => `${names.slice(0, n + 1).join('/')}/`);
}
