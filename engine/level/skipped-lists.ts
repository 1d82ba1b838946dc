import type { Archive } from '#core/archive/archive.ts';
import {
  CandidateEncoder,
  decodeCandidate,
  keyHighAt,
  keyLowAt,
  levelAt,
} from '#core/archive/chunk/candidate-record.ts';
import type { Candidate } from '#core/archive/chunk/chunk-lines.ts';
import { ExternalSort, type KeyOf } from '#engine/external-sort/external-sort.ts';
import { recordOf } from '#engine/frontier/candidates/candidate-file.ts';
import { linesOf, parseLines } from '#engine/frontier/lines/line-files.ts';

/** Orders by the level of the page, which is that of the list less a constant, then by URL key. */
const byLevelAndKey: KeyOf = ({ bytes, at }) => ({
  a: levelAt(bytes, at),
  b: keyHighAt(bytes, at),
  c: keyLowAt(bytes, at),
});

interface List {
  rows: number;
  parts: Uint8Array[];
}

/** Candidates that a merge refused, level by level, sorted by key. */
export class SkippedLists {
  readonly #lists = new Map<number, List>();
  /** Candidates that were refused in rank order. */
  readonly #late: ExternalSort;
  readonly #encoder = new CandidateEncoder();
  readonly #deeper: number;
  #lateRows = 0;

  /**
   * @param options.newName of an object that is spilled to and deleted again
   * @param options.deeper how much deeper the list of a link is than the page that it was found on
   */
  constructor(archive: Archive, options: { readonly newName: () => string; readonly deeper: number }) {
    this.#deeper = options.deeper;
    this.#late = new ExternalSort({ archive, newName: options.newName, keyOf: byLevelAndKey });
  }

  /** @param candidates sorted by key, behind those of the calls before */
  add(level: number, candidates: readonly Candidate[]): void {
    const list = this.#list(level);
    list.rows += candidates.length;
    list.parts.push(...linesOf(candidates));
  }

  /** Adds one, in any order. Await the result if it is a promise. */
  addLate(level: number, candidate: Candidate): Promise<void> | undefined {
    this.#list(level).rows += 1;
    this.#lateRows += 1;
    return this.#late.add(recordOf(this.#encoder, candidate));
  }

  /** The list of each level. Call it once. */
  async finish(): Promise<ReadonlyMap<number, List>> {
    if (this.#lateRows > 0) await this.#sortIn();
    return this.#lists;
  }

  async #sortIn(): Promise<void> {
    for (const list of this.#lists.values()) {
      for (const part of list.parts) {
        for (const candidate of parseLines<Candidate>(part)) {
          const spilled = this.#late.add(recordOf(this.#encoder, candidate));
          if (spilled !== undefined) await spilled;
        }
      }
      list.parts = [];
    }
    for await (const batch of this.#late.sorted()) {
      const links = Map.groupBy(
        batch.map(({ bytes, at }) => decodeCandidate(bytes, at)),
        ({ level }) => level + this.#deeper,
      );
      for (const [level, some] of links) this.#list(level).parts.push(...linesOf(some));
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
