import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FtsSegment } from '#adapters/search/fts-segment.ts';
import { checkFullText, PART_BYTES, partsOf, tooLarge, withSegmentFile } from '#adapters/search/segment-file.ts';
import type { Archive, ArchiveObject } from '#core/archive/archive.ts';
import { SurfError } from '#core/error.ts';
import type { SearchDocument } from '#core/search/search-document.ts';
import type { SearchIndex, SearchSegment } from '#core/search/search-index.ts';

export interface FetchedIndexOptions {
  readonly archive: Pick<Archive, 'put' | 'list' | 'range'>;
  /** Folder for the segments that it fetches. */
  readonly folder: string;
  /** Of one segment: a larger one is not built, and not fetched. */
  readonly mostBytes: number;
  /** Of all that were fetched together; those that were used longest ago go. */
  readonly roomBytes: number;
}

/**
 * Segments of SQLite's FTS5 as objects of an archive elsewhere, `<name>.<SHA-256>.sqlite`, which
 * are fetched into a folder to be searched.
 */
export class FetchedIndex implements SearchIndex {
  readonly #options: FetchedIndexOptions;

  constructor(options: FetchedIndexOptions) {
    this.#options = options;
  }

  async open(name: string): Promise<SearchSegment | null> {
    checkFullText();
    const object = await this.#find(name);
    if (object === null) return null;
    const path = this.#pathOf(object.digest);
    if ((await sizeOf(path)) !== object.bytes) await this.#fetch(object, path);
    const now = new Date();
    await utimes(path, now, now); // names it as the last used
    return new FtsSegment(pathToFileURL(path), object.key);
  }

  async build(name: string, documents: AsyncIterable<SearchDocument>): Promise<SearchSegment> {
    const { archive, folder, mostBytes } = this.#options;
    return withSegmentFile(documents, { scratch: folder, mostBytes }, async (path) => {
      const digest = await digestOf(path);
      const key = `${name}.${digest}.sqlite`;
      await archive.put(key, await partsOf(path));
      await this.#makeRoom((await stat(path)).size);
      const kept = this.#pathOf(digest);
      await rename(path, kept);
      return new FtsSegment(pathToFileURL(kept), key);
    });
  }

  /** Of several, which rivals built, the first. */
  async #find(name: string): Promise<SegmentObject | null> {
    for await (const { key, bytes } of this.#options.archive.list(`${dirname(name)}/`)) {
      const digest = key.startsWith(`${name}.`) ? DIGEST.exec(key.slice(name.length))?.[1] : undefined;
      if (digest !== undefined) return { key, bytes, digest };
    }
    return null;
  }

  async #fetch({ key, bytes, digest }: SegmentObject, path: string): Promise<void> {
    const { folder, mostBytes } = this.#options;
    if (bytes > mostBytes) throw tooLarge(mostBytes);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await this.#makeRoom(bytes);
    const own = await mkdtemp(join(folder, 'fetch-'));
    try {
      const part = join(own, 'segment');
      if ((await this.#read({ key, bytes }, part)) !== digest) throw corrupt(key);
      await rename(part, path);
    } finally {
      await rm(own, { recursive: true, force: true });
    }
  }

  /** @returns the SHA-256 of the bytes that it read */
  async #read({ key, bytes }: ArchiveObject, path: string): Promise<string> {
    const hash = createHash('sha256');
    const file = await open(path, 'wx');
    try {
      for (let at = 0; at < bytes; at += PART_BYTES) {
        const part = await this.#options.archive.range(key, at, PART_BYTES);
        hash.update(part);
        await file.appendFile(part);
      }
    } finally {
      await file.close();
    }
    return hash.digest('hex');
  }

  async #makeRoom(bytes: number): Promise<void> {
    const { folder, roomBytes } = this.#options;
    const kept: { path: string; size: number; usedAt: number }[] = [];
    for (const file of await readdir(folder)) {
      if (!file.endsWith('.sqlite')) continue;
      const path = join(folder, file);
      const { size, mtimeMs } = await stat(path);
      kept.push({ path, size, usedAt: mtimeMs });
    }
    kept.sort((a, b) => b.usedAt - a.usedAt);
    let all = bytes;
    for (const { path, size } of kept) {
      all += size;
      if (all > roomBytes) await rm(path, { force: true });
    }
  }

  #pathOf(digest: string): string {
    return join(this.#options.folder, `${digest}.sqlite`);
  }
}

interface SegmentObject extends ArchiveObject {
  readonly digest: string;
}

const DIGEST = /^\.([0-9a-f]{64})\.sqlite$/;

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part as Buffer);
  return hash.digest('hex');
}

const sizeOf = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ size }) => size,
    () => null,
  );

const corrupt = (key: string): SurfError =>
  new SurfError('OBJECT_CORRUPT', `the bytes of the index ${key} do not have the SHA-256 in its key`, {
    remedy: 'delete that object: the next search builds it again',
  });
