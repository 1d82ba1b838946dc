import type { Archive } from '#core/archive/archive.ts';
import type { CandidateLine } from '#core/archive/chunk-lines.ts';
import type { FileRef } from '#core/frontier/frontier.ts';
import { linesOf } from '#engine/advance/line-files.ts';

/** Most distinct candidates kept in memory: about 150 MB. */
const MEMORY_CANDIDATES = 250_000;

/** A candidate as it is kept in runs: lines start with the key, so that their byte order is the order of keys. */
export type Candidate = Omit<CandidateLine, 'kind'>;

/**
 * Which of two candidates of one key counts: any link before a nofollow one (which is decided anew when another link reaches it otherwise),
 * then the lowest level, discoverer's rank, position on the page, discoverer's key. Negative: the first.
 */
export function compareCandidates(a: Candidate, b: Candidate): number {
  return (
    Number(isNofollow(a)) - Number(isNofollow(b)) ||
    a.level - b.level ||
    a.rank - b.rank ||
    a.position - b.position ||
    // A redirect and its target have one rank, and both may find what robots.txt names.
    (a.by === b.by ? 0 : a.by < b.by ? -1 : 1)
  );
}

export const isNofollow = ({ reason, nofollow }: Candidate): boolean => reason === 'nofollow' || nofollow === true;

/** Collects a wave's candidates, the best of each key, into runs sorted by key. */
export class CandidateRuns {
  readonly #archive: Archive;
  readonly #newName: () => string;
  readonly #runs: FileRef[] = [];
  readonly #memory: number;
  #best = new Map<string, Candidate>();

  constructor(archive: Archive, newName: () => string, memory = MEMORY_CANDIDATES) {
    this.#archive = archive;
    this.#newName = newName;
    this.#memory = memory;
  }

  async add({ kind: _, key, url, ...line }: CandidateLine): Promise<void> {
    const candidate: Candidate = { key, url, ...line };
    const place = line.moved ? `${key}/${line.by}` : key;
    const before = this.#best.get(place);
    if (before !== undefined && compareCandidates(before, candidate) <= 0) return;
    this.#best.set(place, candidate);
    if (this.#best.size >= this.#memory) await this.#write();
  }

  async finish(): Promise<FileRef[]> {
    await this.#write();
    return this.#runs;
  }

  async #write(): Promise<void> {
    if (this.#best.size === 0) return;
    const sorted = [...this.#best.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
    const object = this.#newName();
    await this.#archive.put(object, linesOf(sorted));
    this.#runs.push({ object, count: sorted.length });
    this.#best = new Map();
  }
}
