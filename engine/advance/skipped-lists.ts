import type { Archive } from '#core/archive/archive.ts';
import type { Candidate } from '#engine/advance/candidate-runs.ts';
import { linesOf, rawLines } from '#engine/advance/line-files.ts';
import { LineSorter } from '#engine/advance/line-sorter.ts';

/** Where the key stands in a candidate's line: `{"key":"…`. */
const KEY_AT = 8;
/** Digits of a key that are compared as one number: 48 bits. */
const DIGITS = 12;

interface List {
  rows: number;
  parts: Uint8Array[];
}

/** What a merge refused, level by level, sorted by key. */
export class SkippedLists {
  readonly #lists = new Map<number, List>();
  /** Those that were refused in rank order. */
  readonly #late: LineSorter;
  #lateRows = 0;

  /** @param newName of an object that is spilled to and deleted again */
  constructor(archive: Archive, newName: () => string) {
    this.#late = new LineSorter(archive, newName);
  }

  /** @param candidates sorted by key, behind those of the calls before */
  add(level: number, candidates: readonly Candidate[]): void {
    const list = this.#list(level);
    list.rows += candidates.length;
    list.parts.push(...linesOf(candidates));
  }

  /** Adds one, in any order; to be awaited when it answers with a promise. */
  addLate(level: number, candidate: Candidate): Promise<void> | undefined {
    this.#list(level).rows += 1;
    this.#lateRows += 1;
    return this.#late.add(placed(level, JSON.stringify(candidate)));
  }

  /** The list of each level. Can be asked once. */
  async finish(): Promise<ReadonlyMap<number, List>> {
    if (this.#lateRows > 0) await this.#sortIn();
    return this.#lists;
  }

  async #sortIn(): Promise<void> {
    for (const [level, list] of this.#lists) {
      for (const part of list.parts) {
        for (const line of rawLines(part)) {
          const spilled = this.#late.add(placed(level, line));
          if (spilled !== undefined) await spilled;
        }
      }
      list.parts = [];
    }
    for await (const batch of this.#late.sorted()) {
      const texts = new Map<number, string>();
      for (const { a: level, line } of batch) texts.set(level, `${texts.get(level) ?? ''}${line}\n`);
      for (const [level, text] of texts) this.#list(level).parts.push(Buffer.from(text));
    }
  }

  #list(level: number): List {
    const known = this.#lists.get(level);
    if (known !== undefined) return known;
    const made: List = { rows: 0, parts: [] };
    this.#lists.set(level, made);
    return made;
  }
}

/** A line in the order of keys. That two keys have 96 bits in common does not happen. */
function placed(level: number, line: string): { a: number; b: number; c: number; line: string } {
  const high = line.slice(KEY_AT, KEY_AT + DIGITS);
  const low = line.slice(KEY_AT + DIGITS, KEY_AT + 2 * DIGITS);
  return { a: level, b: Number.parseInt(high, 16), c: Number.parseInt(low, 16), line };
}
