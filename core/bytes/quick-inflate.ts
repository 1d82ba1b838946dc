import { constants, createInflateRaw } from 'node:zlib';
import type { InflateInfo } from '#core/bytes/gzip.ts';
import { ZlibEngine } from '#core/bytes/zlib-engine.ts';

/** Lines of ours are packed by 256 KB. */
const ROOM_BYTES = 512 * 1024;

/** Inflates what is of usual size with one engine and one buffer that are used again and again. */
export class QuickInflate {
  readonly #engine = new ZlibEngine(() => createInflateRaw({ chunkSize: constants.Z_MIN_CHUNK }));
  readonly #output = Buffer.allocUnsafeSlow(ROOM_BYTES);

  /**
   * Inflates the stream that `bytes` begin with.
   * @returns what it holds, at most `maxBytes`, in memory that the next call uses again; null: inflate it another way
   */
  inflate(bytes: Uint8Array, maxBytes: number): InflateInfo | null {
    const run = this.#engine.run([bytes], this.#output, Math.min(ROOM_BYTES, maxBytes + 1));
    return run && { buffer: this.#output.subarray(0, run.length), engine: { bytesWritten: bytes.length - run.left } };
  }

  close(): void {
    this.#engine.close();
  }
}
