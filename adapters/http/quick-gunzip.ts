import { constants, createGunzip } from 'node:zlib';
import { ZlibEngine } from '#core/bytes/zlib-engine.ts';

/** Bodies up to this are decoded here: nineteen of twenty pages. */
const BUFFER_BYTES = 256 * 1024;
/** Free buffers that are kept: about as many as answers that are read at once. */
const MOST_FREE = 4;
/** Header and trailer of a gzip member (RFC 1952 §2.3). */
const LEAST_BYTES = 18;

/** A decoded body in memory that is used again. */
export interface LentBody {
  readonly body: Uint8Array;
  /** Nobody reads `body` any more. Without this call it is left to the garbage collector. */
  readonly release: () => void;
}

/**
 * Decodes gzip of usual size with one engine and a few buffers that are used again and again.
 *
 * It knows whole, sound, small bodies only. Whatever is odd gets null and goes the ordinary way, which says what is wrong with it.
 */
export class QuickGunzip {
  readonly #engine = new ZlibEngine(() => createGunzip({ chunkSize: constants.Z_MIN_CHUNK }));
  readonly #free: Uint8Array[] = [];

  /** @param maxBytes most bytes that may come out @returns null: decode it another way */
  decode(wire: Uint8Array, maxBytes: number): LentBody | null {
    if (wire.length < LEAST_BYTES || lengthOf(wire) >= BUFFER_BYTES) return null;
    const buffer = this.#free.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES);
    const run = this.#engine.run([wire], buffer, Math.min(BUFFER_BYTES, maxBytes + 1));
    if (run === null) {
      this.#give(buffer);
      return null;
    }
    return { body: buffer.subarray(0, run.length), release: once(() => this.#give(buffer)) };
  }

  close(): void {
    this.#engine.close();
  }

  #give(buffer: Uint8Array): void {
    if (this.#free.length < MOST_FREE) this.#free.push(buffer);
  }
}

/** Given back twice, two answers would have the same memory. */
function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    work();
  };
}

/** What the trailer says of the last member's length (RFC 1952 §2.3.1). */
const lengthOf = (wire: Uint8Array): number => {
  const at = wire.length - 4;
  return (
    ((wire[at] ?? 0) | ((wire[at + 1] ?? 0) << 8) | ((wire[at + 2] ?? 0) << 16) | ((wire[at + 3] ?? 0) << 24)) >>> 0
  );
};
