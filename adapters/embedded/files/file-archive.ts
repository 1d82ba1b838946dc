import { type Dirent, existsSync } from 'node:fs';
import { type FileHandle, link, lstat, open, readdir, readFile, rm, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DurableFolders, syncFolder } from '#adapters/embedded/files/durable-folders.ts';
import { fileFault, folderGone } from '#adapters/embedded/files/file-fault.ts';
import type { Archive, ArchiveObject } from '#core/archive/archive.ts';
import { checkedObjectKey, checkedPrefix, isObjectKey } from '#core/archive/object-key.ts';
import { SurfError } from '#core/error.ts';
import type { RandomId } from '#core/model/clock.ts';

/**
 * Folder of objects that are being written; `~` is in no key, so no key leads here. Beside the
 * objects, because `link` needs one file system.
 */
const UNFINISHED = '~unfinished';

/** An older file there belongs to a process that was killed: no put takes this long. */
const LEFTOVER_MS = 24 * 3_600_000;

/** Sizes that `list` reads at once. */
const SIZES_AT_ONCE = 64;

/**
 * Objects as files below `<data>/objects/`, each at the path that is its key.
 *
 * The link to the final name is the whole algorithm of `put`: it appears with all its bytes or not
 * at all, and fails when the name is taken. Two limits of this adapter, both answered by `put` with
 * STORE_UNAVAILABLE: no object can be the folder of another (`a` beside `a/b`), and a segment has
 * at most as many characters as a file name (255).
 */
export class FileArchive implements Archive {
  readonly #root: string;
  readonly #randomId: RandomId;
  readonly #folders = new DurableFolders();
  #ready: Promise<void> | undefined;

  /** @param folder the data folder; made with the first put when it is missing */
  constructor(folder: string, randomId: RandomId) {
    this.#root = join(folder, 'objects');
    this.#randomId = randomId;
  }

  async put(key: string, parts: readonly Uint8Array[]): Promise<'created' | 'exists'> {
    const path = this.#path(key);
    try {
      await this.#prepare();
      // Rivals of one key are rare, the same robots.txt again is not: do not write what is there.
      const answer = (await isThere(path)) ? 'exists' : await this.#create(path, parts);
      // Also for `exists`: the one who made it may die before it comes to this line.
      await syncFolder(dirname(path));
      return answer;
    } catch (error) {
      // The folder for unfinished objects was there.
      if (isCode(error, 'ENOENT') && !existsSync(join(this.#root, UNFINISHED)))
        throw folderGone(existsSync(dirname(this.#root)) ? this.#root : dirname(this.#root), error);
      throw this.#unavailable(key, error);
    }
  }

  async get(key: string): Promise<Uint8Array> {
    try {
      return await readFile(this.#path(key));
    } catch (error) {
      throw isMissing(error) ? notFound(key) : this.#unavailable(key, error);
    }
  }

  async range(key: string, offset: number, length: number): Promise<Uint8Array> {
    let file: FileHandle | undefined;
    try {
      file = await open(this.#path(key));
      const { size } = await file.stat();
      const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - offset)));
      for (let read = 0; read < bytes.length; ) {
        const { bytesRead } = await file.read(bytes, read, bytes.length - read, offset + read);
        if (bytesRead === 0) return bytes.subarray(0, read);
        read += bytesRead;
      }
      return bytes;
    } catch (error) {
      throw isMissing(error) ? notFound(key) : this.#unavailable(key, error);
    } finally {
      await file?.close();
    }
  }

  async *list(prefix: string): AsyncIterable<ArchiveObject> {
    try {
      yield* listFolder(join(this.#root, checkedPrefix(prefix)), prefix);
    } catch (error) {
      throw this.#unavailable(prefix, error);
    }
  }

  async delete(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      try {
        await unlink(this.#path(key));
      } catch (error) {
        if (!isMissing(error)) throw this.#unavailable(key, error);
      }
    }
  }

  async #create(path: string, parts: readonly Uint8Array[]): Promise<'created' | 'exists'> {
    const unfinished = join(this.#root, UNFINISHED, this.#randomId());
    try {
      await writeDurably(unfinished, parts);
      await this.#folders.make(dirname(path));
      await link(unfinished, path);
      return 'created';
    } catch (error) {
      if (isCode(error, 'EEXIST') && (await isThere(path))) return 'exists';
      throw error;
    } finally {
      await unlink(unfinished).catch(() => undefined); // a day later it is removed as a leftover
    }
  }

  #prepare(): Promise<void> {
    this.#ready ??= this.#makeRoot().catch((error: unknown) => {
      this.#ready = undefined; // the next put tries again
      throw error;
    });
    return this.#ready;
  }

  async #makeRoot(): Promise<void> {
    const folder = join(this.#root, UNFINISHED);
    await this.#folders.make(folder);
    const leftBefore = Date.now() - LEFTOVER_MS;
    for (const name of await readdir(folder)) {
      const file = join(folder, name);
      const { mtimeMs } = await lstat(file).catch(() => ({ mtimeMs: Infinity })); // another process removed it
      if (mtimeMs < leftBefore) await rm(file, { force: true });
    }
  }

  /** Puts errors of the file system into our words; our own pass through. */
  #unavailable(key: string, error: unknown): unknown {
    if (!(error instanceof Error) || !('syscall' in error)) return error;
    const what = `object ${key} cannot be read or written (${error.message})`;
    const path = 'path' in error && typeof error.path === 'string' ? error.path : this.#root;
    const fault = fileFault(error, what, { path, folder: dirname(this.#root) });
    if (fault !== null) return fault;
    return new SurfError('STORE_UNAVAILABLE', `object ${key} cannot be read or written: ${error.message}`, {
      remedy: 'check the data folder: free space, permissions, open files, and that it is on a local disk',
      cause: error,
    });
  }

  #path(key: string): string {
    return join(this.#root, checkedObjectKey(key));
  }
}

const notFound = (key: string): SurfError =>
  new SurfError('OBJECT_NOT_FOUND', `there is no object ${key}`, {
    remedy: 'Surf never wrote it, or somebody deleted it; surf verify lists the missing objects',
  });

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/**
 * True if nothing is there, a folder is there, a file is where the key has a folder, or no file can
 * have the name.
 */
const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG'].some((code) => isCode(error, code));

async function isThere(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isFile();
  } catch (error) {
    if (isCode(error, 'ENOENT')) return false;
    throw error;
  }
}

/** Writes a file whose bytes are all on the disk when it returns. */
async function writeDurably(path: string, parts: readonly Uint8Array[]): Promise<void> {
  const file = await open(path, 'wx');
  try {
    if (parts.length > 0) {
      const { bytesWritten } = await file.writev([...parts]);
      const size = parts.reduce((sum, part) => sum + part.byteLength, 0);
      // A write may end early, for instance after 2 GiB.
      if (bytesWritten < size) await file.appendFile(Buffer.concat(parts).subarray(bytesWritten));
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * The objects below one folder, in byte order of their keys: for that order a folder's name ends
 * with `/`.
 */
async function* listFolder(folder: string, prefix: string): AsyncIterable<ArchiveObject> {
  let entries: Dirent[];
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  const names = entries
    .filter((entry) => isObjectKey(entry.name) && (entry.isFile() || entry.isDirectory()))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .sort(byBytes);
  for (let start = 0; start < names.length; start += SIZES_AT_ONCE) {
    const part = names.slice(start, start + SIZES_AT_ONCE);
    const sizes = await Promise.all(part.map((name) => (name.endsWith('/') ? null : sizeOf(join(folder, name)))));
    for (const [index, name] of part.entries()) {
      const bytes = sizes[index];
      if (name.endsWith('/')) yield* listFolder(join(folder, name), prefix + name);
      else if (typeof bytes === 'number') yield { key: prefix + name, bytes };
    }
  }
}

/** Keys are ASCII, so their code units are their bytes. */
const byBytes = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Null if it was deleted since its folder was read. */
async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await lstat(path)).size;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
