import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { linesOfFile } from '#adapters/scratch/file-lines.ts';
import { BlockPool, BlockWriter } from '#core/bytes/block-writer.ts';
import type { LineSorter } from '#core/export/scratch.ts';
import { mergeSorted } from '#engine/external-sort/merge-sorted.ts';

/** Limits on a sorter's memory. */
export interface SorterMemory {
  readonly lines: number;
  readonly characters: number;
}

/** About 30 MB while a run is sorted. */
const USUAL: SorterMemory = { lines: 100_000, characters: 8 * 1024 * 1024 };
/** Runs of one size that merge into a larger one: bounds open files and memory for any size. */
const MOST_RUNS = 64;
/** Characters that are written or handed on together. */
const PART_CHARACTERS = 128 * 1024;

/** Bytewise: the lines are ASCII. */
const byBytes = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * A sorter that writes runs into a private folder when its memory is full. Lines wait as bytes
 * outside of the heap: as strings each would hold its source, and the garbage collector would copy
 * it.
 */
export class SortedLines implements LineSorter {
  readonly #folder: string;
  readonly #most: SorterMemory;
  readonly #pool = new BlockPool(Number.POSITIVE_INFINITY);
  /** Runs of spills, then runs of such runs, and so on. */
  readonly #runs: string[][] = [];
  #made = 0;
  #waiting = new BlockWriter(this.#pool);
  #count = 0;

  constructor(folder: string, most = USUAL) {
    this.#folder = folder;
    this.#most = most;
  }

  async add(lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    const text = `${lines.join('\n')}\n`;
    this.#waiting.reserve(Buffer.byteLength(text)).write(text);
    this.#count += lines.length;
    if (this.#count >= this.#most.lines || this.#waiting.bytes >= this.#most.characters) await this.#spill();
  }

  async *sorted(): AsyncGenerator<string> {
    if (this.#runs.length === 0) {
      yield* joined(this.#takeSorted());
      return;
    }
    await this.#spill();
    for await (const lines of merged(this.#runs.flat())) yield* joined(lines);
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #spill(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await this.#addRun(0, [this.#takeSorted()]);
    for (let size = 0; (this.#runs[size]?.length ?? 0) >= MOST_RUNS; size += 1) {
      const runs = this.#runs[size]?.splice(0) ?? [];
      await this.#addRun(size + 1, merged(runs));
      for (const run of runs) await rm(run);
    }
  }

  async #addRun(size: number, lines: Iterable<string[]> | AsyncIterable<string[]>): Promise<void> {
    const run = join(this.#folder, `.run-${this.#made++}`);
    const file = await open(run, 'wx');
    try {
      for await (const some of lines) for (const part of joined(some)) await file.appendFile(part);
    } finally {
      await file.close();
    }
    this.#runs[size] ??= [];
    this.#runs[size].push(run);
  }

  #takeSorted(): string[] {
    const lines: string[] = [];
    for (const part of this.#waiting.parts()) {
      const text = Buffer.from(part.buffer, part.byteOffset, part.length - 1).toString();
      for (const line of text.split('\n')) lines.push(line);
    }
    this.#waiting.release();
    this.#waiting = new BlockWriter(this.#pool);
    this.#count = 0;
    return lines.sort(byBytes);
  }
}

const merged = (runs: readonly string[]): AsyncGenerator<string[]> => mergeSorted(runs.map(linesOfFile), byBytes);

/** Lines with their ends, many together. */
function* joined(lines: readonly string[]): Generator<string> {
  let text = '';
  for (const line of lines) {
    text += `${line}\n`;
    if (text.length < PART_CHARACTERS) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}
