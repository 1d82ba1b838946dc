import { closeSync, openSync, statfsSync } from 'node:fs';
import { devNull } from 'node:os';
import { SurfError } from '#core/error.ts';

/** Less free space than this is a full disk: SQLite takes as much for its shared memory (https://www.sqlite.org/walformat.html §2.1). */
const FULL_BYTES = 64 * 1024;

/** Codes of a full disk, an exhausted quota, and the limit of `ulimit -f`. */
const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const NO_FILES: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE']);

/** @param what the sentence behind the colon: what could not be done */
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

/** The error of a file call in our words. @returns null when its code says neither of both */
export function fileFault(error: unknown, what: string): SurfError | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (FULL.has(code)) return diskFull(what, error);
  return NO_FILES.has(code) ? openFilesExhausted(what, error) : null;
}

/** Has the disk of `folder` no space? SQLite reports some writes that fail for it as an I/O error. */
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
