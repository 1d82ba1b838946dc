import type { Archive } from '#core/archive/archive.ts';
import type { CandidateLine } from '#core/archive/chunk-lines.ts';
import type { FileRef } from '#core/frontier/frontier.ts';
import { textParts } from '#engine/advance/line-files.ts';
import { candidateOfText, keyOfText, runLineOf } from '#engine/advance/plain-candidate.ts';

/** Most distinct candidates kept in memory: about 25 MB. */
const MEMORY_CANDIDATES = 60_000;

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
  /** Lines as chunks have them, by key (of moved ones: and discoverer). */
  #best = new Map<string, string>();

  constructor(archive: Archive, newName: () => string, memory = MEMORY_CANDIDATES) {
    this.#archive = archive;
    this.#newName = newName;
    this.#memory = memory;
  }

  /** To be awaited when it answers with a promise. */
  add({ kind, key, url, ...line }: CandidateLine): Promise<void> | undefined {
    const text = JSON.stringify({ kind, key, url, ...line } satisfies CandidateLine);
    return this.#add(line.moved ? `${key}/${line.by}` : key, text);
  }

  /** The same for a chunk's line that `isPlain`. */
  addPlain(text: string): Promise<void> | undefined {
    return this.#add(keyOfText(text), text);
  }

  async finish(): Promise<FileRef[]> {
    await this.#write();
    return this.#runs;
  }

  #add(place: string, line: string): Promise<void> | undefined {
    const before = this.#best.get(place);
    if (before !== undefined && compareCandidates(candidateOfText(before), candidateOfText(line)) <= 0)
      return undefined;
    this.#best.set(place, line);
    return this.#best.size >= this.#memory ? this.#write() : undefined;
  }

  async #write(): Promise<void> {
    if (this.#best.size === 0) return;
    const sorted = inKeyOrder(this.#best.values());
    this.#best = new Map();
    const object = this.#newName();
    await this.#archive.put(object, textParts(sorted, runLineOf));
    this.#runs.push({ object, count: sorted.length });
  }
}

/** Sorted by their keys' first four digits, few lines are left to compare: a third of the time of one sort. */
function inKeyOrder(lines: Iterable<string>): string[] {
  const buckets = new Array<string[] | undefined>(65_536).fill(undefined);
  for (const line of lines) {
    const place = Number.parseInt(keyOfText(line).slice(0, 4), 16);
    const bucket = buckets[place];
    if (bucket === undefined) buckets[place] = [line];
    else bucket.push(line);
  }
  const sorted: string[] = [];
  for (const bucket of buckets) if (bucket !== undefined) sorted.push(...bucket.sort());
  return sorted;
}
