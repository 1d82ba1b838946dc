import { type FilePath, filePath, isBelow, markedPath } from '#core/export/file-path.ts';
import type { LineSorter, Scratch } from '#core/export/scratch.ts';
import { asciiJson } from '#engine/export/job/counted-text.ts';

/** A page and the path of its file. */
export interface AllocatedPath<T> {
  readonly url: string;
  /** Segments with `/` between them. */
  readonly path: string;
  readonly value: T;
}

/**
 * Allocates one file path per URL, for any number of URLs, in bounded memory: it sorts them in a
 * scratch. If several URLs map to one path on some file system, letter case ignored, the first URL
 * in byte order gets the plain path and the others a marked one. A file whose path is also a folder
 * gets a marked path too. The paths depend only on the set of URLs, not on the order in which Surf
 * crawled them.
 */
export class MirrorPathAllocator<T> {
  readonly #extension: string;
  readonly #lines: LineSorter;

  /** @param extension added to each name @default none */
  constructor(scratch: Scratch, extension = '') {
    this.#extension = extension;
    this.#lines = scratch.sorter();
  }

  /** @param value any JSON value */
  async add(url: string, value: T): Promise<void> {
    await this.#lines.add([`${filePath(url, this.#extension).order}\u0001${url}\u0001${asciiJson(value)}`]);
  }

  /** All pages in the order of their paths. Call it once. */
  async *paths(): AsyncGenerator<AllocatedPath<T>> {
    let held: { readonly file: FilePath; readonly url: string; readonly value: T } | null = null;
    for await (const lines of this.#lines.sorted()) {
      for (const line of lines.split('\n')) {
        const [, url, json] = line.split('\u0001', 3);
        if (url === undefined || json === undefined) continue;
        const next = { file: filePath(url, this.#extension), url, value: JSON.parse(json) as T };
        if (held?.file.order === next.file.order) {
          yield { url, path: markedPath(next.file, url).path, value: next.value };
          continue;
        }
        if (held !== null) yield allocatedBefore(held, next.file);
        held = next;
      }
    }
    if (held !== null) yield { url: held.url, path: held.file.path, value: held.value };
  }
}

function allocatedBefore<T>(held: { file: FilePath; url: string; value: T }, next: FilePath): AllocatedPath<T> {
  const { file, url, value } = held;
  return { url, path: (isBelow(next, file) ? markedPath(file, url) : file).path, value };
}
