import { SortedLines } from '#cli/export/sorted-lines-file.ts';
import { type FilePath, filePath, isBelow, markedPath } from '#core/export/file-path.ts';

/** A page with the file that is its own. */
export interface PlacedFile<T> {
  readonly url: string;
  /** Segments with `/` between them. */
  readonly path: string;
  readonly value: T;
}

/**
 * Gives each of any number of addresses a file of its own, in bounded memory (runs are sorted in a folder). Of addresses that would have one file on some file
 * system, letter case aside, the first in byte order has the plain name, the others a marked one; a file that has the name of a folder is marked, too.
 * So names depend on the set of addresses alone, not on the order in which they were crawled.
 */
export class PlacedFiles<T> {
  readonly #extension: string;
  readonly #lines: SortedLines;

  /** @param folder for sorted runs @param extension added to each name @default none */
  constructor(folder: string, extension = '') {
    this.#extension = extension;
    this.#lines = new SortedLines(folder);
  }

  /** @param value anything that JSON can hold */
  async add(url: string, value: T): Promise<void> {
    await this.#lines.add([`${filePath(url, this.#extension).order}\u0001${url}\u0001${asciiJson(value)}`]);
  }

  /** All of them, in the order of their names; asked once. */
  async *placed(): AsyncGenerator<PlacedFile<T>> {
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
        if (held !== null) yield placedBefore(held, next.file);
        held = next;
      }
    }
    if (held !== null) yield { url: held.url, path: held.file.path, value: held.value };
  }
}

function placedBefore<T>(held: { file: FilePath; url: string; value: T }, next: FilePath): PlacedFile<T> {
  const { file, url, value } = held;
  return { url, path: (isBelow(next, file) ? markedPath(file, url) : file).path, value };
}

/** In one line of ASCII, as sorting wants it. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\x7f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
