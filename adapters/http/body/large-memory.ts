import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes that are read between two minor collections. */
const MOST_READ_BYTES = 4 * 1024 * 1024;
/** Bytes of used bodies between two full collections. */
export const MOST_USED_BYTES = 64 * 1024 * 1024;

type Collect = (options: { readonly type: 'minor' | 'major' }) => unknown;

/**
 * Has the memory of large bodies collected in time. Each read of a socket is its own buffer, and V8
 * keeps up to 32 MB of them before it collects the young generation; a body of megabytes is old by
 * the time it is read, and lies until the next full collection: a dozen of them at once. Measured:
 * a body of 30 MB cost 69 MB, and costs 47; 25 of them 750 MB. Small bodies reserve nothing.
 */
export class LargeMemory {
  readonly #mostUsed: number;
  readonly #make: () => Collect;
  #collect: Collect | null = null;
  #read = 0;
  #used = 0;

  /**
   * @param mostUsedBytes of used bodies between two full collections
   * @param make makes the collector at first need @default V8's own
   */
  constructor(mostUsedBytes: number = MOST_USED_BYTES, make: () => Collect = collector) {
    this.#mostUsed = mostUsedBytes;
    this.#make = make;
  }

  /**
   * Notes that so many bytes of a large body were read and their buffers released. A collection
   * takes one or two milliseconds.
   */
  read(bytes: number): void {
    this.#read += bytes;
    if (this.#read < MOST_READ_BYTES) return;
    this.#read = 0;
    this.#run('minor');
  }

  /**
   * A large body of so many bytes, on the wire and decoded, is handed over: those before it are no
   * longer used.
   */
  handedOver(bytes: number): void {
    if (this.#used > 0 && this.#used + bytes > this.#mostUsed) {
      this.#used = 0;
      this.#run('major');
    }
    this.#used += bytes;
  }

  #run(type: 'minor' | 'major'): void {
    this.#collect ??= this.#make();
    this.#collect({ type });
  }
}

/** V8 shows its collector to contexts that are made under this flag; ours stays without. */
export function collector(): Collect {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return typeof collect === 'function' ? (options) => void collect(options) : () => undefined;
}
