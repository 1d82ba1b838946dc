/**
 * A body of known length above this gets its memory at once: its parts are copied in, and nothing
 * is joined.
 */
const WHOLE_BYTES = 64 * 1024;
/** Small parts are gathered in pieces of this size. */
const SLAB_BYTES = 16 * 1024;
/**
 * A part is kept as received when it has this many bytes, and is half of the memory that it holds
 * on to.
 */
const KEPT_BYTES = 4 * 1024;
const EMPTY = new Uint8Array(0);

/**
 * Gathers a body that comes in parts, in about as much memory as it has bytes: a server that sends
 * a million parts of one byte must not cost a million objects, and a part of a few bytes must not
 * keep the socket's whole buffer. One part alone is never copied.
 */
export class BodyBuffer {
  #parts: Uint8Array[] = [];
  /** Buffer for small parts, or for the whole body. */
  #slab: Uint8Array = EMPTY;
  #used = 0;
  #length = 0;
  #whole = false;

  /** Bytes so far. */
  get length(): number {
    return this.#length;
  }

  /** @param bytes most bytes to come in all; memory without writes costs nothing */
  expect(bytes: number): void {
    if (bytes <= WHOLE_BYTES || bytes < this.#length || this.#whole) return;
    this.#closeSlab();
    const before = this.#parts;
    this.#parts = [];
    this.#slab = Buffer.allocUnsafeSlow(bytes);
    this.#whole = true;
    for (const part of before) this.#copy(part);
  }

  add(part: Uint8Array): void {
    this.#length += part.length;
    if (this.#whole ? this.#used + part.length <= this.#slab.length : !isKept(part, this.#parts.length)) {
      this.#copy(part);
    } else {
      this.#closeSlab();
      this.#parts.push(part);
    }
  }

  /** Returns the body so far, and leaves nothing here. */
  take(): Uint8Array {
    this.#closeSlab();
    const [first = EMPTY] = this.#parts;
    const body = this.#parts.length <= 1 ? first : Buffer.concat(this.#parts, this.#length);
    this.clear();
    return body;
  }

  clear(): void {
    this.#parts = [];
    this.#slab = EMPTY;
    this.#used = 0;
    this.#length = 0;
    this.#whole = false;
  }

  #copy(part: Uint8Array): void {
    for (let rest = part; rest.length > 0; ) {
      if (this.#used === this.#slab.length) {
        this.#closeSlab();
        this.#slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
      }
      const fits = rest.subarray(0, this.#slab.length - this.#used);
      this.#slab.set(fits, this.#used);
      this.#used += fits.length;
      rest = rest.subarray(fits.length);
    }
  }

  #closeSlab(): void {
    if (this.#used > 0) this.#parts.push(this.#slab.subarray(0, this.#used));
    this.#slab = EMPTY;
    this.#used = 0;
    this.#whole = false;
  }
}

const isKept = (part: Uint8Array, before: number): boolean =>
  before === 0 || (part.length >= KEPT_BYTES && part.length * 2 >= part.buffer.byteLength);
