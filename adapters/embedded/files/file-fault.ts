import { accessSync, closeSync, constants, existsSync, openSync, statfsSync } from 'node:fs';
import { devNull } from 'node:os';
import { SurfError } from '#core/error.ts';

/**
 * Less free space than this is a full disk: SQLite takes as much for its shared memory
 * (https://www.sqlite.org/walformat.html §2.1).
 */
const FULL_BYTES = 64 * 1024;

/** Codes of a full disk, an exhausted quota, and the limit of `ulimit -f`. */
const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
/** A read-only file system, and a missing permission. */
const NOT_WRITABLE: ReadonlySet<string> = new Set(['EROFS', 'EACCES', 'EPERM']);
const NO_FILES: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE']);

/** @param what names the action that failed; the message shows it after the colon */
export const diskFull = (what: string, cause: unknown): SurfError =>
  new SurfError('DISK_FULL', `the disk is full: ${what}`, {
    remedy: 'nothing is lost: free space on the disk of the data folder',
    cause,
  });

export const openFilesExhausted = (what: string, cause: unknown): SurfError =>
  new SurfError('OPEN_FILES_EXHAUSTED', `this process may not open more files: ${what}`, {
    remedy: 'raise the limit (ulimit -n 4096), or crawl fewer hosts at once (hostsPerWorker)',
    retryable: true,
    cause,
  });

/** @param path path that cannot be written @param folder subject of the remedy */
export function readOnly(path: string, folder: string, cause: unknown): SurfError {
  const code = codeOf(cause);
  const word = shellWord(folder);
  const [why, remedy] =
    code === 'EROFS'
      ? [
          'its file system is read-only',
          `nothing was changed: mount it writable (sudo mount -o remount,rw "$(findmnt -nT ${word} -o TARGET)"), or give --data COPY with a copy of the folder`,
        ]
      : [
          `this user has no permission (${code})`,
          `nothing was changed: sudo chown -R "$(id -un)" ${word} && chmod -R u+rwX ${word}`,
        ];
  return new SurfError('DATA_FOLDER_READ_ONLY', `${path} cannot be written: ${why}`, { remedy, cause });
}

/** Quotes a path for a command that is copied into a shell. */
const shellWord = (path: string): string =>
  /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;

export const folderGone = (folder: string, cause?: unknown): SurfError =>
  new SurfError('DATA_FOLDER_GONE', `the data folder ${folder} was removed or replaced while Surf worked in it`, {
    remedy: 'restore it from a copy; without one the crawled data is lost: start the crawl again',
    cause,
  });

/**
 * The error of a file call in our words.
 * @param at path that is written
 * @returns null when its code says none of these
 */
export function fileFault(error: unknown, what: string, at?: { path: string; folder: string }): SurfError | null {
  const code = codeOf(error);
  if (FULL.has(code)) return diskFull(what, error);
  if (at !== undefined && NOT_WRITABLE.has(code)) return readOnly(at.path, at.folder, error);
  return NO_FILES.has(code) ? openFilesExhausted(what, error) : null;
}

/**
 * Reason why a file of the folder cannot be written, where SQLite gives none.
 * @returns null: the folder is there, and all of `files` can be written
 */
export function folderFault(folder: string, files: readonly string[], cause: unknown): SurfError | null {
  if (!existsSync(folder)) return folderGone(folder, cause);
  for (const path of [folder, ...files]) {
    try {
      if (path === folder) accessSync(path, constants.W_OK | constants.X_OK);
      else if (existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK);
    } catch (error) {
      if (NOT_WRITABLE.has(codeOf(error))) return readOnly(path, folder, error);
    }
  }
  return null;
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/**
 * Has the disk of `folder` no space? SQLite reports some writes that fail for it as an I/O error.
 */
export function isDiskFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < FULL_BYTES;
  } catch {
    return false;
  }
}

/** Can this process open no more files? SQLite reports it as a file that cannot be opened. */
export function isOutOfFiles(): boolean {
  try {
    closeSync(openSync(devNull, 'r'));
    return false;
  } catch (error) {
    return NO_FILES.has(String((error as NodeJS.ErrnoException).code));
  }
}
