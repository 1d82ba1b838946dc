import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileItems } from '#adapters/scratch/file-items.ts';
import { linesOfFile } from '#adapters/scratch/file-lines.ts';
import { SortedLines, type SorterMemory } from '#adapters/scratch/sorted-lines-file.ts';
import { removeScratch, scratchPrefix } from '#adapters/scratch/unfinished.ts';
import type { ItemList, LineList, LineSorter, Scratch } from '#core/export/scratch.ts';

/** Characters that a list keeps before it writes them. */
const LIST_CHARACTERS = 64 * 1024;

/** A scratch in a folder of the file system. */
export class FolderScratch implements Scratch {
  readonly #folder: string;
  readonly #memory: SorterMemory | undefined;
  #count = 0;

  /** @param memory of each sorter. @default 60 MB */
  constructor(folder: string, memory?: SorterMemory) {
    this.#folder = folder;
    this.#memory = memory;
  }

  sorter(): LineSorter {
    return new SortedLines(this.#next('sorter'), this.#memory);
  }

  list(): LineList {
    return new FileList(`${this.#next('list')}.txt`);
  }

  items(): ItemList {
    return new FileItems(`${this.#next('items')}.bin`);
  }

  #next(kind: string): string {
    this.#count += 1;
    return join(this.#folder, `${kind}-${this.#count}`);
  }
}

/**
 * Makes a folder for temporary files, and removes those of killed processes beside it.
 * @param near folder to make it in; null, or a folder that cannot hold it: the temporary files of
 * the system
 */
export async function openScratchFolder(near: string | null): Promise<{ folder: string; close(): Promise<void> }> {
  const elsewhere = () => mkdtemp(join(tmpdir(), 'surf-export-'));
  if (near !== null) await removeScratch(near);
  const folder = near === null ? await elsewhere() : await mkdtemp(scratchPrefix(near)).catch(elsewhere);
  return { folder, close: () => rm(folder, { recursive: true, force: true }) };
}

/** Gives `work` such a folder, and removes it afterwards, however the work ends. */
export async function withScratchFolder<T>(near: string | null, work: (folder: string) => Promise<T>): Promise<T> {
  const { folder, close } = await openScratchFolder(near);
  try {
    return await work(folder);
  } finally {
    await close();
  }
}

/** Lines in a file. */
class FileList implements LineList {
  readonly #path: string;
  #waiting = '';
  #isThere = false;

  constructor(path: string) {
    this.#path = path;
  }

  async add(lines: readonly string[]): Promise<void> {
    for (const line of lines) this.#waiting += `${line}\n`;
    if (this.#waiting.length >= LIST_CHARACTERS) await this.#write();
  }

  async *lines(): AsyncGenerator<string> {
    if (this.#waiting !== '') await this.#write();
    if (!this.#isThere) return;
    for await (const lines of linesOfFile(this.#path)) yield* lines;
    await rm(this.#path);
  }

  async #write(): Promise<void> {
    const file = await open(this.#path, this.#isThere ? 'a' : 'wx');
    this.#isThere = true;
    try {
      await file.write(this.#waiting);
    } finally {
      await file.close();
    }
    this.#waiting = '';
  }
}
