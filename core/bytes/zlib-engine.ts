import { constants, type Gunzip } from 'node:zlib';

/** One of the runtime's streams of zlib; all have the same methods. */
export type ZlibStream = Pick<Gunzip, 'close'>;

/** What stands behind such a stream since Node 8. It is not published: where it is another, nothing is done here. */
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

/** What a run came to. */
export interface ZlibRun {
  /** Bytes that came out. */
  readonly length: number;
  /** Bytes of the last part that were not used. */
  readonly left: number;
}

/**
 * An engine of zlib that is used again and again, into memory that its user has. The runtime's own calls make an engine (to deflate: 270 KB) and a buffer each
 * time: half of the time that a page takes, and work for the garbage collector (docs/performance.md).
 */
export class ZlibEngine {
  readonly #make: () => ZlibStream;
  #engine: (ZlibStream & Engine) | null = null;
  #usable = true;
  #failed = false;

  /** @param make called when it is used first, and again after it was closed */
  constructor(make: () => ZlibStream) {
    this.#make = make;
  }

  /**
   * Runs over `parts`, one whole input.
   * @param room bytes of `output` that may be written; more than come out
   * @returns null: it is to be done another way, as the input is damaged, there is not room enough, or this runtime is a stranger
   */
  run(parts: readonly Uint8Array[], output: Uint8Array, room: number): ZlibRun | null {
    const engine = this.#ready();
    if (engine === null || parts.length === 0) return null;
    const { _handle: handle, _writeState: state } = engine;
    handle.reset();
    let length = 0;
    for (const [i, part] of parts.entries()) {
      const flush = i === parts.length - 1 ? constants.Z_FINISH : constants.Z_NO_FLUSH;
      handle.writeSync(flush, part, 0, part.length, output, length, room - length);
      length = room - (state[0] ?? 0);
      if (this.#failed) this.close();
      if (this.#engine === null || length === room) return null;
    }
    return { length, left: state[1] ?? 0 };
  }

  /** Frees what it has outside of the heap; another run gets it anew. */
  close(): void {
    this.#engine?.close();
    this.#engine = null;
    this.#failed = false;
  }

  #ready(): (ZlibStream & Engine) | null {
    if (this.#engine !== null || !this.#usable) return this.#engine;
    const stream = this.#make();
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

function isEngine(stream: ZlibStream): stream is ZlibStream & Engine {
  const { _handle: handle, _writeState: state } = stream as Partial<Engine> & ZlibStream;
  return state instanceof Uint32Array && typeof handle?.writeSync === 'function' && typeof handle.reset === 'function';
}
