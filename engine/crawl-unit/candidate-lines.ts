import { type CandidateLine, LINES_LEVEL } from '#core/archive/chunk-lines.ts';
import type { BlockPool } from '#core/bytes/block-writer.ts';
import { deflatedMember } from '#core/bytes/gzip.ts';

/** Candidates as they stand in a chunk: lines as bytes, packed as soon as a block is full of them, so that a page of 25,000 links takes no more than that. */
export class CandidateLines {
  readonly #blocks: BlockPool;
  readonly #members: Uint8Array[] = [];
  /** Text of a member, unless a single line is longer; serves one member after the other. */
  #block: Buffer | null = null;
  #used = 0;
  #count = 0;

  constructor(blocks: BlockPool) {
    this.#blocks = blocks;
  }

  /** How many there are. */
  get count(): number {
    return this.#count;
  }

  add(line: CandidateLine): void {
    const text = `${JSON.stringify(line)}\n`;
    const bytes = Buffer.byteLength(text);
    this.#count += 1;
    this.#block ??= this.#blocks.take();
    if (this.#used + bytes > this.#block.length) this.#pack();
    if (bytes > this.#block.length) this.#member(Buffer.from(text));
    else this.#used += this.#block.write(text, this.#used);
  }

  /** All of them as gzip members, each of whole lines. None is added then. */
  members(): readonly Uint8Array[] {
    this.#pack();
    this.discard();
    return this.#members;
  }

  /** Gives the memory back. None is added then, and lines that were not packed are gone. */
  discard(): void {
    if (this.#block !== null) this.#blocks.give([this.#block]);
    this.#block = null;
  }

  #pack(): void {
    if (this.#block === null || this.#used === 0) return;
    this.#member(this.#block.subarray(0, this.#used));
    this.#used = 0;
  }

  #member(text: Uint8Array): void {
    this.#members.push(deflatedMember([text], LINES_LEVEL));
  }
}
