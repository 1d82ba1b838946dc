/** Bytes that a unit has archived, and its maximum. */
export interface StoredShare {
  readonly most: number;
  /** Bytes so far. */
  readonly used: () => number;
}

/**
 * A unit's share of `limits.totalBytes`. A request starts only where the unspent share covers a
 * whole page; what the page did not need is returned. In serial mode (the last bytes of the limit)
 * one request goes at a time, while the share is not used up.
 */
export class ByteShare {
  readonly #pageBytes: number;
  readonly #serial: boolean;
  readonly #stored: StoredShare | null;
  #left: number;
  #running = 0;
  #waiting: (() => void)[] = [];

  /**
   * @param share decoded bytes of pages; null = unlimited
   * @param options.stored bounds what is archived, too; requests in flight may pass it
   */
  constructor(share: number | null, options: { pageBytes: number; serial: boolean; stored?: StoredShare | null }) {
    this.#left = share ?? Number.POSITIVE_INFINITY;
    this.#pageBytes = options.pageBytes;
    this.#serial = options.serial;
    this.#stored = options.stored ?? null;
  }

  /**
   * Takes what one page may need.
   *
   * @returns `wait`: requests in flight may return a part; `used-up`: no request starts after this
   */
  reserve(): 'reserved' | 'wait' | 'used-up' {
    if (this.#stored !== null && this.#stored.used() >= this.#stored.most) return 'used-up';
    const free = this.#serial ? this.#running === 0 && this.#left > 0 : this.#left >= this.#pageBytes;
    if (!free) return this.#running > 0 ? 'wait' : 'used-up';
    this.#running += 1;
    this.#left -= this.#pageBytes;
    return 'reserved';
  }

  /** A request ended; `bytes` of its page count. */
  settle(bytes: number): void {
    this.#running -= 1;
    this.#left += this.#pageBytes - bytes;
    const waiting = this.#waiting;
    if (waiting.length === 0) return;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }

  /** Resolves when a request has ended. */
  change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
