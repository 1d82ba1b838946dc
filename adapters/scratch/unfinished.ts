import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isLeftover } from '#adapters/scratch/leftovers.ts';

/** Begins the name of a scratch folder, before the process that made it and chance. */
const SCRATCH = '.surf-export-';
/** Process and chance in a name. */
const MADE_BY = /^(\d+)-\w+$/;
const SUFFIX = '.unfinished';

/**
 * A name for a file or folder that is not complete yet: hidden, on the file system of the final
 * name, and with the process that writes it.
 */
export const unfinishedName = (path: string): string =>
  join(dirname(path), `${prefixOf(path)}${process.pid}-${randomBytes(6).toString('hex')}${SUFFIX}`);

/** Prefix of the scratch folders that `mkdtemp` makes in another folder. */
export const scratchPrefix = (folder: string): string => join(folder, `${SCRATCH}${process.pid}-`);

/** Removes what exports to `path` left when `kill -9` or a power cut ended them. */
export async function removeUnfinished(path: string): Promise<void> {
  await removeAbandoned(dirname(path), { prefix: prefixOf(path), suffix: SUFFIX });
}

/** Removes scratch folders of ended processes. */
export async function removeScratch(folder: string): Promise<void> {
  await removeAbandoned(folder, { prefix: SCRATCH, suffix: '' });
}

async function removeAbandoned(
  folder: string,
  { prefix, suffix }: { readonly prefix: string; readonly suffix: string },
): Promise<void> {
  for (const name of await readdir(folder).catch((): string[] => [])) {
    if (!name.startsWith(prefix) || !name.endsWith(suffix)) continue;
    const pid = MADE_BY.exec(name.slice(prefix.length, name.length - suffix.length))?.[1];
    if (pid === undefined || isWritten(join(folder, name), Number(pid))) continue;
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined); // another user's
  }
}

/** In a container each Surf may have the same process id. */
function isWritten(path: string, pid: number): boolean {
  if (pid === process.pid) return isLeftover(path);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const prefixOf = (path: string): string => `.${basename(path)}.`;
