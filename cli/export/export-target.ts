import { createWriteStream, type Stats } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeFolder } from '#adapters/embedded/files/make-folder.ts';
import { withLeftover } from '#adapters/scratch/leftovers.ts';
import { removeUnfinished, unfinishedName } from '#adapters/scratch/unfinished.ts';
import { SurfError } from '#core/error.ts';
import type { Chunks } from '#engine/export/job/export-job.ts';

/** Destination of an export: stdout, one file, or a folder of files. */
export type ExportTarget =
  | { readonly kind: 'stdout' }
  | { readonly kind: 'file'; readonly path: string }
  /** A device or pipe, which is written directly. */
  | { readonly kind: 'device'; readonly path: string }
  | { readonly kind: 'folder'; readonly path: string };

/**
 * Checks `--out` before anything is written.
 * @param options.as form of the format's output @param options.force true if it may exist already
 * @throws SurfError OUTPUT_EXISTS, COMMAND_USAGE
 */
export async function exportTarget(
  out: string,
  options: { readonly as: 'file' | 'folder' | 'either'; readonly force: boolean },
): Promise<ExportTarget> {
  if (out === '-') {
    if (options.as === 'folder') throw onlyFolder('stdout');
    return { kind: 'stdout' };
  }
  const there = await statOf(out);
  if (options.as === 'folder' && there !== null && !there.isDirectory()) throw onlyFolder(out);
  if (options.as === 'folder' || there?.isDirectory() === true || /[/\\]$/.test(out)) {
    if (options.as === 'file') {
      throw new SurfError('COMMAND_USAGE', `${out} is a folder; this format is written to one file`, {
        remedy: 'give the path of a file, or - for stdout',
      });
    }
    if (there !== null && !options.force && (await readdir(out)).length > 0) throw exists(out, 'is not empty');
    return { kind: 'folder', path: out.replace(/(?<=.)[/\\]+$/, '') };
  }
  if (there !== null && !there.isFile()) return { kind: 'device', path: out };
  if (there !== null && !options.force) throw exists(out, 'is there already');
  return { kind: 'file', path: out };
}

/**
 * Writes one file. Its name appears when it is complete, so that a killed export leaves no file
 * that only looks complete.
 */
export async function writeFileWhole(path: string, chunks: Chunks): Promise<void> {
  await reachable(dirname(path));
  await removeUnfinished(path);
  const unfinished = unfinishedName(path);
  try {
    await withLeftover(unfinished, async () => {
      await pipeline(Readable.from(chunks), createWriteStream(unfinished, { flags: 'wx' }));
      await sync(unfinished);
      await rename(unfinished, path);
    });
  } catch (error) {
    await rm(unfinished, { force: true });
    throw inWords(error, path);
  }
}

export async function writeDevice(path: string, chunks: Chunks): Promise<void> {
  try {
    await pipeline(Readable.from(chunks), createWriteStream(path));
  } catch (error) {
    throw inWords(error, path);
  }
}

/**
 * Lets `write` fill a folder. A new or empty folder appears when it is complete. Into a folder with
 * other files (`--force`) the new files and folders move one by one, `lastly` last; they replace
 * those of the same name, and the rest stays.
 */
export async function writeFolderWhole(
  path: string,
  write: (folder: string) => Promise<void>,
  lastly?: string,
): Promise<void> {
  await reachable(dirname(path));
  await removeUnfinished(path);
  const unfinished = unfinishedName(path);
  try {
    await withLeftover(unfinished, async () => {
      await mkdir(unfinished);
      await write(unfinished);
    });
    const others = (await statOf(path)) === null ? null : await readdir(path);
    if (others === null || others.length === 0) {
      if (others !== null) await rmdir(path);
      await rename(unfinished, path);
      return;
    }
    const names = await readdir(unfinished);
    const last = lastly === undefined ? [] : names.splice(names.indexOf(lastly), names.includes(lastly) ? 1 : 0);
    for (const name of [...names, ...last]) await replace(join(unfinished, name), join(path, name));
  } catch (error) {
    throw inWords(error, path);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Replaces a file by a file atomically. If either is a folder, the old entry first moves aside. */
async function replace(from: string, to: string): Promise<void> {
  const there = await lstat(to).catch(() => null);
  if (there === null || (!there.isDirectory() && !(await lstat(from)).isDirectory())) return await rename(from, to);
  const aside = unfinishedName(to);
  await rename(to, aside);
  await rename(from, to);
  await rm(aside, { recursive: true, force: true });
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

async function reachable(folder: string): Promise<void> {
  try {
    makeFolder(folder);
  } catch (error) {
    throw inWords(error, folder);
  }
}

/**
 * null if nothing exists there. A link counts as its target; a link without target counts as an
 * entry.
 */
async function statOf(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw inWords(error, path);
    return await lstat(path).catch(() => null);
  }
}

const onlyFolder = (out: string): SurfError =>
  new SurfError('COMMAND_USAGE', `${out} is not a folder; this format is written to a folder of files`, {
    remedy: 'give the path of a new or an empty folder',
  });

const exists = (out: string, why: string): SurfError =>
  new SurfError('OUTPUT_EXISTS', `${out} ${why}`, { remedy: 'give another path, or --force to overwrite' });

/** Errors of the file system in Surf's words; others pass through. */
function inWords(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  return new SurfError('STORE_UNAVAILABLE', `${path} cannot be written: ${error.message}`, {
    remedy: 'check the path, its permissions and the free space',
    cause: error,
  });
}
