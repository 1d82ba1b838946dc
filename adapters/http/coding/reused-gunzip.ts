import { constants, createGunzip, type Gunzip } from 'node:zlib';

/** Bodies up to this are decoded here: nineteen of twenty pages. */
const MOST_BYTES = 256 * 1024;
/** Header and trailer of a gzip member (RFC 1952 §2.3). */
const LEAST_BYTES = 18;

/**
 * Internal engine that Node keeps behind a zlib stream since version 8, and does not publish.
 * `isEngine` checks it before use.
 */
interface Engine {
  readonly _handle: {
    /** Called instead of throwing. */
    onerror: () => void;
    reset(): void;
    writeSync(
      flush: number,
      input: Uint8Array,
      inputAt: number,
      inputBytes: number,
      output: Uint8Array,
      outputAt: number,
      outputBytes: number,
    ): void;
  };
  /** Unused bytes of the output and of the input after a write. */
  readonly _writeState: Uint32Array;
}

/**
 * Decodes gzip bodies of usual size with one zlib engine that it uses again: a new engine for each
 * page costs 9 % of the CPU of a crawl (ADR 18). The only place that touches Node's private zlib
 * handle.
 *
 * It knows whole, sound, small bodies only. For everything else, and on a Node with other
 * internals, it answers null, and `decodeQuickly` decodes the body and says what is wrong with it.
 */
export class ReusedGunzip {
  #engine: (Gunzip & Engine) | null = null;
  #usable = true;
  #failed = false;

  /** @param maxBytes most bytes that may come out @returns null: decode the body another way */
  decode(wire: Uint8Array, maxBytes: number): Uint8Array | null {
    const length = lengthOf(wire);
    if (wire.length < LEAST_BYTES || length > Math.min(MOST_BYTES, maxBytes)) return null;
    const engine = this.#ready();
    if (engine === null) return null;
    const { _handle: handle, _writeState: state } = engine;
    const output = Buffer.allocUnsafeSlow(length + 1); // one more than the trailer says: a longer body fills it
    handle.reset();
    handle.writeSync(constants.Z_FINISH, wire, 0, wire.length, output, 0, output.length);
    if (this.#failed) this.close();
    return this.#engine !== null && state[0] === 1 ? output.subarray(0, length) : null;
  }

  /** Frees the memory of the engine; the next body makes a new one. */
  close(): void {
    this.#engine?.close();
    this.#engine = null;
    this.#failed = false;
  }

  #ready(): (Gunzip & Engine) | null {
    if (this.#engine !== null || !this.#usable) return this.#engine;
    const stream = createGunzip({ chunkSize: constants.Z_MIN_CHUNK });
    if (!isEngine(stream)) {
      this.#usable = false;
      stream.close();
      return null;
    }
    stream._handle.onerror = () => {
      this.#failed = true;
    };
    this.#engine = stream;
    return stream;
  }
}

function isEngine(stream: Gunzip): stream is Gunzip & Engine {
  const { _handle: handle, _writeState: state } = stream as Partial<Engine> & Gunzip;
  return state instanceof Uint32Array && typeof handle?.writeSync === 'function' && typeof handle.reset === 'function';
}

/** Length of the last member by its trailer (RFC 1952 §2.3.1). */
const lengthOf = (wire: Uint8Array): number => {
  const at = wire.length - 4;
  return (
    ((wire[at] ?? 0) | ((wire[at + 1] ?? 0) << 8) | ((wire[at + 2] ?? 0) << 16) | ((wire[at + 3] ?? 0) << 24)) >>> 0
  );
};
