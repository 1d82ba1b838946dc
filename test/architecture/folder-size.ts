import { posix } from 'node:path';
import type { SourceFile } from '#test/architecture/source-files.ts';

/** Files in a folder, tests included; what is in its subfolders counts there. */
export const MAX_FILES = 15;

/** Folders that may hold more, each with the reason. */
export const EXEMPT_FOLDERS: Readonly<Record<string, string>> = {
  '.': 'tools look for their settings at the top',
  'docs/adr': 'one page per decision, numbered: readers look for the number',
};

/** A sentence for every folder that holds more files than it may. */
export function folderSizeProblems(files: readonly Pick<SourceFile, 'path'>[]): string[] {
  return [...folderSizes(files)]
    .filter(([folder, size]) => size > MAX_FILES && EXEMPT_FOLDERS[folder] === undefined)
    .map(([folder, size]) => `${folder} has ${size} files, ${MAX_FILES} are allowed: split it into rooms`);
}

/** How many files each folder holds. */
export function folderSizes(files: readonly Pick<SourceFile, 'path'>[]): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const { path } of files) {
    const folder = posix.dirname(path);
    sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
  }
  return sizes;
}
