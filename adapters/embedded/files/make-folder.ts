import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder and its missing ancestors, one at a time. Node's recursive `mkdir` never returns
 * below /proc: it takes the missing folder that the system answers with for a missing ancestor.
 * @param mode of what it makes. @default by the umask
 * @throws Error of the system
 */
export function makeFolder(folder: string, mode?: number): void {
  const missing: string[] = [];
  let at = resolve(folder);
  for (; !existsSync(at); at = dirname(at)) missing.push(at);
  if (missing.length === 0) missing.push(at);
  for (const each of missing.reverse()) makeOne(each, mode);
}

function makeOne(folder: string, mode: number | undefined): void {
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !isFolder(folder)) throw error;
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
