import { constants, createDeflateRaw } from 'node:zlib';
import { ZlibEngine } from '#core/bytes/zlib-engine.ts';

/** What is larger is deflated the ordinary way: less than one page in a hundred. */
const MOST_BYTES = 256 * 1024;
/** Of output; what is appended to blocks is copied up to this (BlockWriter). */
const ROOM_BYTES = 60 * 1024;

/** Deflates what is of usual size with one engine and one buffer that are used again and again. */
export class QuickDeflate {
  readonly level: number;
  readonly #engine: ZlibEngine;
  readonly #output = Buffer.allocUnsafeSlow(ROOM_BYTES);

  /** @param level 1 (fast) to 9 (small) */
  constructor(level: number) {
    this.level = level;
    this.#engine = new ZlibEngine(() => createDeflateRaw({ level, chunkSize: constants.Z_MIN_CHUNK }));
  }

  /** @returns the parts as one deflate stream, at most 60 KiB, in memory that the next call uses again; null: deflate them another way */
  deflate(parts: readonly Uint8Array[]): Uint8Array | null {
    let bytes = 0;
    for (const part of parts) bytes += part.length;
    if (bytes > MOST_BYTES) return null;
    const run = this.#engine.run(parts, this.#output, ROOM_BYTES);
    return run && this.#output.subarray(0, run.length);
  }
}
