import { CandidateEncoder } from '#core/archive/chunk/candidate-record.ts';
import { type Candidate, LINES_LEVEL } from '#core/archive/chunk/chunk-lines.ts';
import type { BlockPool } from '#core/bytes/block-writer.ts';
import { deflatedMember } from '#core/bytes/gzip.ts';

/**
 * The link records of a chunk as gzip members, each packed as soon as its block is full: a page of
 * 25,000 links takes no more memory than that.
 */
export class CandidateMembers {
  readonly #blocks: BlockPool;
  readonly #encoder = new CandidateEncoder();
  readonly #members: Uint8Array[] = [];
  /** Records of the next member; serves one member after the other. */
  #block: Buffer | null = null;
  #used = 0;
  #count = 0;

  constructor(blocks: BlockPool) {
    this.#blocks = blocks;
  }

  /** Number of links. */
  get count(): number {
    return this.#count;
  }

  add(link: Candidate): void {
    const record = this.#encoder.encode(link);
    this.#count += 1;
    this.#block ??= this.#blocks.take();
    if (this.#used + record.length > this.#block.length) this.#pack();
    this.#used += record.copy(this.#block, this.#used);
  }

  /** All links as gzip members, each of whole records. Nothing is added after this. */
  members(): readonly Uint8Array[] {
    this.#pack();
    this.discard();
    return this.#members;
  }

  /** Frees the block; records that were not packed are lost. Nothing is added after this. */
  discard(): void {
    if (this.#block !== null) this.#blocks.give([this.#block]);
    this.#block = null;
  }

  #pack(): void {
    if (this.#block === null || this.#used === 0) return;
    this.#members.push(deflatedMember([this.#block.subarray(0, this.#used)], LINES_LEVEL));
    this.#used = 0;
  }
}
