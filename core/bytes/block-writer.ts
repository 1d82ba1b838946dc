/** Bytes of a block. A chunk of usual size (design.md §3) takes five. */
const BLOCK_BYTES = 256 * 1024;
/**
 * Longer bytes get separate memory, as stored blocks of gzip do (RFC 1951 §3.2.4: 65,535 bytes):
 * less than a quarter of a block is left empty.
 */
const OWN_BYTES = 60 * 1024;
/** Free blocks that are kept: a thread may have several units, which give them back at once. */
const MOST_FREE = 24;

const NOTHING: Buffer = Buffer.alloc(0);

/**
 * Reusable blocks of memory. Buffers that live as long as a chunk reach the old generation, and a
 * crawl would make the garbage collector free as many bytes there as it archives: a quarter of its
 * CPU (docs/explanation/performance.md).
 */
export class BlockPool {
  readonly #free: Buffer[] = [];
  readonly #most: number;

  /** @param most free blocks that are kept. @default 24: 6 MB */
  constructor(most = MOST_FREE) {
    this.#most = most;
  }

  take(): Buffer {
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES);
  }

  give(blocks: readonly Buffer[]): void {
    this.#free.push(...blocks.slice(0, Math.max(0, this.#most - this.#free.length)));
  }
}

/** Bytes that grow at their end, in blocks of a pool. */
export class BlockWriter {
  readonly #pool: BlockPool;
  readonly #blocks: Buffer[] = [];
  readonly #parts: Uint8Array[] = [];
  #block: Buffer = NOTHING;
  /** Start of the part that is being filled, and its end so far. */
  #from = 0;
  #at = 0;
  #bytes = 0;

  constructor(pool: BlockPool) {
    this.#pool = pool;
  }

  /** Bytes so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The next `bytes` bytes, in one piece, for the caller to fill. */
  reserve(bytes: number): Buffer {
    this.#bytes += bytes;
    if (bytes > OWN_BYTES) {
      this.#endPart();
      const own = Buffer.allocUnsafeSlow(bytes);
      this.#parts.push(own);
      return own;
    }
    this.#makeRoom(bytes);
    this.#at += bytes;
    return this.#block.subarray(this.#at - bytes, this.#at);
  }

  /** Adds bytes; more than 60 KiB stay where they are, and must not change. */
  append(bytes: Uint8Array): void {
    if (bytes.length <= OWN_BYTES) {
      this.reserve(bytes.length).set(bytes);
      return;
    }
    this.#endPart();
    this.#bytes += bytes.length;
    this.#parts.push(bytes);
  }

  /** Writes `source` from `from` to `to` without making an object for it. */
  appendFrom(source: Buffer, from: number, to: number): void {
    const bytes = to - from;
    if (bytes > OWN_BYTES) {
      this.append(source.subarray(from, to));
      return;
    }
    this.#makeRoom(bytes);
    this.#at += source.copy(this.#block, this.#at, from, to);
    this.#bytes += bytes;
  }

  /** All bytes, in order. */
  parts(): readonly Uint8Array[] {
    this.#endPart();
    return this.#parts;
  }

  /** Releases the blocks. The parts must not be read afterwards. */
  release(): void {
    this.#pool.give(this.#blocks.splice(0));
  }

  /** Makes room for so many bytes, at most OWN_BYTES, in one piece. */
  #makeRoom(bytes: number): void {
    if (this.#at + bytes <= this.#block.length) return;
    this.#endPart();
    this.#block = this.#pool.take();
    this.#blocks.push(this.#block);
    this.#from = 0;
    this.#at = 0;
  }

  #endPart(): void {
    if (this.#at > this.#from) this.#parts.push(this.#block.subarray(this.#from, this.#at));
    this.#from = this.#at;
  }
}
