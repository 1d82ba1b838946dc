import { constants, createGunzip, type Gunzip } from 'node:zlib';

/** Bodies up to this are decoded here: nineteen of twenty pages. */
const BUFFER_BYTES = 256 * 1024;
/** Free buffers that are kept: about as many as answers that are read at once. */
const MOST_FREE = 4;
/** Header and trailer of a gzip member (RFC 1952 §2.3). */
const LEAST_BYTES = 18;

/** What stands behind the runtime's Gunzip since Node 8. It is not published: where it is another, nothing is decoded here. */
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
  /** What was left of output and input after a write. */
  readonly _writeState: Uint32Array;
}

/** A decoded body in memory that is used again. */
export interface LentBody {
  readonly body: Uint8Array;
  /** Nobody reads `body` any more. Without this call it is left to the garbage collector. */
  readonly release: () => void;
}

/**
 * Decodes gzip of usual size with one engine and a few buffers that are used again and again. The runtime's own way makes an engine of 40 KB and a
 * buffer for every page: half of the time of decoding, and work for the garbage collector (docs/performance.md).
 *
 * It knows whole, sound, small bodies only. Whatever is odd gets null and goes the ordinary way, which says what is wrong with it.
 */
export class QuickGunzip {
  readonly #free: Uint8Array[] = [];
  #gunzip: (Gunzip & Engine) | null = null;
  #usable = true;
  #failed = false;

  /** @param maxBytes most bytes that may come out @returns null: decode it another way */
  decode(wire: Uint8Array, maxBytes: number): LentBody | null {
    if (wire.length < LEAST_BYTES || lengthOf(wire) >= BUFFER_BYTES) return null;
    const engine = this.#engine();
    if (engine === null) return null;
    const buffer = this.#free.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES);
    const room = Math.min(BUFFER_BYTES, maxBytes + 1);
    engine._handle.reset();
    engine._handle.writeSync(constants.Z_FINISH, wire, 0, wire.length, buffer, 0, room);
    const left = engine._writeState[0] ?? 0;
    if (this.#failed || left === 0) {
      this.#give(buffer);
      if (this.#failed) this.#drop();
      return null;
    }
    return { body: buffer.subarray(0, room - left), release: once(() => this.#give(buffer)) };
  }

  close(): void {
    this.#drop();
  }

  #engine(): (Gunzip & Engine) | null {
    if (this.#gunzip !== null || !this.#usable) return this.#gunzip;
    const gunzip = createGunzip({ chunkSize: constants.Z_MIN_CHUNK });
    if (!isEngine(gunzip)) {
      this.#usable = false;
      gunzip.close();
      return null;
    }
    gunzip._handle.onerror = () => {
      this.#failed = true;
    };
    this.#gunzip = gunzip;
    return gunzip;
  }

  #drop(): void {
    this.#gunzip?.close();
    this.#gunzip = null;
    this.#failed = false;
  }

  #give(buffer: Uint8Array): void {
    if (this.#free.length < MOST_FREE) this.#free.push(buffer);
  }
}

function isEngine(gunzip: Gunzip): gunzip is Gunzip & Engine {
  const { _handle: handle, _writeState: state } = gunzip as Partial<Engine> & Gunzip;
  return state instanceof Uint32Array && typeof handle?.writeSync === 'function' && typeof handle.reset === 'function';
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
