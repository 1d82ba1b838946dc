import type { Archive } from '#core/archive/archive.ts';
import type { PageValidators } from '#core/archive/chunk/base-page.ts';
import type { BaseFile } from '#core/frontier/frontier.ts';
import type { CrawlState } from '#engine/frontier/crawl-state.ts';
import { rawLines } from '#engine/frontier/lines/line-files.ts';

/** Longest stretch of blocks that is read at once. */
const STRETCH_BYTES = 4 * 1024 * 1024;
/** A line begins with `{"key":"` and the key. */
const KEY_FROM = 8;
const KEY_TO = 40;

/**
 * The first key of a block of lines, and where the block begins. The last one ends with the file.
 */
export type BaseBlock = readonly [key: string, offset: number];

/**
 * The pages of the base, as they were copied when the execution began: sorted by key, in files with
 * a sparse index. Joined with many sorted keys at once, never key by key: each block is read at
 * most once a call, and calls with ascending keys read the files from beginning to end.
 */
export class BasePages<T extends { readonly key: string } = PageValidators> {
  readonly #archive: Archive;
  readonly #files: readonly BaseFile[];
  readonly #indexes = new Map<string, readonly BaseBlock[]>();

  constructor(archive: Archive, files: readonly BaseFile[]) {
    this.#archive = archive;
    this.#files = files;
  }

  /**
   * @param keys 32 hex digits each, ascending, all different
   * @returns for each key that is there: its place in `keys` → its page
   */
  async lookup(keys: readonly string[]): Promise<Map<number, T>> {
    const found = new Map<number, T>();
    let from = 0;
    for (const [i, file] of this.#files.entries()) {
      const end = this.#files[i + 1]?.first;
      while (from < keys.length && (keys[from] ?? '') < file.first) from += 1;
      let to = from;
      while (to < keys.length && (end === undefined || (keys[to] ?? '') < end)) to += 1;
      if (to > from) await this.#inFile(file, { keys, from, to }, found);
      from = to;
    }
    return found;
  }

  async #inFile(
    file: BaseFile,
    of: { keys: readonly string[]; from: number; to: number },
    found: Map<number, T>,
  ): Promise<void> {
    const blocks = await this.#index(file);
    let at = of.from;
    for (const [offset, end] of stretches(blocks, of, file.bytes)) {
      const bytes = await this.#archive.range(file.object, offset, end - offset);
      for (const line of rawLines(bytes)) {
        const key = line.slice(KEY_FROM, KEY_TO);
        while (at < of.to && (of.keys[at] ?? '') < key) at += 1;
        if (at === of.to) return;
        if (of.keys[at] === key) found.set(at, JSON.parse(line) as T);
      }
    }
  }

  async #index(file: BaseFile): Promise<readonly BaseBlock[]> {
    const known = this.#indexes.get(file.index);
    if (known !== undefined) return known;
    const read = JSON.parse(Buffer.from(await this.#archive.get(file.index)).toString()) as BaseBlock[];
    this.#indexes.set(file.index, read);
    return read;
  }
}

/** Neighbouring blocks that may have any of the keys, as [first byte, behind the last]. */
function* stretches(
  blocks: readonly BaseBlock[],
  { keys, from, to }: { keys: readonly string[]; from: number; to: number },
  bytes: number,
): Generator<readonly [offset: number, end: number]> {
  let open: [offset: number, end: number] | null = null;
  let at = from;
  for (const [i, [, offset]] of blocks.entries()) {
    const [next, end] = blocks[i + 1] ?? [undefined, bytes];
    const first = at;
    while (at < to && (next === undefined || (keys[at] ?? '') < next)) at += 1;
    if (at === first) continue;
    if (open !== null && open[1] === offset && end - open[0] <= STRETCH_BYTES) open[1] = end;
    else {
      if (open !== null) yield open;
      open = [offset, end];
    }
    if (at === to) break;
  }
  if (open !== null) yield open;
}

/** The base's pages; null without a base, and for a tick, whose lists have them. */
export const basePages = ({ archive, head }: Pick<CrawlState, 'archive' | 'head'>): BasePages | null =>
  head.base === undefined || head.collection !== undefined ? null : new BasePages(archive, head.base.files);
