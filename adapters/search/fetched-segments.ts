import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { PART_BYTES, tooLarge } from '#adapters/search/segment/segment-file.ts';
import type { SegmentFiles, SegmentObject } from '#adapters/search/segment-files.ts';
import type { Archive } from '#core/archive/archive.ts';
import { codeOf, SurfError } from '#core/error.ts';

/** Parts to request ahead: S3 needs 30 ms for the first byte of each. */
const AHEAD = 2;

export interface FetchedSegmentsOptions {
  readonly archive: Pick<Archive, 'range'>;
  /** Folder for the segments that it fetches. */
  readonly folder: string;
  /** Most bytes of one segment: a larger one is not built, and not fetched. */
  readonly mostBytes: number;
  /** Room for all fetched segments; the least recently used go first. */
  readonly roomBytes: number;
}

/** Segments of an archive elsewhere, which are fetched into a folder to be searched. */
export class FetchedSegments implements SegmentFiles {
  readonly scratch: string;
  readonly mostBytes: number;
  readonly mostTogether: number;
  readonly #archive: Pick<Archive, 'range'>;

  constructor({ archive, folder, mostBytes, roomBytes }: FetchedSegmentsOptions) {
    this.#archive = archive;
    this.scratch = folder;
    this.mostBytes = mostBytes;
    this.mostTogether = roomBytes;
  }

  async fileOf(object: SegmentObject): Promise<string | null> {
    const path = this.#pathOf(object);
    try {
      if ((await sizeOf(path)) !== object.bytes) await this.#fetch(object, path);
    } catch (error) {
      if (codeOf(error) === 'OBJECT_NOT_FOUND') return null;
      throw error;
    }
    const now = new Date();
    await utimes(path, now, now); // names it as the last used
    return path;
  }

  async keep(object: SegmentObject, written: string): Promise<void> {
    await this.#makeRoom(object.bytes);
    await rename(written, this.#pathOf(object));
  }

  async #fetch({ key, bytes, digest }: SegmentObject, path: string): Promise<void> {
    if (bytes > this.mostBytes) throw tooLarge(this.mostBytes);
    await mkdir(this.scratch, { recursive: true, mode: 0o700 });
    await this.#makeRoom(bytes);
    const own = await mkdtemp(join(this.scratch, 'fetch-'));
    try {
      const part = join(own, 'segment');
      if ((await this.#read({ key, bytes }, part)) !== digest) throw corrupt(key);
      await rename(part, path);
    } finally {
      await rm(own, { recursive: true, force: true });
    }
  }

  /** @returns the SHA-256 of the bytes that it read */
  async #read({ key, bytes }: Pick<SegmentObject, 'key' | 'bytes'>, path: string): Promise<string> {
    const hash = createHash('sha256');
    const file = await open(path, 'wx');
    try {
      for await (const part of this.#partsOf({ key, bytes })) {
        hash.update(part);
        await file.appendFile(part);
      }
    } finally {
      await file.close();
    }
    return hash.digest('hex');
  }

  /** Yields parts; the next ones are on their way while one is taken. */
  async *#partsOf({ key, bytes }: Pick<SegmentObject, 'key' | 'bytes'>): AsyncGenerator<Uint8Array> {
    const coming: Promise<Uint8Array>[] = [];
    for (let at = 0; at < bytes || coming.length > 0; at += PART_BYTES) {
      if (at < bytes) {
        const part = this.#archive.range(key, at, PART_BYTES);
        part.catch(() => undefined); // thrown where it is taken, if it still is
        coming.push(part);
        if (coming.length <= AHEAD && at + PART_BYTES < bytes) continue;
      }
      const next = await coming.shift();
      if (next !== undefined) yield next;
    }
  }

  async #makeRoom(bytes: number): Promise<void> {
    const kept: { path: string; size: number; usedAt: number }[] = [];
    for (const file of await readdir(this.scratch)) {
      if (!file.endsWith('.sqlite')) continue;
      const path = join(this.scratch, file);
      const { size, mtimeMs } = await stat(path);
      kept.push({ path, size, usedAt: mtimeMs });
    }
    kept.sort((a, b) => b.usedAt - a.usedAt);
    let all = bytes;
    for (const { path, size } of kept) {
      all += size;
      if (all > this.mostTogether) await rm(path, { force: true });
    }
  }

  #pathOf({ digest }: SegmentObject): string {
    return join(this.scratch, `${digest}.sqlite`);
  }
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
