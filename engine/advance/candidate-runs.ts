import type { Archive } from '#core/archive/archive.ts';
import type { CandidateLine } from '#core/archive/chunk-lines.ts';
import type { FileRef } from '#core/frontier/frontier.ts';
import { keyPlace, keyPlaceAt } from '#engine/advance/keyed-lines.ts';
import { type LineBytes, putParts } from '#engine/advance/line-files.ts';
import { LineSorter } from '#engine/advance/line-sorter.ts';
import { candidateOf, KEY_AT, keyOfLine, toRunLine } from '#engine/advance/plain-candidate.ts';

/** Most text kept in memory. */
const MEMORY_BYTES = 4 * 1024 * 1024;

/** A candidate as it is kept in runs: lines start with the key, so that their byte order is the order of keys. */
export type Candidate = Omit<CandidateLine, 'kind'>;

/**
 * Which of two candidates of one key counts: a link that is followed before a nofollow one (which is decided anew when another link reaches it otherwise),
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

/** Collects a wave's candidates, the best of each key, into runs sorted by key. They wait as bytes outside of the heap. */
export class CandidateRuns {
  readonly #archive: Archive;
  readonly #newName: () => string;
  readonly #runs: FileRef[] = [];
  readonly #memory: number;
  /** Lines as runs have them. */
  readonly #lines: LineSorter;
  #bytes = 0;
  /** The run that is being written, while lines of the next one are collected. */
  #writing: Promise<void> = Promise.resolve();

  constructor(archive: Archive, newName: () => string, memory = MEMORY_BYTES) {
    this.#archive = archive;
    this.#newName = newName;
    this.#memory = memory;
    this.#lines = new LineSorter(archive, newName, Number.POSITIVE_INFINITY);
  }

  /** To be awaited when it answers with a promise. */
  add({ kind: _, key, url, ...rest }: CandidateLine): Promise<void> | undefined {
    const line = JSON.stringify({ key, url, ...rest } satisfies Candidate);
    void this.#lines.add({ ...keyPlace(key), line }); // it never spills
    return this.#added(line.length);
  }

  /** The same for a chunk's line that is plain. Its bytes are changed. */
  addPlain(chunkLine: LineBytes): Promise<void> | undefined {
    const { text, start, end } = toRunLine(chunkLine);
    const { a, b, c } = keyPlaceAt(text, start + KEY_AT);
    void this.#lines.addBytes({ a, b, c, tag: 0, text, start, end });
    return this.#added(end - start);
  }

  async finish(): Promise<FileRef[]> {
    await this.#write();
    await this.#writing;
    this.#lines.release();
    return this.#runs;
  }

  #added(bytes: number): Promise<void> | undefined {
    this.#bytes += bytes;
    return this.#bytes >= this.#memory ? this.#write() : undefined;
  }

  async #write(): Promise<void> {
    if (this.#bytes === 0) return;
    await this.#writing;
    const { parts, count } = this.#lines.take(bestOf);
    this.#bytes = 0;
    const object = this.#newName();
    this.#writing = putParts(this.#archive, object, parts);
    this.#writing.catch(() => undefined); // told by whoever waits for it next
    this.#runs.push({ object, count });
  }
}

/** The best of lines with one key; of those of pages that a redirect led to, whose rank may still change, all. */
function* bestOf(lines: Iterable<string>): Generator<string> {
  let best: string | undefined;
  for (const line of lines) {
    if (best === undefined) best = line;
    else if (keyOfLine(best) !== keyOfLine(line) || isMoved(best) || isMoved(line)) {
      yield best;
      best = line;
    } else if (compareCandidates(candidateOf(line), candidateOf(best)) < 0) best = line;
  }
  if (best !== undefined) yield best;
}

const isMoved = (line: string): boolean => line.includes(',"moved":true');
