import { createReadStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { LineSorter } from '#core/export/scratch.ts';
import { mergeSorted } from '#engine/external-sort/merge-sorted.ts';

/** Most that a sorter has in memory. */
export interface SorterMemory {
  readonly lines: number;
  readonly characters: number;
}

/** About 60 MB of index lines. */
const USUAL: SorterMemory = { lines: 200_000, characters: 32 * 1024 * 1024 };
/** Lines of a run that are read together. */
const BATCH = 1_000;

/** Bytewise: the lines are ASCII. */
const byBytes = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A sorter that writes runs into a private folder when its memory is full. */
export class SortedLines implements LineSorter {
  readonly #folder: string;
  readonly #most: SorterMemory;
  readonly #runs: string[] = [];
  #lines: string[] = [];
  #characters = 0;

  constructor(folder: string, most = USUAL) {
    this.#folder = folder;
    this.#most = most;
  }

  async add(lines: readonly string[]): Promise<void> {
    for (const line of lines) {
      this.#lines.push(line);
      this.#characters += line.length;
    }
    if (this.#lines.length >= this.#most.lines || this.#characters >= this.#most.characters) await this.#spill();
  }

  async *sorted(): AsyncGenerator<string> {
    this.#lines.sort(byBytes);
    for await (const lines of mergeSorted([...this.#runs.map(linesIn), inMemory(this.#lines)], byBytes)) {
      if (lines.length > 0) yield `${lines.join('\n')}\n`;
    }
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #spill(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const run = join(this.#folder, `.run-${this.#runs.length}`);
    await writeFile(run, `${this.#lines.sort(byBytes).join('\n')}\n`);
    this.#runs.push(run);
    this.#lines = [];
    this.#characters = 0;
  }
}

async function* linesIn(file: string): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (batch.push(line) < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

async function* inMemory(lines: string[]): AsyncGenerator<string[]> {
  yield lines;
}
