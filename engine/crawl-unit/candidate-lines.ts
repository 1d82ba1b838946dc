import type { CandidateLine } from '#core/archive/chunk-lines.ts';
import { gzipLines } from '#core/bytes/json-lines.ts';

/** Text of a member, unless a single line is longer. */
const MEMBER_BYTES = 256 * 1024;

/** Candidates as they stand in a chunk: lines as bytes, packed as soon as a block is full of them, so that a page of 25,000 links takes no more than that. */
export class CandidateLines {
  readonly #members: Uint8Array[] = [];
  /** Serves one member after the other. */
  #block: Buffer | null = null;
  #used = 0;
  #count = 0;

  /** How many there are. */
  get count(): number {
    return this.#count;
  }

  add(line: CandidateLine): void {
    const text = `${JSON.stringify(line)}\n`;
    const bytes = Buffer.byteLength(text);
    this.#count += 1;
    if (this.#used + bytes > MEMBER_BYTES) this.#pack();
    if (bytes > MEMBER_BYTES) {
      this.#members.push(gzipLines([Buffer.from(text)]));
      return;
    }
    this.#block ??= Buffer.allocUnsafeSlow(MEMBER_BYTES);
    this.#used += this.#block.write(text, this.#used);
  }

  /** All of them as gzip members, each of whole lines. */
  members(): readonly Uint8Array[] {
    this.#pack();
    return this.#members;
  }

  #pack(): void {
    if (this.#block === null || this.#used === 0) return;
    this.#members.push(gzipLines([this.#block.subarray(0, this.#used)]));
    this.#used = 0;
  }
}
