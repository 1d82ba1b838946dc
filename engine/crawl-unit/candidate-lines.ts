import type { CandidateLine } from '#core/archive/chunk-lines.ts';
import { gzipLines } from '#core/bytes/json-lines.ts';

/** Text above this is packed as it comes. */
const MEMBER_CHARACTERS = 1024 * 1024;

/** Candidates as they stand in a chunk: lines, packed as soon as there is a megabyte of them, so that a page of 50,000 links takes no more than that. */
export class CandidateLines {
  readonly #members: Uint8Array[] = [];
  #lines: string[] = [];
  #characters = 0;
  #count = 0;

  /** How many there are. */
  get count(): number {
    return this.#count;
  }

  add(line: CandidateLine): void {
    const text = JSON.stringify(line);
    this.#lines.push(text);
    this.#characters += text.length;
    this.#count += 1;
    if (this.#characters >= MEMBER_CHARACTERS) this.#pack();
  }

  /** All of them as gzip members, each of whole lines. */
  members(): readonly Uint8Array[] {
    if (this.#lines.length > 0) this.#pack();
    return this.#members;
  }

  #pack(): void {
    this.#members.push(gzipLines([Buffer.from(`${this.#lines.join('\n')}\n`)]));
    this.#lines = [];
    this.#characters = 0;
  }
}
